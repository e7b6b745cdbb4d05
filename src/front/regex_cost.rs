//! What a regular expression costs the interpreter's matcher on a text: the steps of its backtracking, counted
//! without taking them.
//!
//! The matcher tries alternatives in order until one succeeds. What it does at a place of the pattern and a place of
//! the text depends on nothing else (there are no references to groups here), so that one sweep over the text, from its
//! end, finds the number of steps of all of them, be it exponential. Patterns that are not understood have no estimate.

/// Places of a pattern: more are not looked at.
const MOST_NODES: usize = 2_000;

pub type NodeId = usize;

/// A set of characters.
#[derive(Clone, Debug)]
pub enum Set {
    Any,
    AnyButNewline,
    Literal(char),
    Range(char, char),
    Digit,
    Space,
    Word,
    Not(Box<Set>),
    Either(Vec<Set>),
    /// Whatever the case.
    Folded(Box<Set>),
    /// Categories are those of ASCII.
    Ascii(Box<Set>),
}

impl Set {
    pub fn has(&self, c: char) -> bool {
        self.holds(c, false)
    }
    fn holds(&self, c: char, ascii: bool) -> bool {
        match self {
            Set::Any => true,
            Set::AnyButNewline => c != '\n',
            Set::Literal(literal) => c == *literal,
            Set::Range(first, last) => (*first..=*last).contains(&c),
            Set::Digit => c.is_ascii_digit() || !ascii && !c.is_ascii() && c.is_numeric(),
            Set::Space => c.is_whitespace() && (!ascii || c.is_ascii()) || matches!(c, '\x0b' | '\x1c'..='\x1f' if !ascii || c == '\x0b'),
            Set::Word => c == '_' || if ascii { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() },
            Set::Not(set) => !set.holds(c, ascii),
            Set::Either(sets) => sets.iter().any(|set| set.holds(c, ascii)),
            Set::Folded(set) => set.holds(c, ascii) || c.to_lowercase().chain(c.to_uppercase()).any(|c| set.holds(c, ascii)),
            Set::Ascii(set) => set.holds(c, true),
        }
    }
}

/// A condition on a place of the text.
#[derive(Clone, Debug)]
pub enum At {
    Start,
    LineStart,
    End,
    LineEnd,
    /// The end of the text, or before its last newline.
    LastLineEnd,
    Boundary {
        ascii: bool,
    },
    NoBoundary {
        ascii: bool,
    },
    /// The character before is one of these.
    After(Set),
    NotAfter(Set),
}

#[derive(Debug)]
pub enum Node {
    Accept,
    /// The end of what is looked for ahead.
    Found,
    Fail,
    /// A character, and what follows.
    One(Set, NodeId),
    /// Alternatives in their order.
    Split(Vec<NodeId>),
    At(At, NodeId),
    /// The first matches from here (does not, if negative), then the second.
    Look {
        inner: NodeId,
        negative: bool,
        next: NodeId,
    },
}

/// A pattern as a graph.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    pub start: NodeId,
}

impl Graph {
    /// `None` when the graph is too large.
    pub fn add(&mut self, node: Node) -> Option<NodeId> {
        self.nodes.push(node);
        (self.nodes.len() <= MOST_NODES).then_some(self.nodes.len() - 1)
    }
    pub fn set(&mut self, at: NodeId, node: Node) {
        if let Some(place) = self.nodes.get_mut(at) {
            *place = node;
        }
    }
    /// How many places it has.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
    fn reached_by_a_character(&self) -> Vec<NodeId> {
        let mut reached: Vec<NodeId> =
            self.nodes.iter().filter_map(|node| if let Node::One(_, next) = node { Some(*next) } else { None }).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}

/// How a text is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// From its start only.
    Match,
    /// All of it from its start.
    Whole,
    /// From every place until one matches.
    First,
    /// As `First`, again and again.
    All,
}

/// What the matcher does at a place: its steps, and where the match ends if there is one.
#[derive(Clone, Copy, Debug)]
struct Visit {
    steps: f64,
    end: Option<usize>,
}

const NOT_YET: f64 = -1.0;
const UNDER_WAY: f64 = -2.0;

/// A part of a text.
#[derive(Debug)]
pub struct Part<'a> {
    pub characters: &'a [char],
    /// Where the search starts in it.
    pub from: usize,
    /// Whether the text starts here.
    pub first: bool,
    pub end: End,
}

/// What the end of a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// That of the text.
    Real,
    /// Nobody knows what comes: it counts as a match, so that the steps are surely taken.
    Matches,
    /// It counts as no match: the most steps that there can be on this part.
    Fails,
}

/// Steps of searching a part of a text.
pub fn steps(graph: &Graph, part: &Part<'_>, search: Search) -> f64 {
    let text = part.characters;
    let blank = vec![Visit { steps: NOT_YET, end: None }; graph.size()];
    let mut sweep = Sweep {
        graph,
        text,
        part,
        exact: search == Search::Whole,
        here: blank.clone(),
        after: blank,
        visits: 0,
        most_visits: 8 * graph.size(),
    };
    let reached = graph.reached_by_a_character();
    // Steps of the search from each place on.
    let mut totals = vec![0.0; text.len() + 2];
    for place in (part.from..=text.len()).rev() {
        let found = sweep.visit(graph.start, place);
        for node in &reached {
            sweep.visit(*node, place);
        }
        let next = match (search, found.end) {
            (Search::Match | Search::Whole, _) | (Search::First, Some(_)) => 0.0,
            (Search::First, None) => totals.get(place + 1).copied().unwrap_or(0.0),
            (Search::All, end) => totals.get(end.unwrap_or(place).max(place + 1)).copied().unwrap_or(0.0),
        };
        if let Some(total) = totals.get_mut(place) {
            *total = found.steps + next;
        }
        sweep.visits = 0;
        std::mem::swap(&mut sweep.here, &mut sweep.after);
        sweep.here.fill(Visit { steps: NOT_YET, end: None });
    }
    totals.get(part.from).copied().unwrap_or(0.0)
}

struct Sweep<'a> {
    graph: &'a Graph,
    text: &'a [char],
    part: &'a Part<'a>,
    /// A match has to end with the text.
    exact: bool,
    here: Vec<Visit>,
    after: Vec<Visit>,
    /// Visits at this place, and up to how many only what holds on every way is kept.
    visits: usize,
    most_visits: usize,
}

impl Sweep<'_> {
    /// What the matcher does at a node here. A node that is under way is a repetition of nothing, with which the matcher
    /// does not go on: what was found then holds on this way only, and is not kept. The second value is how far back on
    /// the way such a node is.
    fn visit(&mut self, node: NodeId, place: usize) -> Visit {
        self.visit_on(node, place, 0).0
    }

    fn visit_on(&mut self, node: NodeId, place: usize, depth: usize) -> (Visit, usize) {
        const NOTHING: Visit = Visit { steps: 0.0, end: None };
        let Some(known) = self.here.get(node).copied() else { return (NOTHING, usize::MAX) };
        if known.steps == UNDER_WAY {
            return (NOTHING, known.end.unwrap_or(0));
        }
        if known.steps >= 0.0 {
            return (known, usize::MAX);
        }
        let (found, back) = match self.part.end {
            End::Matches if place >= self.text.len() => (Visit { steps: 0.0, end: Some(place) }, usize::MAX),
            End::Fails if place >= self.text.len() => (Visit { steps: 1.0, end: None }, usize::MAX),
            _ => {
                self.visits = self.visits.saturating_add(1);
                self.keep(node, Visit { steps: UNDER_WAY, end: Some(depth) });
                self.look(node, place, depth + 1)
            }
        };
        let holds = back >= depth || self.visits > self.most_visits;
        self.keep(node, if holds { found } else { Visit { steps: NOT_YET, end: None } });
        (found, if holds { usize::MAX } else { back })
    }

    fn keep(&mut self, node: NodeId, visit: Visit) {
        if let Some(cell) = self.here.get_mut(node) {
            *cell = visit;
        }
    }

    fn look(&mut self, node: NodeId, place: usize, depth: usize) -> (Visit, usize) {
        let graph = self.graph;
        let failed = Visit { steps: 1.0, end: None };
        let free = |visit| (visit, usize::MAX);
        match graph.nodes.get(node) {
            None | Some(Node::Fail) => free(failed),
            Some(Node::Found) => free(Visit { steps: 1.0, end: Some(place) }),
            Some(Node::Accept) => free(Visit { steps: 1.0, end: (!self.exact || place == self.text.len()).then_some(place) }),
            Some(Node::One(set, next)) => free(match self.text.get(place) {
                Some(c) if set.has(*c) => self.after.get(*next).map_or(failed, |found| then(*found)),
                _ => failed,
            }),
            Some(Node::Split(alternatives)) => {
                let (mut steps, mut nearest) = (1.0, usize::MAX);
                for alternative in alternatives {
                    let (tried, back) = self.visit_on(*alternative, place, depth);
                    steps += tried.steps;
                    nearest = nearest.min(back);
                    if tried.end.is_some() {
                        return (Visit { steps, end: tried.end }, nearest);
                    }
                }
                (Visit { steps, end: None }, nearest)
            }
            Some(Node::At(at, next)) => {
                if !self.is_at(at, place) {
                    return free(failed);
                }
                let (found, back) = self.visit_on(*next, place, depth);
                (then(found), back)
            }
            Some(Node::Look { inner, negative, next }) => {
                let (looked, back) = self.visit_on(*inner, place, depth);
                if looked.end.is_some() == *negative {
                    return (then(Visit { end: None, ..looked }), back);
                }
                let (found, other) = self.visit_on(*next, place, depth);
                (Visit { steps: looked.steps + found.steps + 1.0, end: found.end }, back.min(other))
            }
        }
    }

    fn is_at(&self, at: &At, place: usize) -> bool {
        let before = place.checked_sub(1).and_then(|i| self.text.get(i)).copied();
        let here = self.text.get(place).copied();
        let boundary = |ascii| {
            let word = |c: Option<char>| c.is_some_and(|c| Set::Word.holds(c, ascii));
            word(before) != word(here)
        };
        match at {
            At::Start => place == 0 && self.part.first,
            At::LineStart => before.is_none_or(|c| c == '\n'),
            At::End => here.is_none(),
            At::LineEnd => here.is_none_or(|c| c == '\n'),
            At::LastLineEnd => here.is_none() || here == Some('\n') && place + 1 == self.text.len(),
            At::Boundary { ascii } => boundary(*ascii),
            At::NoBoundary { ascii } => !boundary(*ascii),
            At::After(set) => before.is_some_and(|c| set.has(c)),
            At::NotAfter(set) => !before.is_some_and(|c| set.has(c)),
        }
    }
}

fn then(found: Visit) -> Visit {
    Visit { steps: found.steps + 1.0, ..found }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(a+)+b`
    fn nested() -> Option<Graph> {
        let mut graph = Graph::default();
        let accept = graph.add(Node::Accept)?;
        let b = graph.add(Node::One(Set::Literal('b'), accept))?;
        let outer = graph.add(Node::Fail)?;
        let inner = graph.add(Node::Fail)?;
        let a = graph.add(Node::One(Set::Literal('a'), inner))?;
        graph.set(inner, Node::Split(vec![a, outer]));
        graph.set(outer, Node::Split(vec![a, b]));
        graph.start = a;
        Some(graph)
    }

    #[test]
    fn failing_is_exponential_and_success_is_not() {
        let graph = nested().unwrap_or_default();
        let count = |last: char, end: End| {
            let characters: Vec<char> = "a".repeat(40).chars().chain([last]).collect();
            steps(&graph, &Part { characters: &characters, from: 0, first: true, end }, Search::Match)
        };
        assert!(count('c', End::Real) > 1e12);
        assert!(count('b', End::Real) < 1e3);
        assert!(count('a', End::Fails) > 1e12);
        assert!(count('a', End::Matches) < 1e3);
    }
}
