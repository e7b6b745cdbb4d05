//! What follows the contract's text of an error: where it happened, and a hint.

use std::fmt::Write;

use crate::front::parse::span::Span;

/// Places shown at most; of more, the outermost and innermost are kept.
const SHOWN: usize = 8;
/// Name of the top level as a function.
pub const MODULE: &str = "<module>";
/// Characters of a source line that are shown.
const LINE_WIDTH: usize = 160;

/// A place of the code that was under way when an error was raised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Name of the function; `None` at the top level.
    pub function: Option<String>,
    /// Counted from 1.
    pub line: usize,
    /// The source line without indentation.
    pub text: String,
    /// Columns of `text` that the error is about, as (first, count) in characters.
    pub mark: (usize, usize),
    pub location: Location,
    /// It is in the snippet of an earlier call, whose lines these are.
    pub earlier: bool,
}

/// Where an error is in its source, lines and columns counted from 1; the end is behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

impl Location {
    fn new(source: &str, start: usize, end: usize) -> Location {
        let (line, column) = line_and_column(source, start);
        let (end_line, end_column) = line_and_column(source, end.max(start));
        Location { line, column, end_line, end_column }
    }
}

fn line_and_column(source: &str, at: usize) -> (usize, usize) {
    let before = source.get(..floor_char(source, at)).unwrap_or_default();
    let start = before.rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let lines = before.bytes().enumerate().filter(|(i, b)| *b == b'\n' && !before[..*i].ends_with('\r') || *b == b'\r').count();
    (lines + 1, before[start..].chars().count() + 1)
}

impl Place {
    pub fn new(function: Option<String>, source: &str, span: Span) -> Place {
        let start = floor_char(source, span.start as usize);
        let line_start = source[..start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
        let line_end = source[start..].find(['\n', '\r']).map_or(source.len(), |i| start + i);
        let whole = &source[line_start..line_end];
        let text = whole.trim_start();
        let indent = whole.len() - text.len();
        let first = source[line_start..start].chars().count();
        let marked_end = floor_char(source, span.end as usize).clamp(start, line_end);
        Place {
            function,
            line: span.line(source),
            mark: (first.saturating_sub(whole[..indent].chars().count()), source[start..marked_end].chars().count()),
            text: text.trim_end().to_owned(),
            location: Location { line: span.line(source), ..Location::new(source, span.start as usize, span.end as usize) },
            earlier: false,
        }
    }

    /// The text that the error is about, as far as it is in the first line.
    pub fn marked(&self) -> String {
        self.text.chars().skip(self.mark.0).take(self.mark.1).collect()
    }

    /// Whether it is a `raise` statement.
    pub fn is_raise(&self) -> bool {
        self.marked().strip_prefix("raise").is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }

    fn heading(&self) -> String {
        match &self.function {
            Some(name) if self.earlier => format!("  line {} of an earlier call, in {name}: ", self.line),
            Some(name) => format!("  line {}, in {name}: ", self.line),
            None => format!("  line {}: ", self.line),
        }
    }
}

/// The nearest place of a character boundary at or before `at`.
fn floor_char(source: &str, at: usize) -> usize {
    (0..=at.min(source.len())).rev().find(|i| source.is_char_boundary(*i)).unwrap_or(0)
}

/// What there is to say of an error besides its text and its places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Where what a limit is about was used up.
    pub spent: Option<String>,
    /// Lines about what belongs to the error.
    pub related: Vec<String>,
    /// What the author of the code may do.
    pub hint: Option<String>,
    /// The limit that was hit, by its name in the host's `Limits`.
    pub limit: Option<&'static str>,
    /// What the host may do, if not to raise that limit.
    pub host: Option<String>,
}

impl Notes {
    /// How the host lets the code have what it wanted.
    pub fn host_hint(&self) -> Option<String> {
        self.host.clone().or_else(|| self.limit.map(|limit| format!("Limits({limit}=...) raises this limit")))
    }
}

/// Lines to put after the contract's text: outermost place first, a caret under the innermost. `left_out` places are
/// missing in the middle.
pub fn render(places: &[Place], left_out: usize, notes: &Notes) -> String {
    let mut out = String::new();
    let hidden = places.len().saturating_sub(SHOWN);
    for (i, place) in places.iter().enumerate() {
        if hidden > 0 && i >= SHOWN / 2 && i < SHOWN / 2 + hidden {
            if i == SHOWN / 2 {
                let _ = write!(out, "\n  ... {} more calls ...", hidden + left_out);
            }
            continue;
        }
        let heading = place.heading();
        let shown: String = place.text.chars().take(LINE_WIDTH).collect();
        let _ = write!(out, "\n{heading}{shown}");
        if i + 1 == places.len() {
            caret(&mut out, &heading, place);
        }
    }
    if let Some(spent) = &notes.spent {
        let _ = write!(out, "\n  {spent}");
    }
    for line in &notes.related {
        let _ = write!(out, "\n  {line}");
    }
    if let Some(hint) = &notes.hint {
        let _ = write!(out, "\n  hint: {hint}");
    }
    if let Some(host) = notes.host_hint() {
        let _ = write!(out, "\n  host: {host}");
    }
    out
}

/// One line about something that belongs to an error: how it does, the text, and the place (function and line) if known.
pub fn related(how: &str, text: &str, place: Option<(&str, usize)>) -> String {
    let mut line = String::new();
    let first = text.lines().next().unwrap_or("");
    let _ = write!(line, "{how}: {}", first.chars().take(LINE_WIDTH).collect::<String>());
    match place {
        Some((function, number)) if function != MODULE => {
            let _ = write!(line, " (line {number}, in {function})");
        }
        Some((_, number)) => {
            let _ = write!(line, " (line {number})");
        }
        None => {}
    }
    line
}

/// Lines that took much of something, with their share of it: those that take most, as far as that is known.
/// `lines` are (first, last, share) with the largest share first; `whole` is what there was to take.
pub fn spent(lines: &[(usize, usize, f64)], whole: &str) -> Option<String> {
    const WORTH_NAMING: f64 = 0.1;
    const MOST: f64 = 0.8;
    let percent = |share: f64| format!("{} %", (share.clamp(0.0, 1.0) * 100.0).round());
    let mut text = String::new();
    let mut named: Vec<(usize, usize)> = Vec::new();
    let mut sum = 0.0;
    for (first, last, share) in lines.iter().copied().filter(|(_, _, share)| *share >= WORTH_NAMING) {
        // A range of lines says nothing new about a line in it.
        if sum >= MOST || named.len() == 3 || named.iter().any(|(f, l)| first <= *l && *f <= last) {
            continue;
        }
        let joint = if text.is_empty() { "" } else { ", " };
        let lines = if first == last { format!("line {first}") } else { format!("lines {first}-{last}") };
        let _ = write!(text, "{joint}{lines} took {}", percent(share));
        named.push((first, last));
        sum += share;
    }
    (!text.is_empty()).then(|| format!("{text} of {whole}"))
}

/// A number with commas between thousands.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn caret(out: &mut String, heading: &str, place: &Place) {
    let (first, count) = place.mark;
    if first >= LINE_WIDTH {
        return;
    }
    let count = count.clamp(1, LINE_WIDTH - first);
    let _ = write!(out, "\n{}{}", " ".repeat(heading.chars().count() + first), "^".repeat(count));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span_of(source: &str, part: &str) -> Span {
        let start = source.find(part).unwrap();
        Span::new(start as u32, (start + part.len()) as u32)
    }

    #[test]
    fn caret_stands_under_the_place() {
        let source = "def mean(xs):\n    é = sum(xs) / len(xs)\n    return é\nmean([])\n";
        let places = [
            Place::new(None, source, span_of(source, "mean([])")),
            Place::new(Some("mean".to_owned()), source, span_of(source, "sum(xs) / len(xs)")),
        ];
        assert_eq!(
            render(
                &places,
                0,
                &Notes {
                    spent: Some("line 2 took 9 % of 10 seconds".to_owned()),
                    related: vec!["note: of yesterday".to_owned()],
                    hint: Some("the list is empty".to_owned()),
                    limit: Some("seconds"),
                    host: None,
                }
            ),
            "\n  line 4: mean([])\
             \n  line 2, in mean: é = sum(xs) / len(xs)\
             \n                       ^^^^^^^^^^^^^^^^^\
             \n  line 2 took 9 % of 10 seconds\
             \n  note: of yesterday\
             \n  hint: the list is empty\
             \n  host: Limits(seconds=...) raises this limit"
        );
    }

    #[test]
    fn long_chains_are_shortened() {
        let source = "f()";
        let places: Vec<Place> =
            (0..1_000).map(|i| Place::new((i > 0).then(|| format!("f{i}")), source, span_of(source, source))).collect();
        let text = render(&places, 0, &Notes::default());
        assert_eq!(text.lines().count(), SHOWN + 3);
        assert!(text.contains("\n  ... 992 more calls ...\n  line 1, in f996: f()"));
    }

    #[test]
    fn places_that_fit_no_source_do_no_harm() {
        for (start, end) in [(0, 0), (5, 2), (90, 99), (2, 99), (1, 2)] {
            let place = Place::new(None, "é\r\nb", Span { start, end });
            let _ = render(&[place], 0, &Notes::default());
        }
        assert_eq!(Place::new(None, "", Span::new(0, 0)).text, "");
    }

    #[test]
    fn a_place_of_many_lines_shows_its_first() {
        let source = "x = [\n  1,\n  1 / 0,\n]\n";
        let place = Place::new(None, source, span_of(source, "[\n  1,\n  1 / 0,\n]"));
        assert_eq!((place.text.as_str(), place.mark), ("x = [", (4, 1)));
    }

    #[test]
    fn lines_with_the_largest_share_are_named() {
        let whole = "10 operations";
        assert_eq!(spent(&[(12, 12, 0.983), (3, 3, 0.01)], whole).as_deref(), Some("line 12 took 98 % of 10 operations"));
        let two = [(4, 4, 0.55), (5, 5, 0.44), (6, 6, 0.01)];
        assert_eq!(spent(&two, whole).as_deref(), Some("line 4 took 55 %, line 5 took 44 % of 10 operations"));
        assert_eq!(spent(&[(2, 4, 0.9), (3, 3, 0.5)], whole).as_deref(), Some("lines 2-4 took 90 % of 10 operations"));
        assert_eq!(spent(&[(1, 1, 0.05)], whole), None);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 10_000_000].map(grouped), ["0", "999", "1,000", "10,000,000"]);
    }
}
