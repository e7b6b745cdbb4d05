//! Places in the source text.

/// Byte range of the source text of a snippet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The text of this place; empty if the span does not fit `source`.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Line of the start, counted from 1. Lines end at `\n`, `\r\n` or `\r`.
    pub fn line(self, source: &str) -> usize {
        let before = source.as_bytes().get(..self.start as usize).unwrap_or(source.as_bytes());
        let mut lines = 1;
        for (i, byte) in before.iter().enumerate() {
            let ends_line = *byte == b'\n' || (*byte == b'\r' && before.get(i + 1) != Some(&b'\n'));
            lines += usize::from(ends_line);
        }
        lines
    }
}
