//! One linear look at the tokens before the parser runs.
//!
//! The parser, the passes over its tree and the tree's own drop are recursive; a native stack overflow
//! would abort the host. The scan refuses what is too deep and says how much stack the rest needs.

use rustpython_ruff_python_ast::token::TokenKind;
use rustpython_ruff_python_parser::lexer::{lex, Lexer};
use rustpython_ruff_python_parser::Mode;

/// CPython's tokenizer refuses more open brackets than this.
const MAX_BRACKETS: usize = 200;
/// CPython's tokenizer refuses an indentation stack of this size.
pub const MAX_INDENTS: usize = 99;
/// Links of operator, attribute, call or prefix chains that can be nested in one another.
pub const MAX_DEPTH: usize = 50_000;

/// What makes a source too deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooDeep {
    Brackets,
    Indentation,
    Expressions,
}

impl TooDeep {
    pub fn message(self) -> &'static str {
        match self {
            TooDeep::Brackets => "too many nested parentheses",
            TooDeep::Indentation => "too many levels of indentation",
            TooDeep::Expressions => "too many nested expressions",
        }
    }
}

/// Upper bounds found by the scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Depth {
    /// Nesting of expressions that the tree can have.
    pub expressions: usize,
}

/// Chain links since the last separator that ends the chain. Each kind is ended by fewer separators
/// than the one before it.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Arithmetic, attributes, calls, subscripts, arithmetic prefixes.
    tight: usize,
    /// `not`
    negations: usize,
    /// Conditional expressions, assignment expressions, `yield`.
    loose: usize,
    /// Lambdas: a comma may separate their parameters.
    lambdas: usize,
}

impl Level {
    fn links(self) -> usize {
        self.tight + self.negations + self.loose + self.lambdas + 1
    }
}

/// The counts so far.
pub struct Scan {
    outer: Vec<Level>,
    outer_links: usize,
    level: Level,
    brackets: usize,
    indents: usize,
    pub deepest: usize,
    max_nesting: usize,
}

/// Scans `source`. Stops at the first thing that is too deep; the line (from 1) is approximate.
pub fn scan(source: &str, max_nesting: Option<u32>) -> Result<Depth, (TooDeep, usize)> {
    let mut scan = Scan::new(max_nesting);
    let mut lexer: Lexer<'_> = lex(source, Mode::Module);
    let mut line = 1;
    // Every token but a few empty ones consumes a byte: more tokens than this is a lexer's loop.
    let most_tokens = source.len() * 2 + 1_000;
    for _ in 0..most_tokens {
        let kind = lexer.next_token();
        if kind == TokenKind::EndOfFile {
            break;
        }
        line += usize::from(kind.is_any_newline());
        scan.token(kind).map_err(|why| (why, line))?;
    }
    Ok(Depth { expressions: scan.deepest })
}

impl Scan {
    pub fn new(max_nesting: Option<u32>) -> Scan {
        Scan {
            outer: Vec::new(),
            outer_links: 0,
            level: Level::default(),
            brackets: 0,
            indents: 0,
            deepest: 0,
            max_nesting: max_nesting.map_or(usize::MAX, |n| n as usize),
        }
    }

    /// Counts one token.
    pub fn token(&mut self, kind: TokenKind) -> Result<(), TooDeep> {
        use TokenKind as T;
        match kind {
            T::Lpar | T::Lsqb | T::Lbrace => {
                self.brackets += 1;
                if self.brackets > MAX_BRACKETS.min(self.max_nesting) {
                    return Err(TooDeep::Brackets);
                }
                self.level.tight += 1;
                self.open();
            }
            T::FStringStart | T::TStringStart => self.open(),
            T::Rpar | T::Rsqb | T::Rbrace => {
                self.brackets = self.brackets.saturating_sub(1);
                self.close();
            }
            T::FStringEnd | T::TStringEnd => self.close(),
            T::Indent => {
                self.indents += 1;
                if self.indents > MAX_INDENTS.min(self.max_nesting) {
                    return Err(TooDeep::Indentation);
                }
            }
            T::Dedent => self.indents = self.indents.saturating_sub(1),
            T::Newline | T::Semi => self.level = Level::default(),
            T::Comma => self.level = Level { lambdas: self.level.lambdas, ..Level::default() },
            T::And | T::Or => {
                self.level.tight = 0;
                self.level.negations = 0;
            }
            T::EqEqual | T::NotEqual | T::Less | T::LessEqual | T::Greater | T::GreaterEqual | T::In | T::Is => {
                self.level.tight = 0;
            }
            T::Not => self.level.negations += 1,
            T::If | T::ColonEqual | T::Yield => self.level.loose += 1,
            T::Lambda => self.level.lambdas += 1,
            T::Dot
            | T::Await
            | T::Plus
            | T::Minus
            | T::Star
            | T::DoubleStar
            | T::Slash
            | T::DoubleSlash
            | T::Percent
            | T::At
            | T::Vbar
            | T::Amper
            | T::CircumFlex
            | T::LeftShift
            | T::RightShift
            | T::Tilde => self.level.tight += 1,
            _ => return Ok(()),
        }
        self.deepest = self.deepest.max(self.indents + self.outer_links + self.level.links());
        if self.deepest > MAX_DEPTH {
            return Err(TooDeep::Expressions);
        }
        Ok(())
    }

    fn open(&mut self) {
        self.outer.push(self.level);
        self.outer_links += self.level.links();
        self.level = Level::default();
    }

    fn close(&mut self) {
        if let Some(level) = self.outer.pop() {
            self.outer_links = self.outer_links.saturating_sub(level.links());
            self.level = level;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(source: &str) -> Option<TooDeep> {
        scan(source, None).err().map(|e| e.0)
    }

    #[test]
    fn brackets_have_cpythons_limit() {
        assert_eq!(why(&("(".repeat(200) + "1" + &")".repeat(200))), None);
        assert_eq!(why(&("[".repeat(201) + "1" + &"]".repeat(201))), Some(TooDeep::Brackets));
        assert_eq!(why(&"(".repeat(200_000)), Some(TooDeep::Brackets));
        assert_eq!(scan("((1))", Some(1)).unwrap_err().0, TooDeep::Brackets);
        assert_eq!(why("'(((' # ((("), None);
    }

    #[test]
    fn indentation_has_cpythons_limit() {
        let nest = |n: usize| -> String { (0..=n).map(|i| format!("{}if x:\n", " ".repeat(i))).collect() };
        assert_eq!(why(&(nest(98) + &" ".repeat(99) + "pass\n")), None);
        assert_eq!(why(&(nest(99) + &" ".repeat(100) + "pass\n")), Some(TooDeep::Indentation));
    }

    #[test]
    fn chains_are_measured() {
        let depth = |s: &str| scan(s, None).unwrap().expressions;
        assert!(depth(&("a".to_owned() + &"+a".repeat(10_000))) >= 10_000);
        assert!(depth(&"a.b,".repeat(10_000)) < 10);
        assert!(depth(&"-1 == x or ".repeat(10_000)) < 10);
        assert!(depth(&("lambda a, b: ".repeat(3_000) + "1")) >= 3_000);
        assert_eq!(why(&"-".repeat(100_000)), Some(TooDeep::Expressions));
        assert_eq!(why(&"not ".repeat(100_000)), Some(TooDeep::Expressions));
    }
}
