//! `sum` of a generator expression since 3.12: what float additions lose is kept and added at the end
//! (Neumaier's variant of Kahan's summation, as in CPython).

use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::cpython::value::{Num, Tag, Value, R};
use crate::front::bytecode::operands::{BinOp, Reg};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::ops::arithmetic;

/// `acc += v`. The register after `acc` is unset while only ints were met, then the compensation, then None.
pub fn step(m: &Machine, a: &mut Active, acc: Reg, v: &Value) -> R<()> {
    let lost = acc.offset(1);
    let (sum, state) = (a.reg(acc).num(), a.reg(lost).tag());
    if let (Tag::Float, Num::Float(sum)) = (state, sum) {
        match number(v) {
            Num::Float(x) => {
                let total = sum + x;
                let error = if sum.abs() >= x.abs() { (sum - total) + x } else { (x - total) + sum };
                a.set(acc, Value::float(total));
                a.set(lost, Value::float(compensation(a.reg(lost)) + error));
                return Ok(());
            }
            Num::Int(i) => {
                a.set(acc, Value::float(sum + i as f64));
                return Ok(());
            }
            Num::Other => {}
        }
        let settled = settled(sum, compensation(a.reg(lost)));
        a.set(acc, Value::float(settled));
        a.set(lost, Value::NONE);
    }
    let total = arithmetic::binary(m, BinOp::Add, a.reg(acc), v)?;
    if a.reg(lost).is_unset() {
        match total.num() {
            Num::Int(_) => {}
            Num::Float(_) => a.set(lost, Value::float(0.0)),
            Num::Other => a.set(lost, Value::NONE),
        }
    }
    a.set(acc, total);
    Ok(())
}

/// Instances of classes derived from int count as ints.
fn number(v: &Value) -> Num {
    match v.num() {
        Num::Other => {
            let int = v.as_object().filter(|o| o.is_instance_of::<PyInt>()).and_then(|o| o.extract::<i64>().ok());
            int.map_or(Num::Other, Num::Int)
        }
        plain => plain,
    }
}

/// `d` = the sum.
pub fn end(a: &mut Active, d: Reg, acc: Reg) {
    let (sum, lost) = (a.take(acc), a.take(acc.offset(1)));
    let total = match (lost.tag(), sum.num()) {
        (Tag::Float, Num::Float(f)) => Value::float(settled(f, compensation(&lost))),
        _ => sum,
    };
    a.set(d, total);
}

fn compensation(lost: &Value) -> f64 {
    match lost.num() {
        Num::Float(f) => f,
        _ => f64::NAN,
    }
}

fn settled(sum: f64, lost: f64) -> f64 {
    if lost != 0.0 && lost.is_finite() {
        sum + lost
    } else {
        sum
    }
}
