//! A profile as the host gets it: rows of lines and of functions.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::front::bytecode::code::CodeKind;
use crate::session::profile_entry::Entry;

/// Operations, seconds, whether the snippet itself has it (not one before), line, and the line's text or the
/// function's name.
pub type Row = (i64, f64, bool, usize, String);
/// Of lines, of functions.
pub type Rows = (Vec<Row>, Vec<Row>);

#[derive(Default)]
struct Sum {
    operations: i64,
    time: Duration,
}

impl Sum {
    fn add(&mut self, entry: &Entry) {
        self.operations = self.operations.saturating_add(entry.operations);
        self.time = self.time.saturating_add(entry.time);
    }
}

/// The rows of a run of the snippet `source`: its own lines first, then those of functions that snippets before it defined.
pub fn rows(entries: &[Entry], source: &Arc<str>) -> Rows {
    let mut lines: BTreeMap<(bool, usize, usize), (Sum, Arc<str>)> = BTreeMap::new();
    let mut functions: BTreeMap<(bool, usize, bool, u32, usize), (Sum, &Entry)> = BTreeMap::new();
    for entry in entries {
        let text = entry.source.as_ptr() as usize;
        let earlier = !Arc::ptr_eq(&entry.source, source);
        let line = lines.entry((earlier, text, entry.line));
        line.or_insert_with(|| (Sum::default(), entry.source.clone())).0.add(entry);
        let (code, inner) = (Arc::as_ptr(&entry.code) as usize, entry.code.kind != CodeKind::Module);
        let function = functions.entry((earlier, text, inner, entry.code.span.start, code));
        function.or_insert_with(|| (Sum::default(), entry)).0.add(entry);
    }
    let lines = lines.into_iter().map(|((earlier, _, line), (sum, source))| {
        (sum.operations, sum.time.as_secs_f64(), !earlier, line, text_of(&source, line).to_owned())
    });
    let functions = functions.into_iter().map(|((earlier, ..), (sum, entry))| {
        let (line, name) = (entry.code.span.line(&entry.source), entry.code.qualname.clone());
        (sum.operations, sum.time.as_secs_f64(), !earlier, line, name)
    });
    (lines.collect(), functions.collect())
}

/// Text of a line counted from 1; lines end as `Span::line` has it.
fn text_of(source: &str, line: usize) -> &str {
    let mut rest = source;
    for _ in 1..line {
        let Some(end) = rest.find(['\n', '\r']) else { return "" };
        let ended = rest.get(end..).unwrap_or("");
        let width = if ended.starts_with("\r\n") { 2 } else { 1 };
        rest = ended.get(width..).unwrap_or("");
    }
    rest.split(['\n', '\r']).next().unwrap_or("")
}
