//! The scan of `scan` over bytes instead of tokens, for source without rarities.
//!
//! Lexing twice costs as much as a third of parsing. This look knows just enough of the tokens to count the
//! same links, and gives up (the exact scan decides then) at whatever it does not surely read as the lexer
//! does: letters outside of ASCII, tabs before a line, errors, f-strings with quotes or braces in odd places.

use rustpython_ruff_python_ast::token::TokenKind as T;

use crate::front::parse::token_scan::{Depth, Scan, MAX_INDENTS};

/// What `scan::scan` would find, where that is sure and nothing is too deep.
pub fn scan(source: &str, max_nesting: Option<u32>) -> Option<Depth> {
    let mut quick = Quick {
        bytes: source.as_bytes(),
        at: 0,
        scan: Scan::new(max_nesting),
        nesting: 0,
        indents: [0; MAX_INDENTS],
        indent: 0,
        line_used: false,
    };
    quick.code(None)?;
    if quick.nesting > 0 {
        return None;
    }
    if quick.line_used {
        quick.token(T::Newline)?;
    }
    Some(Depth { expressions: quick.scan.deepest })
}

/// Bytes of names.
const WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        word[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    word
};

struct Quick<'a> {
    bytes: &'a [u8],
    at: usize,
    scan: Scan,
    /// Open brackets.
    nesting: usize,
    /// Columns of the open blocks; `indent` of them count.
    indents: [usize; MAX_INDENTS],
    indent: usize,
    /// The logical line has tokens.
    line_used: bool,
}

impl Quick<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn token(&mut self, kind: T) -> Option<()> {
        self.scan.token(kind).ok()
    }

    /// Skips bytes that `more` holds for.
    #[inline(always)]
    fn skip(&mut self, more: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|byte| more(*byte)) {
            self.at += 1;
        }
    }

    /// Tokens up to the end, or up to what ends a replacement field that starts at this nesting.
    fn code(&mut self, field: Option<usize>) -> Option<()> {
        if field.is_none() {
            self.indentation()?;
        }
        while let Some(byte) = self.bytes.get(self.at).copied() {
            match byte {
                b' ' | b'\t' | 0x0c => {
                    self.at += 1;
                    continue;
                }
                b'\n' if field.is_none() => {
                    self.at += 1;
                    self.newline()?;
                    continue;
                }
                b'\\' if self.peek(1) == b'\n' && self.at + 2 < self.bytes.len() && field.is_none() => {
                    self.at += 2;
                    continue;
                }
                b'#' if field.is_none() => {
                    self.skip(|b| b != b'\n');
                    continue;
                }
                b'}' | b':' if field == Some(self.nesting) => return Some(()),
                _ => {}
            }
            self.line_used = true;
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(field.is_some())?,
                b'0'..=b'9' => self.number()?,
                b'"' | b'\'' => self.string()?,
                _ => self.operator(byte, field)?,
            }
        }
        field.is_none().then_some(())
    }

    fn newline(&mut self) -> Option<()> {
        if self.nesting > 0 {
            return Some(());
        }
        if self.line_used {
            self.token(T::Newline)?;
            self.line_used = false;
        }
        self.indentation()
    }

    /// The white space at the start of a logical line.
    fn indentation(&mut self) -> Option<()> {
        loop {
            let start = self.at;
            self.skip(|b| b == b' ');
            let column = self.at - start;
            match self.peek(0) {
                b'\t' | 0x0c | b'\\' => return None,
                b'\n' => self.at += 1,
                b'#' => self.skip(|b| b != b'\n'),
                0 => return Some(()),
                _ => return self.indented(column),
            }
        }
    }

    fn indented(&mut self, column: usize) -> Option<()> {
        let top = |quick: &Self| quick.indent.checked_sub(1).and_then(|i| quick.indents.get(i).copied()).unwrap_or(0);
        if column > top(self) {
            *self.indents.get_mut(self.indent)? = column;
            self.indent += 1;
            return self.token(T::Indent);
        }
        while column < top(self) {
            self.indent -= 1;
            self.token(T::Dedent)?;
        }
        (column == top(self)).then_some(())
    }

    /// A name, a keyword, or the prefix of a string.
    fn word(&mut self, in_field: bool) -> Option<()> {
        let start = self.at;
        self.skip(|b| WORD[b as usize]);
        let word = self.bytes.get(start..self.at)?;
        match self.peek(0) {
            0x80.. => return None,
            b'"' | b'\'' if word.len() <= 2 => match word {
                b"f" | b"F" | b"t" | b"T" => return self.interpolated(in_field),
                [b'r' | b'R', b'f' | b'F' | b't' | b'T'] | [b'f' | b'F' | b't' | b'T', b'r' | b'R'] => return None,
                _ => {}
            },
            _ => {}
        }
        match word {
            b"and" => self.token(T::And),
            b"or" => self.token(T::Or),
            b"in" => self.token(T::In),
            b"is" => self.token(T::Is),
            b"if" => self.token(T::If),
            b"not" => self.token(T::Not),
            b"yield" => self.token(T::Yield),
            b"lambda" => self.token(T::Lambda),
            b"await" => self.token(T::Await),
            _ => Some(()),
        }
    }

    /// A number that ends where the lexer ends it: no letter follows.
    fn number(&mut self) -> Option<()> {
        if self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X') {
            self.at += 2;
            self.digits(|b| b.is_ascii_hexdigit());
        } else {
            self.digits(|b| b.is_ascii_digit());
            if self.peek(0) == b'.' {
                self.at += 1;
                self.digits(|b| b.is_ascii_digit());
            }
            if matches!(self.peek(0), b'e' | b'E') {
                self.at += 1 + usize::from(matches!(self.peek(1), b'+' | b'-'));
                if !self.peek(0).is_ascii_digit() {
                    return None;
                }
                self.digits(|b| b.is_ascii_digit());
            }
            if matches!(self.peek(0), b'j' | b'J') {
                self.at += 1;
            }
        }
        let next = self.peek(0);
        (!next.is_ascii_alphabetic() && next != b'_' && next < 0x80).then_some(())
    }

    /// Skips digits, with single underscores between them.
    fn digits(&mut self, is_digit: impl Fn(u8) -> bool) {
        while is_digit(self.peek(0)) {
            self.skip(&is_digit);
            self.at += usize::from(self.peek(0) == b'_' && is_digit(self.peek(1)));
        }
    }

    /// Skips the quotes that start a string; tells the quote and whether it is a triple one.
    fn quotes(&mut self) -> (u8, bool) {
        let quote = self.peek(0);
        let triple = self.peek(1) == quote && self.peek(2) == quote;
        self.at += if triple { 3 } else { 1 };
        (quote, triple)
    }

    /// Skips the quotes that end a string, if it ends here.
    fn closed(&mut self, quote: u8, triple: bool) -> bool {
        let ends = self.peek(0) == quote && (!triple || (self.peek(1) == quote && self.peek(2) == quote));
        if ends {
            self.at += if triple { 3 } else { 1 };
        }
        ends
    }

    fn string(&mut self) -> Option<()> {
        let (quote, triple) = self.quotes();
        loop {
            self.skip(|b| b != quote && b != b'\\' && b != b'\n');
            match self.bytes.get(self.at)? {
                b'\\' => self.at += 2,
                b'\n' if !triple => return None,
                _ if self.closed(quote, triple) => return Some(()),
                _ => self.at += 1,
            }
        }
    }

    /// An f-string or t-string whose fields hold no other one.
    fn interpolated(&mut self, in_field: bool) -> Option<()> {
        if in_field {
            return None;
        }
        let (quote, triple) = self.quotes();
        self.token(T::FStringStart)?;
        loop {
            self.skip(|b| b != quote && b != b'\\' && b != b'\n' && b != b'{' && b != b'}');
            match self.bytes.get(self.at)? {
                b'\\' if matches!(self.peek(1), b'{' | b'}' | b'N') => return None,
                b'\\' => self.at += 2,
                b'\n' if !triple => return None,
                b'{' if self.peek(1) == b'{' => self.at += 2,
                b'}' if self.peek(1) == b'}' => self.at += 2,
                b'}' => return None,
                b'{' => self.field(quote)?,
                _ if self.closed(quote, triple) => return self.token(T::FStringEnd),
                _ => self.at += 1,
            }
        }
    }

    fn field(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        self.nesting += 1;
        self.token(T::Lbrace)?;
        self.code(Some(self.nesting))?;
        if self.peek(0) == b':' {
            self.at += 1;
            self.skip(|b| !matches!(b, b'{' | b'}' | b'\\' | b'\n') && b != quote);
        }
        if self.peek(0) != b'}' {
            return None;
        }
        self.at += 1;
        self.nesting -= 1;
        self.token(T::Rbrace)
    }

    fn operator(&mut self, byte: u8, field: Option<usize>) -> Option<()> {
        let next = self.peek(1);
        let (length, kind) = match byte {
            b'(' | b'[' | b'{' => {
                self.nesting += 1;
                (1, Some(T::Lpar))
            }
            b')' | b']' | b'}' => {
                self.nesting = self.nesting.checked_sub(1).filter(|n| field.is_none_or(|start| *n >= start))?;
                (1, Some(T::Rpar))
            }
            b',' => (1, Some(T::Comma)),
            b';' => (1, Some(T::Semi)),
            b'~' => (1, Some(T::Tilde)),
            b':' if next == b'=' => (2, Some(T::ColonEqual)),
            b':' => (1, None),
            b'.' if next.is_ascii_digit() => return self.number(),
            b'.' if next == b'.' && self.peek(2) == b'.' => (3, None),
            b'.' => (1, Some(T::Dot)),
            b'=' | b'!' if next == b'=' => (2, Some(T::EqEqual)),
            b'=' => (1, None),
            b'!' if field == Some(self.nesting) => (1, None),
            b'-' if next == b'>' => (2, None),
            b'*' | b'/' | b'<' | b'>' if next == byte => match self.peek(2) {
                b'=' => (3, None),
                _ => (2, Some(T::Plus)),
            },
            b'<' | b'>' => (1 + usize::from(next == b'='), Some(T::Less)),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' if next == b'=' => (2, None),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' => (1, Some(T::Plus)),
            _ => return None,
        };
        self.at += length;
        kind.map_or(Some(()), |kind| self.token(kind))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::front::parse::token_scan::scan as exact;

    fn agree(source: &str) -> bool {
        match (scan(source, None), exact(source, None)) {
            (None, _) => true,
            (Some(quick), Ok(depth)) => quick == depth,
            (Some(_), Err(_)) => false,
        }
    }

    #[test]
    fn ordinary_code_needs_no_lexer() {
        for source in [
            "x = 1\n\n# note\nif x > 2 and not y:\n    z = f\"{d['a']:>10} {x!r} {{}}\"\n  # odd\n    w = -x ** 2\nelse:\n    pass\n",
            "def f(a, *b, c=1.5e-3, **d) -> int:\n    '''doc'''\n    return lambda x: (yield x)[1:2, ...].b\n",
            "x = [\n  1,\n    0xFF, 2j, .5, 1_000]\ny = a if b else c\\\n  + d\n",
            "",
            "\n\n",
            "x",
        ] {
            assert!(scan(source, None).is_some(), "{source}");
            assert!(agree(source), "{source}");
        }
    }

    #[test]
    fn rarities_are_left_to_the_lexer() {
        for source in [
            "é = 1",
            "\tx",
            "f'{f\"{x}\"}'",
            "rf'{x}'",
            "f'{x:{y}}'",
            "(",
            ")",
            "x = 'a",
            "1if x else 2",
            "1._1.",
            "a ? b",
            "if x:\n   y\n z",
        ] {
            assert_eq!(scan(source, None), None, "{source}");
        }
        assert_eq!(scan(&"(".repeat(201), None), None);
        assert_eq!(scan("((1))", Some(1)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn agrees_with_the_lexer(parts in prop::collection::vec(prop::sample::select(PARTS), 0..24)) {
            let source = parts.concat();
            prop_assert!(agree(&source), "{source:?}: {:?} {:?}", scan(&source, None), exact(&source, None));
        }
    }

    const PARTS: &[&str] = &[
        "x",
        "1",
        "0x1f",
        "1.",
        ".5",
        "1e5",
        "1_0",
        "2j",
        "e",
        "j",
        "_",
        "f",
        "rb",
        " ",
        " ",
        "\n",
        "\n    ",
        "\n  ",
        "\t",
        "\\",
        "\\\n",
        "#",
        "'",
        "'",
        "\"",
        "\"",
        "'''",
        "\"\"\"",
        "f'",
        "f\"",
        "F'''",
        "t\"",
        "rf'",
        "fr\"",
        "b'",
        "u'",
        "{",
        "}",
        "{{",
        "}}",
        "(",
        ")",
        "[",
        "]",
        ":",
        ":=",
        "=",
        "==",
        "!",
        "!=",
        "!r",
        "<",
        "<=",
        "<<",
        ">>=",
        ">",
        "->",
        "-",
        "+=",
        "*",
        "**",
        "**=",
        "/",
        "//",
        "%",
        "@",
        "&",
        "|",
        "^",
        "~",
        ".",
        "...",
        ",",
        ";",
        "and",
        " or ",
        "not ",
        "in ",
        " is ",
        "if ",
        "lambda ",
        "yield ",
        "await ",
        "é",
        "×",
        "\u{c}",
        "$",
        "?",
        "\\N{DASH}",
        "match ",
        "lazy ",
    ];
}
