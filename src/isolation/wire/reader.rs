//! Reads the format, one token at a time: total, without allocation, whatever the bytes are.

use super::tag;

/// The bytes are none of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub &'static str);

/// A value, or the beginning of one: as many values as it says follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token<'a> {
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    /// Two's complement.
    BigInt(&'a [u8]),
    Float(f64),
    Complex(f64, f64),
    Text(&'a str),
    Surrogates(&'a [u8]),
    Bytes(&'a [u8]),
    ByteArray(&'a [u8]),
    List(usize),
    Tuple(usize),
    /// Pairs.
    Dict(usize),
    Set(usize),
    FrozenSet(usize),
    Ref(usize),
    /// One value follows.
    Kind(&'a str),
}

/// A place in the bytes of a message.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    pub fn token(&mut self) -> Result<Token<'a>, Malformed> {
        Ok(match self.byte()? {
            tag::NONE => Token::None,
            tag::ELLIPSIS => Token::Ellipsis,
            tag::FALSE => Token::Bool(false),
            tag::TRUE => Token::Bool(true),
            tag::INT => Token::Int(i64::from_le_bytes(self.array()?)),
            tag::BIG_INT => Token::BigInt(self.block()?),
            tag::FLOAT => Token::Float(f64::from_le_bytes(self.array()?)),
            tag::COMPLEX => Token::Complex(f64::from_le_bytes(self.array()?), f64::from_le_bytes(self.array()?)),
            tag::TEXT => Token::Text(self.text()?),
            tag::SURROGATES => Token::Surrogates(self.block()?),
            tag::BYTES => Token::Bytes(self.block()?),
            tag::BYTE_ARRAY => Token::ByteArray(self.block()?),
            tag::LIST => Token::List(self.count(1)?),
            tag::TUPLE => Token::Tuple(self.count(1)?),
            tag::DICT => Token::Dict(self.count(2)?),
            tag::SET => Token::Set(self.count(1)?),
            tag::FROZEN_SET => Token::FrozenSet(self.count(1)?),
            tag::REF => Token::Ref(self.length()?),
            tag::KIND => Token::Kind(self.text()?),
            _ => return Err(Malformed("an unknown tag")),
        })
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or(Malformed("a length beyond the end"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed("a length beyond the end"))
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn length(&mut self) -> Result<usize, Malformed> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn block(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Result<&'a str, Malformed> {
        std::str::from_utf8(self.block()?).map_err(|_| Malformed("a text that is not UTF-8"))
    }

    /// How many items follow, of so many values each. A value has a byte at least: nobody makes room for items that
    /// are not there.
    fn count(&mut self, values: usize) -> Result<usize, Malformed> {
        let count = self.length()?;
        match count.checked_mul(values) {
            Some(least) if least <= self.rest.len() => Ok(count),
            _ => Err(Malformed("more items than bytes")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Result<usize, Malformed> {
        let (mut reader, mut tokens) = (Reader::new(bytes), 0);
        while !reader.is_at_end() {
            reader.token()?;
            tokens += 1;
        }
        Ok(tokens)
    }

    #[test]
    fn reads_what_is_written() {
        assert_eq!(Reader::new(&[tag::INT, 5, 0, 0, 0, 0, 0, 0, 0]).token(), Ok(Token::Int(5)));
        assert_eq!(Reader::new(&[tag::TEXT, 2, 0, 0, 0, b'h', b'i']).token(), Ok(Token::Text("hi")));
        assert_eq!(Reader::new(&[tag::DICT, 1, 0, 0, 0, tag::NONE, tag::TRUE]).token(), Ok(Token::Dict(1)));
    }

    #[test]
    fn refuses_what_is_not_there() {
        for bytes in [&[][..], &[255], &[tag::INT, 1], &[tag::TEXT, 255, 255, 255, 255, 0], &[tag::LIST, 2, 0, 0, 0, tag::NONE]] {
            assert!(Reader::new(bytes).token().is_err(), "{bytes:?}");
        }
        assert_eq!(Reader::new(&[tag::DICT, 1, 0, 0, 0, tag::NONE]).token(), Err(Malformed("more items than bytes")));
        assert_eq!(Reader::new(&[tag::TEXT, 1, 0, 0, 0, 0xff]).token(), Err(Malformed("a text that is not UTF-8")));
    }

    proptest! {
        #[test]
        fn any_bytes_end(bytes in proptest::collection::vec(0u8..24, 0..200)) {
            if let Ok(tokens) = read(&bytes) {
                prop_assert!(tokens <= bytes.len());
            }
        }
    }
}
