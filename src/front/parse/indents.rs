//! Indentation as CPython's tokenizer has it: a line that is further in, or not, has to be so both where a tab goes to the
//! next multiple of eight and where it is one column. (The parser crate counts two columns for a tab.)

use rustpython_ruff_python_ast::token::{TokenKind, Tokens};
use rustpython_ruff_text_size::Ranged;

const TAB: usize = 8;

/// Columns of an indentation: with wide tabs, and with tabs of one column.
#[derive(Clone, Copy, Default)]
struct Columns {
    wide: usize,
    narrow: usize,
}

impl Columns {
    /// Of the white space before the first token of a logical line.
    fn of(text: &str) -> Columns {
        let mut columns = Columns::default();
        // What stands before a backslash counts alone.
        let mut continued = 0;
        for byte in text.bytes() {
            match byte {
                b' ' => columns = Columns { wide: columns.wide + 1, narrow: columns.narrow + 1 },
                b'\t' => columns = Columns { wide: (columns.wide / TAB + 1) * TAB, narrow: columns.narrow + 1 },
                0x0c => columns = Columns::default(),
                b'\\' if continued == 0 => continued = columns.wide,
                _ => {}
            }
        }
        if continued == 0 {
            columns
        } else {
            Columns { wide: continued, narrow: continued }
        }
    }
}

/// The first line whose indentation CPython refuses, as a byte offset. Of a source that the parser crate takes.
pub fn refused(source: &str, tokens: &Tokens) -> Option<usize> {
    if !source.contains(['\t', '\x0c']) {
        return None;
    }
    let mut blocks = vec![Columns::default()];
    let (mut begins, mut end) = (true, 0);
    for token in tokens {
        match token.kind() {
            TokenKind::EndOfFile => break,
            TokenKind::Indent | TokenKind::Dedent => continue,
            TokenKind::Comment | TokenKind::NonLogicalNewline => {}
            TokenKind::Newline => begins = true,
            _ if begins => {
                begins = false;
                if !enter(&mut blocks, Columns::of(source.get(end..token.start().to_usize())?)) {
                    return Some(end);
                }
            }
            _ => {}
        }
        end = token.end().to_usize();
    }
    None
}

/// Goes on with a line; false if it fits none of the blocks.
fn enter(blocks: &mut Vec<Columns>, line: Columns) -> bool {
    let top = |blocks: &[Columns]| blocks.last().copied().unwrap_or_default();
    if line.wide > top(blocks).wide {
        let deeper = line.narrow > top(blocks).narrow;
        blocks.push(line);
        return deeper;
    }
    while line.wide < top(blocks).wide {
        blocks.pop();
    }
    line.wide == top(blocks).wide && line.narrow == top(blocks).narrow
}

#[cfg(test)]
mod tests {
    use crate::front::parse::parse;

    fn line(source: &str) -> Option<usize> {
        parse(source, (3, 11)).err().map(|error| source.get(..error.offset).map_or(0, |before| before.matches('\n').count()) + 1)
    }

    #[test]
    fn a_tab_goes_to_the_next_multiple_of_eight() {
        assert_eq!(line("if 1:\n\t if 1:\n    \tx = \\\n 1\n"), Some(3));
        assert_eq!(line("if 1:\n\tif 1:\n\t\tx = 1\n\tx = 2\nx = 3\n"), None);
        assert_eq!(line("if 1:\n    if 1:\n    \tx = 1\n    x = 2\n"), None);
    }

    #[test]
    fn a_form_feed_begins_anew() {
        assert_eq!(line("def f():\n  \x0c  1\n \ty = 1\n"), Some(3));
        assert_eq!(line("def f():\n  \x0c  \"\"\"a\n b\"\"\"\n \ty = 1\n  # c"), Some(4));
        assert_eq!(line("if 1:\n  y = 1\n \x0c  y = 2\n"), None);
    }

    #[test]
    fn only_logical_lines_are_indented() {
        assert_eq!(line("if 1:\n\tx = (1,\n  2)\n    # c\n\t'''a\n   b'''\n\n  \n\ty = 1\n"), None);
        assert_eq!(line("if 1:\n    \\\n\tx = 1\n    y = 2\n"), None);
    }
}
