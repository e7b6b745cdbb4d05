//! What instructions work on: registers, constants, and which operation of a family is meant.

/// Number of global slots that module code can address as registers.
pub const GLOBAL_REGISTERS: u16 = 16_384;

/// A register of the running frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u16);

impl Reg {
    /// The register `n` places further.
    pub fn offset(self, n: usize) -> Reg {
        Reg(self.0 + n as u16)
    }
}

/// An operand that is read: a register (`>= 0`) or a constant (`< 0`, index `-1 - k`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rk(pub i16);

impl Rk {
    pub fn reg(r: Reg) -> Rk {
        Rk(r.0 as i16)
    }
    /// Operand for constant `index`; `None` when it does not fit (use `LoadConst` then).
    pub fn constant(index: usize) -> Option<Rk> {
        i16::try_from(index).ok().map(|i| Rk(-1 - i))
    }
    #[inline(always)]
    pub fn is_reg(self) -> bool {
        self.0 >= 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    And,
    Or,
    Xor,
    LShift,
    RShift,
}

impl BinOp {
    /// The operator as error texts name it.
    pub fn sign(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::FloorDiv => "//",
            BinOp::Mod => "%",
            BinOp::Pow => "** or pow()",
            BinOp::MatMul => "@",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::LShift => "<<",
            BinOp::RShift => ">>",
        }
    }
    /// The special method of the left operand.
    pub fn method(self) -> &'static str {
        match self {
            BinOp::Add => "__add__",
            BinOp::Sub => "__sub__",
            BinOp::Mul => "__mul__",
            BinOp::Div => "__truediv__",
            BinOp::FloorDiv => "__floordiv__",
            BinOp::Mod => "__mod__",
            BinOp::Pow => "__pow__",
            BinOp::MatMul => "__matmul__",
            BinOp::And => "__and__",
            BinOp::Or => "__or__",
            BinOp::Xor => "__xor__",
            BinOp::LShift => "__lshift__",
            BinOp::RShift => "__rshift__",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOp {
    Neg,
    Pos,
    Invert,
    Not,
}

/// The first six have CPython's own numbers (`Py_LT` = 0 ... `Py_GE` = 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum CmpOp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
    Is,
    IsNot,
    In,
    NotIn,
}

impl CmpOp {
    /// The special method, and the sign, of the six that order operands.
    pub fn method(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            CmpOp::Lt => ("__lt__", "<"),
            CmpOp::Le => ("__le__", "<="),
            CmpOp::Eq => ("__eq__", "=="),
            CmpOp::Ne => ("__ne__", "!="),
            CmpOp::Gt => ("__gt__", ">"),
            CmpOp::Ge => ("__ge__", ">="),
            _ => return None,
        })
    }

    /// The operator that says the same with its operands exchanged.
    pub fn reflected(self) -> CmpOp {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            same => same,
        }
    }
}

/// A call whose result a loop takes apart, pair by pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Pairs {
    Zip,
    Enumerate,
    EnumerateFrom,
}

impl Pairs {
    pub fn arguments(self) -> usize {
        match self {
            Pairs::Enumerate => 1,
            Pairs::Zip | Pairs::EnumerateFrom => 2,
        }
    }
}

/// A builtin that consumes a generator expression in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Aggregate {
    Sum,
    Any,
    All,
    List,
    Tuple,
    Set,
    Sorted,
    /// `str.join`
    Join,
    Min,
    Max,
}

impl Aggregate {
    pub const ALL: [Aggregate; 10] = [
        Aggregate::Sum,
        Aggregate::Any,
        Aggregate::All,
        Aggregate::List,
        Aggregate::Tuple,
        Aggregate::Set,
        Aggregate::Sorted,
        Aggregate::Join,
        Aggregate::Min,
        Aggregate::Max,
    ];

    /// Name of the builtin.
    pub fn name(self) -> &'static str {
        match self {
            Aggregate::Sum => "sum",
            Aggregate::Any => "any",
            Aggregate::All => "all",
            Aggregate::List => "list",
            Aggregate::Tuple => "tuple",
            Aggregate::Set => "set",
            Aggregate::Sorted => "sorted",
            Aggregate::Join => "join",
            Aggregate::Min => "min",
            Aggregate::Max => "max",
        }
    }

    /// The builtin function or class of this name.
    pub fn named(name: &str) -> Option<Aggregate> {
        Aggregate::ALL.into_iter().find(|a| *a != Aggregate::Join && a.name() == name)
    }
}

/// f-string conversion (`!s`, `!r`, `!a`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Conversion {
    None,
    Str,
    Repr,
    Ascii,
}

/// Where an awaited object comes from; decides the text of the TypeError.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AwaitSource {
    Expression,
    AsyncEnter,
    AsyncExit,
    AsyncNext,
}
