//! `pickle`: what is pickled is looked at, and what is loaded is made of plain values and objects of the code's classes alone.
//!
//! A pickle names functions and classes, and has them called with whatever it says. Those that are found here make plain values
//! (`front::policy::pickles` has the table). A class whose attributes can be set is not handed over itself: a pickle could set them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyMemoryView, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::collector::CollectorHeld;
use crate::cpython::once::Once;
use crate::cpython::plain_data;
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::front::policy::pickles as policy;
use crate::sandbox::signatures::Signature;
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library::pickled_names::{self, Names, NamesOfTheCode};
use crate::sandbox::wrappers::library::pickled_packages;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

const DUMPS: Signature<4> =
    Signature { module: "pickle", name: "dumps", parameters: ["obj", "protocol", "fix_imports", "buffer_callback"], positional: 2 };
const DUMP: Signature<5> =
    Signature { module: "pickle", name: "dump", parameters: ["obj", "file", "protocol", "fix_imports", "buffer_callback"], positional: 3 };
const LOADS: Signature<5> =
    Signature { module: "pickle", name: "loads", parameters: ["", "fix_imports", "encoding", "errors", "buffers"], positional: 1 };
const LOAD: Signature<5> =
    Signature { module: "pickle", name: "load", parameters: ["file", "fix_imports", "encoding", "errors", "buffers"], positional: 1 };

/// A class below one of `pickle`, with methods of ours.
fn below<'py>(py: Python<'py>, name: &str, methods: &[(&str, Bound<'py, PyAny>)]) -> PyResult<Py<PyAny>> {
    let namespace = PyDict::new(py);
    for (method, function) in methods {
        namespace.set_item(method, function)?;
    }
    let base = api::module(py, "pickle")?.getattr(name)?;
    py.get_type::<PyType>().call1((name, (base,), namespace)).map(Bound::unbind)
}

/// `pickle.dumps`: not of objects of the host, whose private data would be in the bytes.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn dumps<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(obj), protocol, ..] = DUMPS.bind(args, kwargs)? else { return Err(DUMPS.refuse(args, kwargs)) };
    pickled(&obj, protocol)
}

/// `pickle.dump`, into what the code gives as a file.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn dump<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
    let [Some(obj), Some(file), protocol, ..] = DUMP.bind(args, kwargs)? else { return Err(DUMP.refuse(args, kwargs)) };
    let Ok(write) = file.getattr("write") else {
        return Err(PyTypeError::new_err("file must have a 'write' attribute"));
    };
    write.call1((pickled(&obj, protocol)?,)).map(drop)
}

fn pickled<'py>(obj: &Bound<'py, PyAny>, protocol: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = obj.py();
    if plain_data::is_plain(obj) && protocol.as_ref().is_none_or(|protocol| protocol.is_exact_instance_of::<PyInt>()) {
        // Nothing is to be said of any of it, and nobody changes it meanwhile.
        let _held = CollectorHeld::new(py);
        return api::module(py, "_pickle")?.getattr("dumps")?.call1((obj, protocol));
    }
    match written(obj, protocol.clone()) {
        Err(error) if error.is_instance_of::<NamesOfTheCode>(py) => {
            py.import("fastexec.pickles")?.call_method1("dumps", (Bound::new(py, Names)?, obj, protocol))
        }
        done => done,
    }
}

/// The pickle of what holds nothing of the code's (`NamesOfTheCode` where it does).
pub fn written<'py>(obj: &Bound<'py, PyAny>, protocol: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    static PICKLER: Once<Py<PyAny>> = Once::new();
    let py = obj.py();
    let pickler = PICKLER.get_or_make(py, || below(py, "Pickler", &[("persistent_id", py.get_type::<PersistentId>().call0()?)]))?;
    let (text, known) = pickled_packages::watched(|| written_by(pickler.bind(py), obj, protocol))?;
    if known {
        pickled_packages::remember(&text)?;
    }
    Ok(text)
}

fn written_by<'py>(
    pickler: &Bound<'py, PyAny>,
    obj: &Bound<'py, PyAny>,
    protocol: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = api::module(obj.py(), "io")?.getattr("BytesIO")?.call0()?;
    pickler.call1((&buffer, &protocol))?.call_method1("dump", (obj,))?;
    buffer.call_method0("getvalue")
}

/// The pickle of values of packages. What they hold of the code's `write` writes; with it, it is a pickle of both. None if that
/// could not be read.
pub fn written_around<'py>(
    values: &Bound<'py, PyAny>,
    protocol: &Bound<'py, PyAny>,
    write: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = values.py();
    let apart = Bound::new(py, SetApart { objects: PyList::empty(py).unbind(), places: PyDict::new(py).unbind() })?;
    let pickler = below(py, "Pickler", &[("persistent_id", apart.clone().into_any())])?;
    let (text, known) = pickled_packages::watched(|| written_by(pickler.bind(py), values, Some(protocol.clone())))?;
    let objects = apart.get().objects.bind(py);
    let all = match objects.is_empty() {
        true => text,
        false if !known => return Ok(None),
        false => {
            let parts = objects.iter().map(|object| write.call1((object,))).collect::<PyResult<Vec<_>>>()?;
            py.import("_pickle")?.getattr("dumps")?.call1(((text, parts),))?
        }
    };
    if known {
        pickled_packages::remember(&all)?;
    }
    Ok(Some(all))
}

// Looks at each object that is pickled, and sets those of the code apart.
#[pyclass(frozen, module = "pickle", name = "function")]
struct SetApart {
    objects: Py<PyList>,
    /// By their addresses.
    places: Py<PyDict>,
}

#[pymethods]
impl SetApart {
    fn __call__<'py>(&self, obj: Bound<'py, PyAny>) -> PyResult<Option<usize>> {
        let py = obj.py();
        with_run(py, |m| {
            if !pickled_names::is_built_by_the_engine(m, &obj)? {
                check(m, &obj)?;
                pickled_packages::note(m, &obj)?;
                return Ok(None);
            }
            let (objects, address) = (self.objects.bind(py), obj.as_ptr() as usize);
            if let Some(place) = self.places.bind(py).get_item(address)? {
                return Ok(Some(place.extract()?));
            }
            self.places.bind(py).set_item(address, objects.len())?;
            objects.append(obj)?;
            Ok(Some(objects.len() - 1))
        })
    }
}

/// The values of packages of such a pickle (its text, and those of what is the code's, which is read first: no code runs then).
pub fn read_around<'py>(parts: &Bound<'py, PyTuple>, read: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = parts.py();
    let (text, owned): (Bound<'py, PyBytes>, Vec<Bound<'py, PyAny>>) = parts.extract()?;
    let objects = owned.into_iter().map(|part| read.call1((part,))).collect::<PyResult<Vec<_>>>()?;
    let objects = Bound::new(py, BroughtBack { objects: PyTuple::new(py, objects)?.unbind() })?;
    let find_class = py.get_type::<FindClass>().call0()?;
    let unpickler = below(py, "Unpickler", &[("find_class", find_class), ("persistent_load", objects.into_any())])?;
    pickled_packages::reading(true, || loaded_by(unpickler.bind(py), &file_of(&text)?, &PyDict::new(py)))
}

// Gives the objects of the code that values of packages hold.
#[pyclass(frozen, module = "pickle", name = "function")]
struct BroughtBack {
    objects: Py<PyTuple>,
}

#[pymethods]
impl BroughtBack {
    fn __call__<'py>(&self, place: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // (The first protocol has texts.)
        let number: usize = place.str()?.to_string_lossy().parse()?;
        self.objects.bind(place.py()).get_item(number)
    }
}

// Looks at each object that is pickled.
#[pyclass(frozen, module = "pickle", name = "function")]
struct PersistentId;

#[pymethods]
impl PersistentId {
    #[new]
    fn new() -> PersistentId {
        PersistentId
    }
    fn __call__(&self, obj: Bound<'_, PyAny>) -> PyResult<()> {
        with_run(obj.py(), |m| match pickled_names::is_built_by_the_engine(m, &obj)? {
            true => Err(PyErr::new::<NamesOfTheCode, _>(()).into()),
            false => {
                check(m, &obj)?;
                pickled_packages::note(m, &obj)
            }
        })
    }
}

/// Refuses objects of the host, whose private data would be in the bytes.
pub fn check(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<()> {
    let ty = Ty::of_bound(obj);
    let kind = info(&m.session.check, ty)?.kind;
    let own = m.session.check.own.contains(&ty.to_bound(m.py()));
    let of_objects = matches!(kind, Kind::Host | Kind::Exception);
    let foreign = own || of_objects && ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) && !is_library(m, obj)?;
    if foreign || matches!(kind, Kind::Module | Kind::Guard | Kind::Proxy | Kind::Forbidden) {
        return Err(refusals::forbidden_function(m, "pickle.dumps (of an object of the host)"));
    }
    Ok(())
}

fn is_library(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    let home = crate::cpython::builtin_types::known(py)?.module_name(&obj.get_type())?;
    let top = home.split('.').next().unwrap_or_default();
    let standard = api::module(py, "sys")?.getattr("stdlib_module_names")?.contains(top)? && top != "__main__";
    Ok(standard || matches!(top, "numpy" | "pandas" | "pytz") || policy::of_objects(&home))
}

/// `pickle.loads`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn loads<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(data), fix_imports, encoding, errors, ..] = LOADS.bind(args, kwargs)? else { return Err(LOADS.refuse(args, kwargs)) };
    let Ok(view) = PyMemoryView::from(&data) else {
        return Err(PyTypeError::new_err(format!("a bytes-like object is required, not '{}'", data.get_type().name()?)));
    };
    let data = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
    let options = options(data.py(), [("fix_imports", fix_imports), ("encoding", encoding), ("errors", errors)])?;
    if let Some(found) = read_own(&data, &options)? {
        return Ok(found);
    }
    match unpickled(&file_of(&data)?, &options) {
        Err(error) if error.is_instance_of::<NamesOfTheCode>(data.py()) => unpickled_with_names(&file_of(&data)?, &options),
        done => done,
    }
}

fn file_of<'py>(data: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyAny>> {
    api::module(data.py(), "io")?.getattr("BytesIO")?.call1((data,))
}

/// What the bytes hold, if they are a pickle of the session's own of values of packages.
pub fn read_own<'py>(data: &Bound<'py, PyBytes>, options: &Bound<'py, PyDict>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match with_run(data.py(), |m| pickled_packages::is_own(m, data))? {
        true => pickled_packages::reading(true, || loaded(&file_of(data)?, options)).map(Some),
        false => Ok(None),
    }
}

/// `pickle.load`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn load<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(file), fix_imports, encoding, errors, ..] = LOAD.bind(args, kwargs)? else { return Err(LOAD.refuse(args, kwargs)) };
    let py = file.py();
    let options = options(py, [("fix_imports", fix_imports), ("encoding", encoding), ("errors", errors)])?;
    // What names something of the code is read once more, from the same place.
    let start = file.call_method0("tell").ok();
    if let Some(found) = load_own(&file, start.as_ref(), &options)? {
        return Ok(found);
    }
    match (unpickled(&file, &options), start) {
        (Err(error), Some(start)) if error.is_instance_of::<NamesOfTheCode>(py) => {
            file.call_method1("seek", (start,))?;
            unpickled_with_names(&file, &options)
        }
        (Err(error), None) if error.is_instance_of::<NamesOfTheCode>(py) => {
            Err(PyTypeError::new_err("a pickle of objects of the code's classes is loaded from bytes, or a file that can seek"))
        }
        (done, _) => done,
    }
}

/// What the file has next, if that is a pickle of the session's own with values of packages.
fn load_own<'py>(
    file: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = file.py();
    let Some(start) = start.filter(|_| with_run(py, |m| Ok(!m.session.check.pickles.lengths().is_empty())).unwrap_or(false)) else {
        return Ok(None);
    };
    let rest = file.call_method0("read")?;
    file.call_method1("seek", (start,))?;
    let Ok(rest) = rest.cast_into_exact::<PyBytes>() else { return Ok(None) };
    let Some(part) = with_run(py, |m| pickled_packages::own_part(m, &rest))? else { return Ok(None) };
    file.call_method1("seek", (start.add(part.as_bytes().len())?,))?;
    read_own(&part, options)
}

fn options<'py>(py: Python<'py>, given: [(&str, Option<Bound<'py, PyAny>>); 3]) -> PyResult<Bound<'py, PyDict>> {
    let keywords = PyDict::new(py);
    for (name, given) in given {
        if let Some(given) = given {
            keywords.set_item(name, given)?;
        }
    }
    Ok(keywords)
}

fn unpickled_with_names<'py>(file: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = file.py();
    let found = py.import("fastexec.pickles")?.call_method1("load_from", (Bound::new(py, Names)?, file, options))?;
    with_run(py, |m| value_filter::admit(m, Value::from_bound(found))?.to_bound(py))
}

fn unpickled<'py>(file: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    pickled_packages::reading(false, || loaded(file, options))
}

fn loaded<'py>(file: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    static UNPICKLER: Once<Py<PyAny>> = Once::new();
    let py = file.py();
    let unpickler = UNPICKLER.get_or_make(py, || {
        let apart = py.get_type::<ValuesApart>().call0()?;
        below(py, "Unpickler", &[("find_class", py.get_type::<FindClass>().call0()?), ("persistent_load", apart)])
    })?;
    loaded_by(unpickler.bind(py), file, options)
}

fn loaded_by<'py>(unpickler: &Bound<'py, PyAny>, file: &Bound<'py, PyAny>, options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let found = unpickler.call((file,), Some(options))?.call_method0("load")?;
    with_run(found.py(), |m| value_filter::admit(m, Value::from_bound(found.clone()))?.to_bound(found.py()))
}

// What the names in a pickle stand for.
#[pyclass(frozen, module = "pickle", name = "function")]
struct FindClass;

#[pymethods]
impl FindClass {
    #[new]
    fn new() -> FindClass {
        FindClass
    }
    fn __call__<'py>(&self, module: Bound<'py, PyAny>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with_run(module.py(), |m| match pickled_names::find(m, &module, &name)? {
            Some(_) => Err(PyErr::new::<NamesOfTheCode, _>(()).into()),
            None => match pickled_packages::find(m, &module, &name)? {
                Some(found) => Ok(found),
                // (With a class of the code to come, or with none that is allowed.)
                None if pickled_names::is_reconstructor(&module, &name) => Err(PyErr::new::<NamesOfTheCode, _>(()).into()),
                None if pickled_names::holder(m.py(), &module, &name)?.is_some() => Err(PyErr::new::<NamesOfTheCode, _>(()).into()),
                None if pickled_names::is_maker_of_methods(&module, &name) => Err(PyErr::new::<NamesOfTheCode, _>(()).into()),
                None => find_plain(m, &module, &name),
            },
        })
    }
}

// Values of packages stand apart in pickles of objects of the code's classes alone.
#[pyclass(frozen, module = "pickle", name = "function")]
struct ValuesApart;

#[pymethods]
impl ValuesApart {
    #[new]
    fn new() -> ValuesApart {
        ValuesApart
    }
    fn __call__(&self, _place: Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyErr::new::<NamesOfTheCode, _>(()))
    }
}

/// Whether all pickles may name the class or function.
pub fn is_plain_name(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let name = |of: &str| obj.getattr(of).ok().filter(|text| exact_text(text).is_some());
    let (Some(module), Some(name)) = (name("__module__"), name("__qualname__")) else { return Ok(false) };
    let plain = policy::plain(&module.extract::<String>()?, &name.extract::<String>()?).is_some();
    Ok(plain || pickled_names::is_reconstructor(&module, &name) || pickled_names::holder(m.py(), &module, &name)?.is_some())
}

/// What makes plain values, by the name that a pickle gives.
pub fn find_plain<'py>(m: &RunContext, module: &Bound<'py, PyAny>, name: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = m.py();
    let (Some(module), Some(name)) = (exact_text(module), exact_text(name)) else {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden operation: pickle.find_class"));
    };
    let (module, name) = (module.to_string_lossy().into_owned(), name.to_string_lossy().into_owned());
    let Some((module, name)) = policy::plain(&module, &name) else {
        let text = format!("Forbidden operation: pickle.find_class ({module}.{name})");
        return Err(refusals::raise(m, refusals::Kind::Plain, &text));
    };
    let found = {
        // Plain values are there whatever is authorized: the code holds them already.
        let _host = HostScope::enter();
        py.import(module)?.getattr(name)?
    };
    if found.is(py.Ellipsis()) || found.is(py.NotImplemented()) {
        return Ok(found);
    }
    let fixed = found.is_instance_of::<PyType>()
        && Ty::from_class(found.cast::<PyType>().map_err(PyErr::from)?).has(pyo3::ffi::Py_TPFLAGS_IMMUTABLETYPE);
    if fixed {
        return Ok(found);
    }
    Ok(Bound::new(py, PlainMaker { real: found.unbind() })?.into_any())
}

// Makes plain values, and has no attributes to set.
#[pyclass(frozen, module = "pickle", name = "function")]
struct PlainMaker {
    real: Py<PyAny>,
}

#[pymethods]
impl PlainMaker {
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let real = self.real.bind(args.py());
        // Bytes in old pickles are texts of this encoding.
        let encodes = !real.is_instance_of::<PyType>();
        let latin = args.len() == 2 && args.iter().all(|part| part.is_exact_instance_of::<PyString>()) && args.get_item(1)?.eq("latin1")?;
        if encodes && !latin {
            return Err(PyTypeError::new_err("a pickle encodes texts by latin1 alone"));
        }
        real.call1(args)
    }
}
