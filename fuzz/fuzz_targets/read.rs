//! Any bytes are read to their end, or to an error; no token says more than is there.
#![no_main]

use fastexec::isolation::wire::reader::{Reader, Token};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut reader = Reader::new(bytes);
    while !reader.is_at_end() {
        let before = reader.left();
        let Ok(token) = reader.token() else { return };
        assert!(reader.left() < before);
        let said = match token {
            Token::Text(text) | Token::Kind(text) => text.len(),
            Token::Surrogates(block) | Token::Bytes(block) | Token::ByteArray(block) | Token::BigInt(block) => block.len(),
            Token::List(count) | Token::Tuple(count) | Token::Set(count) | Token::FrozenSet(count) => {
                assert!(count <= reader.left());
                continue;
            }
            Token::Dict(count) => {
                assert!(2 * count <= reader.left());
                continue;
            }
            _ => 0,
        };
        assert!(said < before);
    }
});
