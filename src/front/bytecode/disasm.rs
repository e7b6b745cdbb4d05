//! A readable listing of lowered code, for tests and debugging.

use std::fmt;

use crate::front::bytecode::code::{Code, Const};

/// The listing of a code and of the codes inside it.
pub fn listing(code: &Code) -> String {
    let mut text = String::new();
    write_code(&mut text, code);
    text
}

fn write_code(text: &mut String, code: &Code) {
    text.push_str(&code.to_string());
    for function in &code.functions {
        write_code(text, &function.code);
    }
    for class in &code.classes {
        write_code(text, &class.code);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({:?}, {} registers)", self.qualname, self.kind, self.registers)?;
        for (pc, instr) in self.instrs.iter().enumerate() {
            writeln!(f, "{pc:4} {instr}")?;
        }
        for (i, constant) in self.consts.iter().enumerate() {
            writeln!(f, "  k{i} = {}", const_text(constant))?;
        }
        for handler in &self.handlers {
            let h = handler;
            writeln!(f, "  {}..{} -> {} r{} depth {} {:?}", h.start, h.end, h.target, h.reg.0, h.depth, h.kind)?;
        }
        Ok(())
    }
}

fn const_text(constant: &Const) -> String {
    match constant {
        Const::Str(s) => format!("{:?}", String::from_utf8_lossy(s)),
        other => format!("{other:?}"),
    }
}
