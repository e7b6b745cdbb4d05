//! What is made of the table of instructions (`instr`): the type itself, what each works on, which cannot raise, and how it
//! is listed.
//!
//! An entry is a variant with its fields, and after it `cannot_raise` where no error comes from it. A field of type `Reg`
//! is one register, one of type `Rk` an operand that is read; what else a field means stands after `=>`:
//!
//! - `registers(n)`: this many registers from here; `n` may name the other fields,
//! - `counted(how_many, k)`: as many as the function `how_many(code, k)` says,
//! - `entry(table)`: an index into this table of the code,
//! - `jump`: an instruction, as the distance from this one.

use std::fmt;

use crate::front::bytecode::operands::{Aggregate, AwaitSource, BinOp, CmpOp, Conversion, Pairs, Reg, Rk, UnaryOp};

/// Something that an instruction works on.
pub enum Operand {
    Read(Rk),
    /// This many registers from here.
    Registers(Reg, usize),
    Jump(i64),
    /// Index into a table of this length.
    Entry(usize, usize),
}

/// What the type of a field says of it.
pub trait Field {
    fn note(self, _found: &mut Vec<Operand>);
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Field for Reg {
    fn note(self, found: &mut Vec<Operand>) {
        found.push(Operand::Registers(self, 1));
    }
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl Field for Rk {
    fn note(self, found: &mut Vec<Operand>) {
        found.push(Operand::Read(self));
    }
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_reg() {
            write!(f, "r{}", self.0)
        } else {
            write!(f, "k{}", -1 - i32::from(self.0))
        }
    }
}

macro_rules! plain_fields {
    ($($type:ty),*) => { $(
        impl Field for $type {
            fn note(self, _found: &mut Vec<Operand>) {}
            fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self:?}")
            }
        }
    )* };
}

plain_fields!(u8, u16, u32, i16, i32, Aggregate, AwaitSource, BinOp, CmpOp, Conversion, Pairs, UnaryOp);

macro_rules! instructions {
    (
        $(#[$meta:meta])*
        pub enum $enum:ident {
            $(
                $(#[$doc:meta])*
                $name:ident
                $({ $($field:ident: $type:ty $(=> $role:ident $(($($detail:tt)*))?)?),* $(,)? })?
                $($mark:ident)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        pub enum $enum {
            $($(#[$doc])* $name $({ $($field: $type),* })?),*
        }

        impl $enum {
            /// Notes all that it works on in `code`.
            pub fn operands(&self, code: &Code, found: &mut Vec<Operand>) {
                match *self {
                    $($enum::$name $({ $($field),* })? => {
                        $($(operand!(code, found, $field $(, $role $(($($detail)*))?)?);)*)?
                    })*
                }
            }

            /// Whether it can raise (or run code that does).
            pub fn may_raise(&self) -> bool {
                match self {
                    $($enum::$name { .. } => may_raise!($($mark)?),)*
                }
            }

            /// Has it jump this far, if it jumps.
            pub fn aim(&mut self, distance: i64) {
                match self {
                    $($enum::$name $({ $($field),* })? => {
                        $($(aim!(distance, $field $(, $role)?);)*)?
                    })*
                }
            }
        }

        /// Registers as `r1`, constants as `k1`.
        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($enum::$name $({ $($field),* })? => {
                        f.write_str(stringify!($name))?;
                        $($(
                            f.write_str(concat!(" ", stringify!($field), "="))?;
                            $field.list(f)?;
                        )*)?
                        Ok(())
                    })*
                }
            }
        }
    };
}

macro_rules! operand {
    ($code:ident, $found:ident, $field:ident) => {
        $field.note($found)
    };
    ($code:ident, $found:ident, $field:ident, registers($count:expr)) => {
        $found.push(Operand::Registers($field, $count))
    };
    ($code:ident, $found:ident, $field:ident, counted($count:ident, $by:ident)) => {
        $found.push(Operand::Registers($field, $count($code, $by)))
    };
    ($code:ident, $found:ident, $field:ident, entry($table:ident)) => {
        $found.push(Operand::Entry($field as usize, $code.$table.len()))
    };
    ($code:ident, $found:ident, $field:ident, jump) => {
        $found.push(Operand::Jump($field.into()))
    };
}

macro_rules! may_raise {
    () => {
        true
    };
    (cannot_raise) => {
        false
    };
}

macro_rules! aim {
    ($distance:ident, $field:ident, jump) => {
        *$field = $distance as _
    };
    ($distance:ident, $field:ident $(, $role:ident)?) => {
        let _ = $field;
    };
}

pub(super) use {aim, instructions, may_raise, operand};
