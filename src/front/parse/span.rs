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

    /// The whole lines that this place is in, and the text before them; empty if the span does not fit `source`.
    pub fn whole_lines(self, source: &str) -> (&str, &str) {
        let (Some(before), Some(rest)) = (source.get(..self.start as usize), source.get(self.end as usize..)) else { return ("", "") };
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let end = self.end as usize + rest.find('\n').map_or(rest.len(), |at| at + 1);
        (source.get(..begin).unwrap_or(""), source.get(begin..end).unwrap_or(""))
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

/// Where the lines of a source end: for many spans of one source.
pub struct LineIndex {
    ends: Vec<usize>,
}

impl LineIndex {
    pub fn of(source: &str) -> LineIndex {
        let bytes = source.as_bytes();
        let ends_line = |(i, byte): &(usize, &u8)| **byte == b'\n' || (**byte == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        LineIndex { ends: bytes.iter().enumerate().filter(ends_line).map(|(i, _)| i).collect() }
    }

    /// As `Span::line`.
    pub fn line(&self, span: Span) -> usize {
        self.ends.partition_point(|end| *end < span.start as usize) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_count_lines_agree() {
        let source = "a\nb\r\nc\rd\n\né\n";
        let index = LineIndex::of(source);
        // No token begins in the middle of `\r\n`.
        for start in (0..=source.len() + 2).filter(|start| *start != source.find("\r\n").map_or(0, |at| at + 1)) {
            let span = Span::new(start as u32, start as u32);
            assert_eq!(index.line(span), span.line(source), "{start}");
        }
    }
}
