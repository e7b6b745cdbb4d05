//! Private parts of the host's objects, where libraries would read them for the code: by names that it gives
//! (`operator.attrgetter`, models of pydantic), or all of them (`__reduce_ex__`, of which pickles and YAML are
//! made). Such code reads attributes in C, unseen by the door; what it starts from is looked at instead.

use std::sync::atomic::AtomicBool;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::wrap_pyfunction;

use crate::budget::compiled_calls::{self, Call, CallSlot, Original};
use crate::cpython::hooks::{exchange_attribute, newly_loaded, table, Method};
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{Exc, R};
use crate::cpython::{api, call_stack};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::fixed_attribute_refusal;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::classes::{self, abc_hooks, datetime_new, getattr_hook};
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::session::current::{self, with_run};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;

/// What a constructor is looked at for.
type Look = fn(&RunContext, &Bound<'_, PyType>, &Bound<'_, PyTuple>, Option<&Bound<'_, PyDict>>) -> R<()>;

/// Wraps what the interpreter has, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    look_at(&py.import("operator")?.getattr("attrgetter")?, getter)?;
    look_at(&py.get_type::<PyType>(), class)?;
    if let Some(method) = Method::of(&py.get_type::<PyAny>().getattr("__reduce_ex__")?) {
        compiled_calls::wrap(method, &table::STATE, reduce);
    }
    Ok(())
}

/// Wraps what pydantic has, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "pydantic_core", "SchemaSerializer")? else { return Ok(()) };
    look_at(&module.getattr("SchemaValidator")?, validator)?;
    look_at(&module.getattr("SchemaSerializer")?, serializer)
}

/// Wraps what PyYAML has for objects as wholes, once it is loaded: it asks them for `__getstate__`, and fills them in.
pub fn guard_loaded_yaml(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "yaml", "SafeDumper")? else { return Ok(()) };
    let places = [("representer", "SafeRepresenter", "represent_yaml_object"), ("constructor", "SafeConstructor", "construct_yaml_object")];
    for (home, class, name) in places {
        let make = move |py: Python<'_>, original: Option<Bound<'_, PyAny>>| {
            let looking = py.import("fastexec.yaml_nodes")?.getattr(name)?;
            Ok(looking.call1((original, wrap_pyfunction!(look_at_state, py)?))?.unbind())
        };
        exchange_attribute(&module.getattr(home)?.getattr(class)?, name, make, &table::STATE)?;
    }
    Ok(())
}

/// Raises unless the whole state of the object is the code's to see and to fill in.
#[pyfunction]
fn look_at_state(object: Bound<'_, PyAny>) -> PyResult<()> {
    if sandboxed() && !defence_layers::off(Net::Names) {
        with_run(object.py(), |m| check_state(m, &object))?;
    }
    Ok(())
}

fn look_at(class: &Bound<'_, PyAny>, look: Look) -> PyResult<()> {
    compiled_calls::wrap_slot(class.cast()?, CallSlot::New, &table::MADE_FOR_CODE, move |call, original| {
        if sandboxed() && !defence_layers::off(Net::Names) {
            let ((args, named), made) = (call.arguments()?, call.this().ok_or(Exc)?);
            let made = made.cast::<PyType>().map_err(PyErr::from)?;
            // Without a look at the limits: they end a run by exceptions whose classes are made here too.
            current::with_current(|m| look(m, made, &args, named.as_ref())).unwrap_or(Ok(()))?;
        }
        original.run()
    });
    Ok(())
}

/// `object.__reduce_ex__`, on which all that makes bytes or text of whole objects rests.
fn reduce<'py>(call: &Call, original: &Original<'_, 'py>) -> R<Bound<'py, PyAny>> {
    if let Some(object) = call.this().filter(|_| sandboxed() && !defence_layers::off(Net::Names)) {
        with_run(object.py(), |m| check_state(m, &object))?;
    }
    original.run()
}

/// The whole state of an object of the host is for `copy` alone, which makes another of the same class of it.
fn check_state(m: &RunContext, object: &Bound<'_, PyAny>) -> R<()> {
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    let hidden = match facts.kind {
        Kind::Host => facts.app,
        Kind::Own => !facts.pure && !facts.known_bases,
        Kind::Guard => true,
        _ => false,
    };
    if !hidden || call_stack::is_standard(m.py(), "copy.py", &["copy", "deepcopy"]) {
        return Ok(());
    }
    Err(refusals::forbidden_function(m, "__reduce_ex__ (of an object of the host)"))
}

/// `attrgetter('a.b', …)` that a library makes of the code's text (not of its own).
fn getter(m: &RunContext, _class: &Bound<'_, PyType>, args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    for name in args.iter().filter_map(|name| exact_text(&name)).filter(|name| !call_stack::says(m.py(), name)) {
        if let Some(private) = name.to_string_lossy().split('.').find(|part| is_hidden(part)) {
            return Err(refused(m, private, Use::Read));
        }
    }
    Ok(())
}

/// `type(name, bases, namespace)`, by whichever metaclass.
fn class(m: &RunContext, metaclass: &Bound<'_, PyType>, args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    match (args.get_item(1), args.get_item(2)) {
        (Ok(bases), Ok(namespace)) => {
            abc_hooks::check(m, metaclass, &bases, &namespace)?;
            datetime_new::check(m, &bases, &namespace)?;
            if !args.get_item(0).is_ok_and(|name| call_stack::defines_class(m.py(), &name)) {
                check_natives(m, &namespace)?;
            }
            match bases.cast::<PyTuple>() {
                Ok(bases) => {
                    classes::check_order(m, bases, &namespace)?;
                    classes::check_guest(m, args.get_item(0).ok().as_ref(), bases, &namespace)
                }
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// C functions in a namespace that no statement of a library filled: C code calls those of special names past all looks,
/// and need not have them from the code (`type("A", (), dict(zip(names, given.values())))`).
fn check_natives(m: &RunContext, namespace: &Bound<'_, PyAny>) -> R<()> {
    let Ok(namespace) = namespace.cast::<PyDict>() else { return Ok(()) };
    let natives: Vec<_> = namespace.iter().map(|(_, value)| value).filter(|value| type_access::builtin_function(value).is_some()).collect();
    natives.into_iter().try_for_each(|native| value_filter::admit_bound(m, native).map(drop))
}

pub(crate) fn is_hidden(name: &str) -> bool {
    name.starts_with('_') || fixed_attribute_refusal(name)
}

/// `SchemaValidator(schema, config)`
fn validator(m: &RunContext, _class: &Bound<'_, PyType>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    let mut found = Schema::default();
    for part in args.iter().chain(kwargs.iter().flat_map(|k| k.iter()).map(|(_, value)| value)) {
        found.look(&part, DEPTH)?;
    }
    found.filled.iter().try_for_each(|class| check_filled(m, class))?;
    match found.hidden {
        Some(name) if found.reads => Err(refused_name(m, &name)),
        _ => Ok(()),
    }
}

/// Objects of a class are made without a call of it, and filled with whatever the schema names.
fn check_filled(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    if m.session.check.own.contains(class) {
        return Ok(());
    }
    let has = |name: &Bound<'_, PyString>| api::class_attribute(class, name).is_some();
    if !has(intern!(m.py(), "__pydantic_validator__")) && !has(intern!(m.py(), "__dataclass_fields__")) {
        return Err(refusals::forbidden_function(m, "SchemaValidator (of a class that is no model)"));
    }
    Ok(getattr_hook::block_in_foreign(class)?)
}

/// `SchemaSerializer(schema, config)`
fn serializer(m: &RunContext, _class: &Bound<'_, PyType>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    let schemas = args.iter().chain(kwargs.iter().flat_map(|k| k.iter()).map(|(_, value)| value));
    match private_read(m, schemas)? {
        Some(name) => Err(refused(m, &name, Use::Read)),
        None => Ok(()),
    }
}

fn refused_name(m: &RunContext, name: &str) -> crate::cpython::value::Exc {
    refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden to read attributes by a model: {name}"))
}

/// `model.model_validate(object, from_attributes=True)`: what the model reads is looked at when it is asked to.
pub fn check_model(m: &RunContext, model: &Bound<'_, PyAny>) -> R<()> {
    let mut found = Schema::default();
    let schema = ["__pydantic_core_schema__", "core_schema"].iter().find_map(|name| model.getattr(*name).ok()?.cast_into::<PyDict>().ok());
    let Some(schema) = schema else { return Err(refused_name(m, "from_attributes")) };
    found.look(&schema, DEPTH)?;
    match found.hidden {
        Some(name) => Err(refused_name(m, &name)),
        None => Ok(()),
    }
}

/// Beyond this a schema is taken for one that hides something.
const DEPTH: u32 = 200;

/// What a core schema of pydantic tells of the attributes that are read.
#[derive(Default)]
struct Schema<'py> {
    /// Attributes of given objects are read.
    reads: bool,
    /// A name of an attribute, or a path of several, that the code could not read by itself.
    hidden: Option<String>,
    /// Classes of models and dataclasses.
    filled: Vec<Bound<'py, PyType>>,
}

impl<'py> Schema<'py> {
    fn look(&mut self, part: &Bound<'py, PyAny>, depth: u32) -> R<()> {
        let Some(depth) = depth.checked_sub(1) else {
            (self.reads, self.hidden) = (true, Some("(too deep)".to_owned()));
            return Ok(());
        };
        if let Ok(dict) = part.cast::<PyDict>() {
            let dict = dict.copy()?;
            let kind = dict.get_item("type")?.and_then(|kind| exact_text(&kind));
            if kind.is_some_and(|kind| matches!(kind.to_string_lossy().as_ref(), "model" | "dataclass")) {
                self.filled.extend(dict.get_item("cls")?.and_then(|class| class.cast_into::<PyType>().ok()));
            }
            return dict.iter().try_for_each(|(key, value)| self.entry(&key, &value, depth));
        }
        if part.is_instance_of::<PyList>() || part.is_instance_of::<PyTuple>() {
            return part.try_iter()?.try_for_each(|item| self.look(&item?, depth));
        }
        Ok(())
    }

    fn entry(&mut self, key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>, depth: u32) -> R<()> {
        let key = key.cast::<PyString>().map(|key| key.to_string_lossy().into_owned()).unwrap_or_default();
        match key.as_str() {
            "from_attributes" => self.reads |= value.is_truthy()?,
            "revalidate_instances" => self.reads |= exact_text(value).is_none_or(|text| text.to_string_lossy() != "never"),
            "alias" | "validation_alias" | "discriminator" => self.names(value)?,
            // Of a dataclass; of a model the keys are the names.
            "name" => self.name(value),
            "fields" => {
                if let Ok(dict) = value.cast::<PyDict>() {
                    dict.copy()?.iter().for_each(|(name, _)| self.name(&name));
                }
                self.look(value, depth)?;
            }
            "metadata" => {}
            _ => self.look(value, depth)?,
        }
        Ok(())
    }

    /// A name, a path, or several of either.
    fn names(&mut self, value: &Bound<'_, PyAny>) -> R<()> {
        if !(value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()) {
            self.name(value);
            return Ok(());
        }
        let mut steps = 0;
        for item in value.try_iter()? {
            let item = item?;
            steps += usize::from(item.is_instance_of::<PyString>());
            self.names(&item)?;
        }
        if steps > 1 {
            self.hidden.get_or_insert_with(|| "a path".to_owned());
        }
        Ok(())
    }

    fn name(&mut self, value: &Bound<'_, PyAny>) {
        if let Ok(name) = value.cast::<PyString>() {
            let name = name.to_string_lossy();
            if is_hidden(&name) {
                self.hidden.get_or_insert_with(|| name.into_owned());
            }
        }
    }
}

// What serializers read by names in their schemas: computed fields and fields of dataclasses, by attributes of whatever they
// are given, which need not be of the class that the schema names.

/// A private name that the schemas have attributes read by, of no class of the code.
fn private_read<'py>(m: &RunContext, schemas: impl Iterator<Item = Bound<'py, PyAny>>) -> R<Option<String>> {
    let mut found = None;
    for schema in schemas {
        look_at_reads(m, &schema, Whose::Others, DEPTH, &mut found)?;
    }
    Ok(found)
}

/// Whose objects a part of a schema is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The nearest class around is the code's, and nobody else's.
    Code,
    Others,
    /// Whatever the class: objects come from functions.
    Anybody,
}

fn look_at_reads(m: &RunContext, part: &Bound<'_, PyAny>, own: Whose, depth: u32, found: &mut Option<String>) -> R<()> {
    let Some(depth) = depth.checked_sub(1) else {
        found.get_or_insert_with(|| "(too deep)".to_owned());
        return Ok(());
    };
    if let Ok(node) = part.cast::<PyDict>() {
        let node = node.copy()?;
        let is_own = match node.get_item("cls")? {
            Some(class) => is_class_of_code(m, &class)?,
            // What has a name of its own may be used in other places, too.
            None => own == Whose::Code && !node.contains("ref")?,
        };
        let own = match (own, is_own) {
            (Whose::Anybody, _) => own,
            (_, true) => Whose::Code,
            (_, false) => Whose::Others,
        };
        if let Some(name) = read_of_dict(&node)? {
            found.get_or_insert(name);
        }
        for name in names_read(&node)? {
            if own == Whose::Code {
                // Serializers are looked at again when they are given objects of others.
                m.session.check.private_fields.read.borrow_mut().insert(name);
            } else {
                found.get_or_insert(name);
            }
        }
        let inner = |key: &Bound<'_, PyAny>| !key.cast::<PyString>().is_ok_and(|key| key == "metadata");
        return node.iter().filter(|(key, _)| inner(key)).try_for_each(|(key, value)| {
            // (What a function gives is looked at by nobody before.)
            let given = key.cast::<PyString>().is_ok_and(|key| key == "return_schema");
            look_at_reads(m, &value, if given { Whose::Anybody } else { own }, depth, found)
        });
    }
    if part.is_instance_of::<PyList>() || part.is_instance_of::<PyTuple>() {
        return part.try_iter()?.try_for_each(|item| look_at_reads(m, &item?, own, depth, found));
    }
    Ok(())
}

fn is_class_of_code(m: &RunContext, class: &Bound<'_, PyAny>) -> R<bool> {
    let Ok(class) = class.cast::<PyType>() else { return Ok(false) };
    let facts = info(&m.session.check, Ty::from_class(class))?;
    // (What is no model of a library may be what classes of the host derive from, as `object` is.)
    let is_model = |name: &Bound<'_, PyString>| api::class_attribute(class, name).is_some();
    let of_library = || is_model(intern!(m.py(), "__pydantic_validator__")) || is_model(intern!(m.py(), "__dataclass_fields__"));
    Ok(facts.kind == Kind::Own && (facts.pure || facts.known_bases) || facts.kind == Kind::Host && !facts.app && of_library())
}

/// A private name by which a model shows what stands in the dict of an object, whatever its class is: that of a field, or all where the
/// model is not one of fields. (No model that pydantic makes has such.)
fn read_of_dict(node: &Bound<'_, PyDict>) -> R<Option<String>> {
    let kind = node.get_item("type")?;
    let is_other = kind.as_ref().and_then(exact_text).is_some_and(|kind| kind.to_string_lossy() != "model");
    let is_root = node.get_item("root_model")?.is_some_and(|root| root.is_truthy().unwrap_or(false));
    let (Some(mut inner), false) = (node.get_item("schema")?.filter(|_| !is_other && !is_root), !node.contains("cls")?) else {
        return Ok(None);
    };
    let whole = || Ok(Some("__dict__".to_owned()));
    for _ in 0..DEPTH {
        let Ok(part) = inner.cast::<PyDict>() else { return whole() };
        let kind = part.get_item("type")?.as_ref().and_then(exact_text).map(|kind| kind.to_string_lossy().into_owned()).unwrap_or_default();
        if part.contains("serialization")? {
            return whole();
        }
        if kind == "model-fields" {
            let fields = part.get_item("fields")?.and_then(|fields| fields.cast_into::<PyDict>().ok());
            let names = fields.iter().flat_map(|fields| fields.keys());
            let texts = names.filter_map(|name| Some(name.cast_into::<PyString>().ok()?.to_string_lossy().into_owned()));
            return Ok(texts.into_iter().find(|name| is_hidden(name)));
        }
        let Some(next) = part.get_item("schema")?.filter(|_| kind.starts_with("function-")) else { return whole() };
        inner = next;
    }
    whole()
}

/// The private names that one node has attributes read by.
fn names_read(node: &Bound<'_, PyDict>) -> R<Vec<String>> {
    let mut named: Vec<_> = node.get_item("property_name")?.into_iter().collect();
    if let Some(fields) = node.get_item("fields")? {
        // Of a dataclass; models have theirs from a dict.
        if node.contains("cls")? && fields.is_instance_of::<PyList>() {
            named.extend(fields.try_iter()?.collect::<PyResult<Vec<_>>>()?);
        }
    }
    let texts = named.iter().filter_map(|name| Some(name.cast::<PyString>().ok()?.to_string_lossy().into_owned()));
    Ok(texts.filter(|name| is_hidden(name)).collect())
}
