//! A readable listing of lowered code, for tests and debugging.

use std::fmt;

use crate::front::bytecode::code::{Code, Const};
use crate::front::bytecode::instr::Instr;

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
            writeln!(f, "{pc:4} {}", instr_text(self, instr))?;
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

/// An instruction with registers as `r1`, constants as `k1`.
fn instr_text(_code: &Code, instr: &Instr) -> String {
    let text = format!("{instr:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('(') {
        let (head, tail) = rest.split_at(at);
        let Some(end) = tail.find(')') else { break };
        let number = tail.get(1..end).unwrap_or("");
        if let Some(head) = head.strip_suffix("Reg") {
            out.push_str(head);
            out.push('r');
            out.push_str(number);
        } else if let Some(head) = head.strip_suffix("Rk") {
            out.push_str(head);
            match number.strip_prefix('-').and_then(|n| n.parse::<i32>().ok()) {
                Some(n) => out.push_str(&format!("k{}", n - 1)),
                None => {
                    out.push('r');
                    out.push_str(number);
                }
            }
        } else {
            out.push_str(head);
            out.push_str(number);
        }
        rest = tail.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out.replace("{ ", "").replace(" }", "").replace(": ", "=").replace(',', "")
}

fn const_text(constant: &Const) -> String {
    match constant {
        Const::Str(s) => format!("{:?}", String::from_utf8_lossy(s)),
        other => format!("{other:?}"),
    }
}
