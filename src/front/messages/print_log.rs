//! Printed output, bounded while it is written: the head and the tail are kept, the middle goes.
//!
//! The text is UTF-8 in which lone surrogates are encoded like other code points ("surrogatepass"),
//! since Python strings may hold them. Limits count characters.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::front::messages::contract;

/// The log of one call, shared with the `PrintContainer` that the host sees.
#[derive(Debug)]
pub struct PrintLog {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Everything so far, or the kept head once `tail` is used.
    head: Vec<u8>,
    head_chars: usize,
    /// `Some` once the middle was dropped: the last characters, a few too many.
    tail: Option<Tail>,
    /// Characters that may stand; `None` keeps all.
    limit: Option<usize>,
}

#[derive(Debug, Default)]
struct Tail {
    bytes: Vec<u8>,
    chars: usize,
}

impl PrintLog {
    /// An empty log that keeps about `limit` characters.
    pub fn new(limit: Option<usize>) -> PrintLog {
        PrintLog { inner: Mutex::new(Inner { head: Vec::new(), head_chars: 0, tail: None, limit }) }
    }

    pub fn append(&self, text: &[u8]) {
        self.lock().append(text);
    }

    /// The text as the host sees it: whole, or cut to the limit with the contract's remark in the middle.
    pub fn text(&self) -> Vec<u8> {
        self.lock().text()
    }

    /// Replaces what was printed; from now on nothing is cut.
    pub fn replace(&self, text: &[u8]) {
        let mut inner = self.lock();
        *inner = Inner { head: text.to_vec(), head_chars: count_chars(text), tail: None, limit: None };
    }

    /// Ends the call: the text as it is now becomes the whole content.
    pub fn settle(&self) -> Vec<u8> {
        let mut inner = self.lock();
        let text = inner.text();
        let head_chars = count_chars(&text);
        *inner = Inner { head: text.clone(), head_chars, tail: None, limit: None };
        text
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn append(&mut self, text: &[u8]) {
        let chars = count_chars(text);
        let limit = self.limit;
        match (&mut self.tail, limit) {
            (Some(tail), Some(limit)) => tail.push(text, chars, tail_chars(limit)),
            _ => {
                self.head.extend_from_slice(text);
                self.head_chars = self.head_chars.saturating_add(chars);
                if let Some(limit) = limit.filter(|limit| self.head_chars > slack(*limit)) {
                    self.drop_middle(limit);
                }
            }
        }
    }

    fn drop_middle(&mut self, limit: usize) {
        let keep = tail_chars(limit);
        let mut tail = Tail::default();
        tail.push(last_chars(&self.head, keep), keep.min(self.head_chars), keep);
        let end = first_chars(&self.head, limit / 2).len();
        self.head.truncate(end);
        self.head.shrink_to_fit();
        self.head_chars = limit / 2;
        self.tail = Some(tail);
    }

    fn text(&self) -> Vec<u8> {
        match (&self.tail, self.limit) {
            (Some(tail), Some(limit)) => cut(&self.head, &tail.bytes, limit),
            (None, Some(limit)) if self.head_chars > limit => cut(&self.head, &self.head, limit),
            _ => self.head.clone(),
        }
    }
}

impl Tail {
    fn push(&mut self, text: &[u8], chars: usize, keep: usize) {
        let text = if chars > keep { last_chars(text, keep) } else { text };
        self.bytes.extend_from_slice(text);
        self.chars = self.chars.saturating_add(chars.min(keep));
        if self.chars > slack(keep) {
            self.bytes = last_chars(&self.bytes, keep).to_vec();
            self.chars = keep;
        }
    }
}

/// Shortens text of more than `limit` characters: first and last half around the contract's remark.
pub fn truncate(text: &[u8], limit: usize) -> Vec<u8> {
    if text.len() <= limit || count_chars(text) <= limit {
        return text.to_vec();
    }
    cut(text, text, limit)
}

/// As `truncate`, for text that is known to have no lone surrogates.
pub fn truncate_str(text: &str, limit: usize) -> String {
    String::from_utf8_lossy(&truncate(text.as_bytes(), limit)).into_owned()
}

fn cut(head: &[u8], tail: &[u8], limit: usize) -> Vec<u8> {
    let remark = contract::truncated(limit);
    [first_chars(head, limit / 2), remark.as_bytes(), last_chars(tail, tail_chars(limit))].concat()
}

/// Half of the limit, rounded up.
fn tail_chars(limit: usize) -> usize {
    limit.div_ceil(2)
}

/// How much may be collected before it is worth cutting back to `keep`.
fn slack(keep: usize) -> usize {
    keep.saturating_mul(2).saturating_add(1_024)
}

fn starts_char(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn count_chars(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|byte| starts_char(**byte)).count()
}

fn first_chars(text: &[u8], n: usize) -> &[u8] {
    let end = text.iter().enumerate().filter(|(_, byte)| starts_char(**byte)).map(|(i, _)| i).nth(n);
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}

fn last_chars(text: &[u8], n: usize) -> &[u8] {
    if n == 0 {
        return &[];
    }
    let starts = text.iter().enumerate().rev().filter(|(_, byte)| starts_char(**byte));
    let start = starts.map(|(i, _)| i).nth(n - 1);
    text.get(start.unwrap_or(0)..).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oracle(text: &str, limit: usize) -> String {
        let chars: Vec<char> = text.chars().collect();
        if chars.len() <= limit {
            return text.to_owned();
        }
        let head: String = chars[..limit / 2].iter().collect();
        let tail: String = chars[chars.len() - limit.div_ceil(2)..].iter().collect();
        format!("{head}\n..._This content has been truncated to stay below {limit} characters_...\n{tail}")
    }

    fn logged(pieces: &[String], limit: usize) -> String {
        let log = PrintLog::new(Some(limit));
        for piece in pieces {
            log.append(piece.as_bytes());
        }
        String::from_utf8(log.text()).unwrap()
    }

    #[test]
    fn same_as_cutting_the_whole_text() {
        for limit in [0, 1, 2, 5, 10, 49, 50, 5_000] {
            for count in [0, 1, 3, 40, 3_000] {
                let pieces: Vec<String> = (0..count).map(|i| format!("é{i}☃\n")).collect();
                assert_eq!(logged(&pieces, limit), oracle(&pieces.concat(), limit), "{limit} {count}");
                let one = [pieces.concat()];
                assert_eq!(logged(&one, limit), oracle(&one[0], limit), "{limit} {count}");
                assert_eq!(truncate_str(&one[0], limit), oracle(&one[0], limit));
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        let log = PrintLog::new(Some(100));
        for _ in 0..100_000 {
            log.append(b"0123456789");
        }
        let inner = log.lock();
        assert!(inner.head.capacity() + inner.tail.as_ref().unwrap().bytes.capacity() < 10_000);
    }

    #[test]
    fn settled_text_can_grow() {
        let log = PrintLog::new(Some(4));
        log.append(b"abcdefgh");
        let text = log.settle();
        assert!(text.starts_with(b"ab\n...") && text.ends_with(b"...\ngh"));
        log.append(b"more");
        assert!(log.text().ends_with(b"ghmore"));
        log.replace(b"new");
        assert_eq!(log.text(), b"new");
    }

    #[test]
    fn surrogates_are_characters() {
        let lone = b"\xED\xA0\x80".repeat(10);
        assert_eq!(count_chars(&lone), 10);
        assert!(truncate(&lone, 4).starts_with(&lone[..6]));
    }
}
