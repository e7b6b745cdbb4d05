//! One instruction at a time: the whole meaning of every instruction, and the loop around it.
//!
//! The loop first tries the fast arms (`fast`), which handle common cases without a call; whatever they
//! leave is done here. Taking the fast arms away changes speed only.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple, PyType};

use crate::cpython::api::strings;
use crate::cpython::arguments::Arguments;
use crate::cpython::value::{Exc, Value, R};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{BinOp, CmpOp, Reg, Rk};
use crate::session::engine_types;
use crate::vm::call;
use crate::vm::fast::pair_loops;
use crate::vm::interpreter::fast_loop::Stopped;
use crate::vm::interpreter::{attributes, definitions, frame_return, names, suspend, unwind};
use crate::vm::machine::registers::Active;
use crate::vm::machine::thread_calls::Entered;
use crate::vm::machine::{exc_stack, held_arguments, Machine};
use crate::vm::objects::{annotate, cell};
use crate::vm::ops::{
    arithmetic, await_, compare, containers, exception_groups, exceptions, format, iterate, match_, subscript, sums, type_params, unpack,
    with_,
};

/// What the loop does next.
pub enum Flow {
    /// Goes on with the active frame.
    Continue,
    /// The entry frame is done, with this value.
    Exit(Value),
}

/// Runs from `a` until the entry frame that it belongs to (or was entered from) returns, yields or raises.
/// With `raising`, an exception is in the indicator and is raised at `a` first.
pub fn run_loop(m: &Machine, a: &mut Active, raising: bool) -> R<Value> {
    let _entered = Entered::enter(m);
    go_on(m, a, raising)
}

/// As `run_loop`, when it is noted where it was entered.
pub fn go_on(m: &Machine, a: &mut Active, raising: bool) -> R<Value> {
    if raising {
        unwind::unwind(m, a)?;
    }
    a.machine = m;
    let fast = crate::vm::interpreter::fast_loop::is_enabled();
    loop {
        if fast {
            match crate::vm::interpreter::fast_loop::run(a) {
                Stopped::Step => {}
                Stopped::Exit(value) => return Ok(value),
                Stopped::Failed => {
                    unwind::unwind(m, a)?;
                    continue;
                }
            }
        }
        match step(m, a) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit(value)) => return Ok(value),
            Err(Exc) => unwind::unwind(m, a)?,
        }
    }
}

/// As `Machine::charge`, and notes where it was when it is time to.
fn charge(m: &Machine, a: &Active, n: u32) -> R<()> {
    if let Some(profile) = &m.profile {
        return profile.charge(m, a, n);
    }
    if m.operations.get().wrapping_add(i64::from(n)) > m.meter.bound() {
        held_arguments::let_go(m);
        m.hot.look(m, a);
    }
    m.charge(n)
}

/// Executes the instruction at `a`.
#[inline(never)]
pub fn step(m: &Machine, a: &mut Active) -> R<Flow> {
    use Instr::*;
    let instr = a.instr();
    if !matches!(instr, Charge { .. }) {
        if m.meter.is_poked() {
            held_arguments::let_go(m);
            m.charge(0)?;
        }
        m.meter.set_place(a.pc as usize);
    }
    match instr {
        Nop | StartGenerator => {}
        Charge { n } => charge(m, a, n)?,

        Move { d, s } => {
            let value = names::bound(m, a, s)?;
            a.set(d, value);
        }
        Take { d, s } => {
            let value = a.take(s);
            a.set(d, value);
        }
        LoadConst { d, k } => a.set(d, a.linked().constant(k).cloned().unwrap_or_default()),
        CheckBound { r } => drop(names::bound(m, a, Rk::reg(r))?),
        CheckFree { r } => names::check_free(a, r)?,
        Clear { r } => drop(a.take(r)),
        ClearRange { b, n } => a.clear(b, n as usize),
        DelLocal { r } => names::delete_local(m, a, r)?,
        KeepNonNone { d, s } => {
            if !a.get(s).is_none() {
                a.set(d, a.read(s));
            }
        }

        LoadGlobal { d, g } => a.set(d, names::load_global(m, g, false)?),
        LoadCallee { d, g } => a.set(d, names::load_global(m, g, true)?),
        StoreGlobal { s, g } => names::store_global(m, g, a.read(s))?,
        DelGlobal { g } => names::delete_global(m, g)?,
        BindDef { s, g } => names::bind_def(m, g, a.read(s))?,

        MakeCell { r } => {
            let made = cell::new(a.take(r))?;
            a.set(r, made);
        }
        LoadCell { d, r } => a.set(d, names::load_cell(m, a, a.reg(r), r.0 as usize)?),
        StoreCell { r, s } => drop(cell::replace(a.reg(r), a.read(s))),
        DelCell { r } => names::delete_cell(m, a, a.reg(r).clone(), r.0 as usize)?,
        LoadFree { d, i } => a.set(d, names::load_free(m, a, i)?),
        StoreFree { i, s } => drop(cell::replace(&a.free(i), a.read(s))),
        DelFree { i } => names::delete_free(m, a, i)?,

        LoadName { d, n } => a.set(d, names::load_name(m, a, n)?),
        StoreName { s, n } => names::store_name(m, a, n, &a.read(s))?,
        DelName { n } => names::delete_name(m, a, n)?,
        SetUpAnnotations { n } => names::set_up_annotations(m, a, n)?,
        LoadNameOrFree { d, n, i } => a.set(d, names::load_name_or_free(m, a, n, i)?),

        Add { d, a: x, b } => a.set(d, arithmetic::binary(m, BinOp::Add, &a.read(x), &a.read(b))?),
        Sub { d, a: x, b } => a.set(d, arithmetic::binary(m, BinOp::Sub, &a.read(x), &a.read(b))?),
        Mul { d, a: x, b } => a.set(d, arithmetic::binary(m, BinOp::Mul, &a.read(x), &a.read(b))?),
        Binary { op, d, a: x, b } => a.set(d, arithmetic::binary(m, op, &a.read(x), &a.read(b))?),
        InPlace { op, d, a: x, b } => in_place(m, a, op, d, x, b)?,
        AddInt { d, a: x, i } => {
            let right = Value::int(i64::from(i.unsigned_abs()));
            let op = if i < 0 { BinOp::Sub } else { BinOp::Add };
            a.set(d, arithmetic::binary(m, op, &a.read(x), &right)?);
        }
        SumStep { acc, v } => sums::step(m, a, acc, &a.read(v))?,
        SumEnd { d, acc } => sums::end(a, d, acc),
        Unary { op, d, a: x } => a.set(d, arithmetic::unary(m, op, &a.read(x))?),
        Compare { op, d, a: x, b } => a.set(d, compare::compare(m, op, &a.read(x), &a.read(b))?),

        Jump { .. }
        | JumpIfTrue { .. }
        | JumpIfFalse { .. }
        | JumpUnless { .. }
        | JumpUnlessLt { .. }
        | JumpUnlessLe { .. }
        | JumpUnlessEq { .. }
        | JumpUnlessNe { .. }
        | JumpUnlessGt { .. }
        | JumpUnlessGe { .. }
        | JumpWhen { .. }
        | JumpIfNone { .. }
        | JumpIfNotNone { .. }
        | JumpIfStopAsync { .. }
        | JumpIfNameError { .. }
        | JumpUnlessBuiltin { .. }
        | LoopBack { .. }
        | ForNext { .. } => return jump(m, a),

        GetIter { it, s } => {
            let state = iterate::get_iter(m, &a.read(s))?;
            set_three(a, it, state);
        }
        GetIterObject { d, s } => {
            let iterator = iterate::iterator(m, &a.read(s))?;
            a.set(d, iterator);
        }
        GetRange { n, it, b, g } => {
            let state = iterate_range(m, a, n, b, g)?;
            set_three(a, it, state);
        }
        GetPairs { which, it, b, g } => {
            let callee = names::load_global(m, u32::from(g), true)?;
            if callee.ptr() != pair_loops::builtin(which) || !pair_loops::start(a, which, it, b) {
                let state = iterate_result(m, callee, a.take_many(b, which.arguments()))?;
                set_three(a, it, state);
            }
        }

        BuildList { d, b, n } => a.set(d, containers::list(m, a.take_many(b, n as usize))?),
        BuildTuple { d, b, n } => a.set(d, containers::tuple(m, a.take_many(b, n as usize))?),
        BuildSet { d, b, n } => a.set(d, containers::set(m, a.take_many(b, n as usize))?),
        BuildDict { d, b, n } => a.set(d, containers::dict(m, a.take_many(b, 2 * n as usize))?),
        BuildSlice { d, b } => a.set(d, {
            let [lower, upper, step] = slice_parts(a, b);
            containers::slice(m, [&lower, &upper, &step])?
        }),
        ListAppend { l, v } => containers::append(m, a.reg(l), &a.read(v))?,
        ListExtend { l, s } => containers::extend(m, a.reg(l), &a.read(s))?,
        ArgsExtend { l, s, f } => containers::args_extend(m, a.reg(l), &a.read(s), a.reg(f))?,
        ListToTuple { d, s } => a.set(d, containers::list_to_tuple(m, a.reg(s))?),
        SetAdd { l, v } => containers::set_add(m, a.reg(l), &a.read(v))?,
        SetUpdate { l, s } => containers::set_update(m, a.reg(l), &a.read(s))?,
        DictInsert { m: map, k, v } => containers::dict_insert(m, a.reg(map), &a.read(k), &a.read(v))?,
        DictUpdate { m: map, s } => containers::dict_update(m, a.reg(map), &a.read(s))?,
        KwargsMerge { m: map, s, f } => containers::kwargs_merge(m, a.reg(map), &a.read(s), a.reg(f))?,

        GetItem { d, a: x, b } => {
            if let Some(method) = call::own_special(m, a.get(x), pyo3::intern!(m.py(), "__getitem__")) {
                let values = vec![a.read(x), a.read(b)];
                return call::call(m, a, method, Arguments { values, names: None }, d);
            }
            a.set(d, subscript::get(m, &a.operand(x), &a.read(b))?);
        }
        SetItem { a: x, b, v } => subscript::set(m, &a.operand(x), &a.read(b), &a.read(v))?,
        DelItem { a: x, b } => subscript::delete(m, &a.operand(x), &a.read(b))?,
        GetSlice { d, a: x, b } => {
            let [lower, upper, step] = slice_parts(a, b);
            a.set(d, subscript::get_slice(m, &a.operand(x), [&lower, &upper, &step])?);
        }
        SetSlice { a: x, b, v } => {
            let [lower, upper, step] = slice_parts(a, b);
            subscript::set_slice(m, &a.operand(x), [&lower, &upper, &step], &a.read(v))?;
        }
        DelSlice { a: x, b } => {
            let [lower, upper, step] = slice_parts(a, b);
            subscript::delete_slice(m, &a.operand(x), [&lower, &upper, &step])?;
        }

        GetAttr { d, a: x, ic } => a.set(d, attributes::get(m, a, &a.read(x), ic)?),
        SetAttr { a: x, v, ic } => attributes::set(m, a, &a.read(x), ic, &a.read(v))?,
        DelAttr { a: x, ic } => attributes::delete(m, a, &a.read(x), ic)?,

        Format { conv, d, s } => a.set(d, format::format(m, conv, &a.read(s), None)?),
        FormatSpec { conv, d, s, spec } => a.set(d, format::format(m, conv, &a.read(s), Some(&a.read(spec)))?),
        BuildStr { d, b, n } => a.set(d, format::join(m, &a.take_many(b, n as usize))?),
        BuildTemplate { d, b, k } => a.set(d, definitions::template(m, a, b, k)?),

        Unpack { b, s, n } => {
            let values = unpack::exact(m, &a.read(s), n as usize)?;
            set_many(a, b, values);
        }
        UnpackEx { before, b, s, after } => {
            let values = unpack::starred(m, &a.read(s), before as usize, after as usize)?;
            set_many(a, b, values);
        }

        Call { .. } | CallKw { .. } | CallMethod { .. } | CallLoaded { .. } | CallLoadedKw { .. } | CallEx { .. } | Super { .. } => {
            return call_instr(m, a)
        }
        LoadSuper { b, ic, g } => {
            let object = definitions::zero_argument_super(m, a, g, b, true)?;
            load_super(m, a, b, ic, object)?
        }
        LoadSuperOf { b, ic, g } => load_super(m, a, b, ic, definitions::explicit_super(m, g, a.reg(b), a.reg(b.offset(1)))?)?,
        BindLoaded { b } => bind_loaded(m, a, b)?,
        LoadMethod { b, ic } => {
            let object = a.reg(b).clone();
            let (callee, takes_object) = method(m, a, &object, ic)?;
            a.set(b, callee);
            a.set(b.offset(1), if takes_object { object } else { Value::UNSET });
        }
        Return { s } => {
            let value = names::bound(m, a, s)?;
            return frame_return::return_value(m, a, value);
        }

        MakeFunction { d, f, b } => {
            let made = definitions::function(m, a, f, b)?;
            a.set(d, made);
        }
        MakeClass { d, c, b } => {
            let made = definitions::class(m, a, c, b)?;
            a.set(d, made);
        }
        MakeTyped { n, d, t, b } => a.set(d, definitions::typed(m, a, t, b, n)?),
        MakeAnnotate { d, s } => a.set(d, annotate::new(m, &a.read(s))?),
        SubscriptGeneric { d, s } => a.set(d, type_params::generic(m, &a.read(s))?),

        Yield { s, .. } => {
            let value = names::bound(m, a, s)?;
            return suspend::yield_value(m, a, value);
        }
        GetYieldFrom { d, s } => {
            a.set(d, await_::yield_from_iter(m, &a.read(s), suspend::is_in_coroutine(m))?);
        }
        Delegate { d, it } => return suspend::delegate(m, a, d, it),
        GetAwaitable { how, d, s } => a.set(d, await_::awaitable(m, how, &a.read(s))?),
        GetAIter { d, s } => a.set(d, await_::aiter(m, &a.read(s))?),
        GetANext { d, s } => a.set(d, await_::anext(m, &a.read(s))?),

        Raise { s } => return Err(exceptions::raise(m, &a.read(s))),
        RaiseFrom { s, c } => return Err(exceptions::raise_from(m, &a.read(s), &a.read(c))),
        Reraise => return Err(unwind::reraise(m)),
        Rethrow { r } => {
            let exception = a.take(r);
            return Err(unwind::rethrow(m, &exception));
        }
        ExcMatch { d, e, t } => {
            let matched = exceptions::matches(m, a.reg(e), &a.read(t))?;
            a.set(d, Value::bool(matched));
        }
        ExcSplit { d, e, t } => {
            let (matched, rest) = exception_groups::split(m, a.reg(e), &a.read(t))?;
            a.set(e, rest);
            a.set(d, matched);
        }
        ExcGather { l, e, o } => exception_groups::gather(m, a.reg(l), a.reg(e), a.reg(o))?,
        PushHandled => exc_stack::push(m, Value::NONE),
        PopHandled { depth } => exc_stack::cut(m, exc_stack::base(m) + depth as usize),
        AssertFail { s } => return Err(unwind::assertion(m, Some(&a.read(s)), String::new())),
        AssertFailBare { n } => {
            let source = a.linked().code.names.get(n as usize).cloned().unwrap_or_default();
            return Err(unwind::assertion(m, None, source));
        }

        LoadEnterExit { b, s } => enter_exit(m, a, b, s, false)?,
        LoadAsyncEnterExit { b, s } => enter_exit(m, a, b, s, true)?,
        CallExit { d, f, e } => {
            let result = with_::call_exit(m, a.reg(f), a.reg(e))?;
            a.set(d, result);
        }

        Import { d, k } => a.set(d, names::import(m, a, k)?),
        ImportFrom { d, m: module, n } => a.set(d, names::import_from(m, a, module, n)?),
        ImportStar { m: module } => names::import_star(m, a.reg(module))?,

        MatchSequence { d, s } => a.set(d, Value::bool(match_::sequence(m, &a.read(s))?)),
        MatchMapping { d, s } => a.set(d, Value::bool(match_::mapping(m, &a.read(s))?)),
        MatchLen { d, s } => a.set(d, Value::int(match_::len(m, &a.read(s))?)),
        MatchKeys { n, d, s, b } => {
            let keys: Vec<Value> = (0..n as usize).map(|i| a.reg(b.offset(i)).clone()).collect();
            let found = match_::keys(m, &a.read(s), &keys)?;
            set_matched(a, d, n as usize, found);
        }
        MatchRest { n, d, s, b } => {
            let keys: Vec<Value> = (0..n as usize).map(|i| a.reg(b.offset(i)).clone()).collect();
            a.set(d, match_::rest(m, &a.read(s), &keys)?);
        }
        MatchClass { d, b, k } => match_class(m, a, d, b, k)?,

        Refuse { k } => return Err(names::refuse(m, a, k)),
    }
    if m.aborting.get() {
        // A finaliser met the limit; nobody gets its exception.
        return Err(crate::session::abort::carry(m));
    }
    a.advance(1);
    Ok(Flow::Continue)
}

fn in_place(m: &Machine, a: &mut Active, op: BinOp, d: Reg, left: Rk, right: Rk) -> R<()> {
    let right = names::bound(m, a, right)?;
    if left == Rk::reg(d) {
        // A second reference would stop a text from growing in place: text with text can only fail for want of memory.
        // What else there is stays in its variable, for what the operator calls, and for after an error.
        let grows = op == BinOp::Add && is_text(a.get(left)) && is_text(&right);
        let left = if grows { a.take(d) } else { a.read(left) };
        let value = arithmetic::in_place(m, op, left, &right)?;
        a.set(d, value);
    } else {
        let left = if left.is_reg() { a.take(Reg(left.0 as u16)) } else { a.read(left) };
        // Both references to a text are taken out, that it can grow in place.
        if op == BinOp::Add && is_text(&left) && is_text(&right) && compare::identical(&left, a.reg(d)) {
            drop(a.take(d));
        }
        let value = arithmetic::in_place(m, op, left, &right)?;
        a.set(d, value);
    }
    Ok(())
}

fn is_text(value: &Value) -> bool {
    value.as_object().is_some_and(|o| o.is_exact_instance_of::<pyo3::types::PyString>())
}

/// Whether a comparison is true.
fn holds(m: &Machine, a: &Active, op: CmpOp, x: Rk, y: Rk) -> R<bool> {
    let result = compare::compare(m, op, &a.read(x), &a.read(y))?;
    arithmetic::truth(m, &result)
}

fn jump(m: &Machine, a: &mut Active) -> R<Flow> {
    let instr = a.instr();
    if let Some((op, x, y)) = instr.comparison() {
        let holds = holds(m, a, op, x, y)?;
        a.advance(instr.branch(holds));
        return Ok(Flow::Continue);
    }
    let target = match instr {
        Instr::Jump { to } => Some(to as isize),
        Instr::JumpIfTrue { a: x, to } => arithmetic::truth(m, &a.read(x))?.then_some(to as isize),
        Instr::JumpIfFalse { a: x, to } => (!arithmetic::truth(m, &a.read(x))?).then_some(to as isize),
        Instr::JumpIfNone { a: x, to } => names::bound(m, a, x)?.is_none().then_some(to as isize),
        Instr::JumpIfNotNone { a: x, to } => (!names::bound(m, a, x)?.is_none()).then_some(to as isize),
        Instr::JumpUnlessBuiltin { which, a: x, to } => {
            (!crate::cpython::static_types::is_aggregate(a.get(x), which)).then_some(to as isize)
        }
        Instr::JumpIfStopAsync { e, to } => exceptions::is_stop_async(a.reg(e)).then_some(to as isize),
        Instr::JumpIfNameError { e, to } => exceptions::is_name_error(a.reg(e)).then_some(to as isize),
        Instr::LoopBack { r, to } => {
            let count = a.reg(r).as_int().unwrap_or(0) + 1;
            if count > m.while_cap.get() {
                return Err(crate::session::abort::too_many_iterations(m));
            }
            a.set(r, Value::int(count));
            Some(to as isize)
        }
        Instr::ForNext { d, it, to } => return suspend::for_next(m, a, d, it, to),
        _ => None,
    };
    a.advance(target.unwrap_or(1));
    Ok(Flow::Continue)
}

fn call_instr(m: &Machine, a: &mut Active) -> R<Flow> {
    match a.instr() {
        Instr::Call { n, d, b } => {
            let callee = a.take(b);
            if let Some(result) = call::call_native(m, a, &callee, b.offset(1), n as usize) {
                a.set(d, result?);
                a.advance(1);
                return Ok(Flow::Continue);
            }
            let values = a.take_many(b.offset(1), n as usize);
            call::call(m, a, callee, Arguments { values, names: None }, d)
        }
        Instr::CallKw { n, d, b, k } => {
            let callee = a.take(b);
            let values = a.take_many(b.offset(1), n as usize);
            let names = a.linked().keywords.get(k as usize).map(|t| keyword_names(m, t));
            call::call(m, a, callee, Arguments { values, names }, d)
        }
        Instr::CallMethod { n, d, b, ic } => {
            let object = a.reg(b).clone();
            let names = match a.linked().attrs.get(ic as usize) {
                Some(site) => site.keywords.as_ref().map(|t| keyword_names(m, t)),
                None => None,
            };
            let found = method(m, a, &object, ic);
            if found.is_err() && !m.aborting.get() {
                // Looked up late: the arguments count one node each and have not been evaluated.
                m.refund(u32::from(n));
            }
            let (callee, takes_object) = found?;
            if takes_object && names.is_none() {
                drop(object);
                if let Some(result) = call::call_native(m, a, &callee, b, n as usize + 1) {
                    a.set(d, result?);
                    a.advance(1);
                    return Ok(Flow::Continue);
                }
                let values = a.take_many(b, n as usize + 1);
                return call::call(m, a, callee, Arguments { values, names }, d);
            }
            drop(a.take(b));
            let mut values = Vec::with_capacity(n as usize + 1);
            if takes_object {
                values.push(object);
            } else {
                drop(object);
            }
            values.extend((0..n as usize).map(|i| a.take(b.offset(1 + i))));
            call::call(m, a, callee, Arguments { values, names }, d)
        }
        Instr::CallLoaded { n, d, b } => {
            let callee = a.take(b);
            let (first, count) = loaded_arguments(a, b, n);
            if let Some(result) = call::call_native(m, a, &callee, first, count) {
                a.set(d, result?);
                a.advance(1);
                return Ok(Flow::Continue);
            }
            let values = a.take_many(first, count);
            call::call(m, a, callee, Arguments { values, names: None }, d)
        }
        Instr::CallLoadedKw { n, d, b, k } => {
            let callee = a.take(b);
            let (first, count) = loaded_arguments(a, b, n);
            let values = a.take_many(first, count);
            let names = a.linked().keywords.get(k as usize).map(|t| keyword_names(m, t));
            call::call(m, a, callee, Arguments { values, names }, d)
        }
        Instr::CallEx { d, b } => {
            let callee = a.take(b);
            let args = a.take(b.offset(1));
            let kwargs = a.take(b.offset(2));
            let arguments = containers_to_arguments(m, &callee, &args, &kwargs)?;
            // Many arguments are not kept twice.
            drop((args, kwargs));
            call::call(m, a, callee, arguments, d)
        }
        Instr::Super { d, b, g } => {
            let value = definitions::zero_argument_super(m, a, g, b, false)?;
            drop((a.take(b), a.take(b.offset(1))));
            a.set(d, value);
            a.advance(1);
            Ok(Flow::Continue)
        }
        _ => Ok(Flow::Continue),
    }
}

/// As `attributes::method`. A hook of the code that the site knows is asked directly.
fn method(m: &Machine, a: &mut Active, object: &Value, ic: u16) -> R<(Value, bool)> {
    let Some((hook, name)) = attributes::known_hook(m, a, object, ic) else { return attributes::method(m, a, object, ic) };
    frame_return::save(m, a);
    let arguments = Arguments { values: vec![object.clone(), name], names: None };
    let said = call::entry::check_native_stack().and_then(|()| call::run_function(m, hook, arguments));
    said.map(|callee| (callee, false)).inspect_err(|Exc| attributes::note_method_asked(m, a, object, ic))
}

/// The method of the super object is looked up; the site remembers plain cases.
fn load_super(m: &Machine, a: &mut Active, b: Reg, ic: u16, object: Value) -> R<()> {
    let (class, receiver) = (a.reg(b).clone(), a.reg(b.offset(1)).clone());
    let (callee, takes_object) = attributes::method(m, a, &object, ic)?;
    if !takes_object {
        attributes::learn_super(a, [&object, &class, &receiver], &callee, ic);
    }
    a.set(b, callee);
    a.set(b.offset(1), if takes_object { object } else { Value::UNSET });
    Ok(())
}

/// What was loaded without a receiver is called as it is.
fn bind_loaded(m: &Machine, a: &mut Active, b: Reg) -> R<()> {
    let (callee, receiver) = (a.reg(b).to_bound(m.py())?, a.take(b.offset(1)));
    if !receiver.is_unset() {
        a.set(b, engine_types::method(&callee, &receiver.into_bound(m.py())?)?);
    }
    Ok(())
}

/// First argument register and number of arguments after `LoadMethod`, with the receiver if there is one.
fn loaded_arguments(a: &Active, b: Reg, n: u8) -> (Reg, usize) {
    if a.reg(b.offset(1)).is_unset() {
        (b.offset(2), n as usize)
    } else {
        (b.offset(1), n as usize + 1)
    }
}

fn keyword_names(m: &Machine, names: &pyo3::Py<pyo3::types::PyTuple>) -> Value {
    Value::from_bound(names.bind(m.py()).clone().into_any())
}

/// The arguments of a call with `*` or `**`: nobody looked at what the containers hold.
fn containers_to_arguments(m: &Machine, callee: &Value, args: &Value, kwargs: &Value) -> R<Arguments> {
    /// Bytes that an argument takes on its way into a function, in vectors that no allocator hook sees.
    const ARGUMENT: u64 = 64;
    let py = m.py();
    // Ours: a list or tuple that nobody else holds.
    let args = args.to_bound(py)?;
    let count = args.len()?;
    crate::budget::sizes::items(m, count as u64, ARGUMENT)?;
    let mut values = Vec::with_capacity(count);
    for item in args.try_iter()? {
        values.push(crate::sandbox::value_filter::admit(m, Value::from_bound(item?))?);
    }
    if kwargs.is_unset() {
        return Ok(Arguments { values, names: None });
    }
    let mut names = Vec::new();
    if let Ok(kwargs) = kwargs.to_bound(py)?.cast_into::<PyDict>() {
        for (name, value) in kwargs.iter() {
            // What cannot be called at all says so itself.
            if !name.is_instance_of::<pyo3::types::PyString>() && callee.to_bound(py)?.is_callable() {
                return Err(crate::cpython::value::raise::<pyo3::exceptions::PyTypeError>("keywords must be strings"));
            }
            names.push(name_for(m, callee, name)?);
            values.push(crate::sandbox::value_filter::admit(m, Value::from_bound(value))?);
        }
    }
    if names.is_empty() {
        return Ok(Arguments { values, names: None });
    }
    Ok(Arguments { values, names: Some(Value::from_bound(PyTuple::new(py, names)?.into_any())) })
}

/// A name of an argument as `callee` gets it. One that compares in a way of its own may be equal to another when native code looks
/// it up again: that gets its text. The code's own functions and classes get it as it is, and so do dicts, which keep it.
fn name_for<'py>(m: &Machine, callee: &Value, name: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    if strings::compares_as_text(&name) || engine_types::is_function(callee) || engine_types::bound_method(callee).is_some() {
        return Ok(name);
    }
    let callee = callee.to_bound(m.py())?;
    let keeps = match callee.cast::<PyType>() {
        Ok(class) => m.session.check.own.contains(class) || class.is_subclass_of::<PyDict>()?,
        Err(_) => callee.is_exact_instance_of::<PyCFunction>() && callee.getattr("__self__")?.is_instance_of::<PyDict>(),
    };
    Ok(if keeps { name } else { strings::plain(&name)? })
}

fn iterate_range(m: &Machine, a: &mut Active, n: u8, b: Reg, g: u16) -> R<[Value; 3]> {
    let arguments = a.take_many(b, n as usize);
    let range = names::load_global(m, u32::from(g), true)?;
    if names::is_builtin_range(m, &range) {
        if let Some(state) = plain_range(&arguments) {
            return Ok(state);
        }
    }
    iterate_result(m, range, arguments)
}

/// Iterates what `callee` makes of the arguments.
fn iterate_result(m: &Machine, callee: Value, arguments: Vec<Value>) -> R<[Value; 3]> {
    let made = call::call_foreign(m, callee, Arguments { values: arguments, names: None })?;
    iterate::get_iter(m, &made)
}

/// Iterator state of a range of machine integers.
fn plain_range(arguments: &[Value]) -> Option<[Value; 3]> {
    let int = |i: usize| match arguments.get(i).map(Value::num) {
        Some(crate::cpython::value::Num::Int(i)) => Some(i),
        _ => None,
    };
    let (start, stop, step) = match arguments.len() {
        1 => (0, int(0)?, 1),
        2 => (int(0)?, int(1)?, 1),
        3 => (int(0)?, int(1)?, int(2)?),
        _ => return None,
    };
    (step != 0).then(|| [Value::int(start), Value::int(stop), Value::int(step)])
}

fn slice_parts(a: &Active, b: Reg) -> [Value; 3] {
    [a.take(b), a.take(b.offset(1)), a.take(b.offset(2))]
}

fn set_three(a: &Active, it: Reg, state: [Value; 3]) {
    for (i, value) in state.into_iter().enumerate() {
        a.set(it.offset(i), value);
    }
}

fn set_many(a: &Active, b: Reg, values: Vec<Value>) {
    for (i, value) in values.into_iter().enumerate() {
        a.set(b.offset(i), value);
    }
}

fn set_matched(a: &Active, d: Reg, n: usize, found: Option<Vec<Value>>) {
    let matched = found.is_some();
    if let Some(values) = found {
        set_many(a, d, values);
    }
    a.set(d.offset(n), Value::bool(matched));
}

fn match_class(m: &Machine, a: &mut Active, d: Reg, b: Reg, k: u16) -> R<()> {
    let linked = a.linked();
    let Some(desc) = linked.code.match_classes.get(k as usize) else { return Ok(()) };
    let class = a.reg(b).clone();
    let subject = a.reg(b.offset(1)).clone();
    let found = match_::class(m, &class, &subject, desc.positional as usize, &desc.keywords)?;
    set_matched(a, d, desc.positional as usize + desc.keywords.len(), found);
    Ok(())
}

fn enter_exit(m: &Machine, a: &mut Active, b: Reg, s: Rk, is_async: bool) -> R<()> {
    let (exit, enter) = with_::enter_exit(m, &a.read(s), is_async)?;
    a.set(b, exit);
    a.set(b.offset(1), enter);
    Ok(())
}
