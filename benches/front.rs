//! Time of the front: source text to syntax tree, and syntax tree to program (`make bench-rust`).

use std::fmt::Write;
use std::hint::black_box;

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};
use fastexec::front::bytecode::code::Program;
use fastexec::front::bytecode::global_names::GlobalNames;
use fastexec::front::compile::{lower, LowerOptions};
use fastexec::front::parse::{parse, Parsed};

const VERSION: (u8, u8) = (3, 13);

const SNIPPET: &str = r#"
prices = {"apple": 1.25, "pear": 0.5, "fig": 3.0}
order = [("apple", 4), ("fig", 1), ("pear", 10)]
total = 0
lines = []
for name, count in order:
    cost = prices[name] * count
    total += cost
    lines.append(f"{name}: {cost:.2f}")
print(", ".join(lines))
total
"#;

/// Functions, classes, comprehensions and branches, at least `bytes` of them.
fn program_of(bytes: usize) -> String {
    let mut text = String::new();
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        let written = write!(
            text,
            "class Account{n}:\n    def __init__(self, owner, balance=0):\n        self.owner, self.balance = owner, balance\n\n    def pay(self, amount, *, fee=0.5):\n        if amount + fee > self.balance:\n            raise ValueError(f\"{{self.owner}} has {{self.balance:.2f}}\")\n        self.balance -= amount + fee\n        return [part for part in range(amount) if part % 3]\n\n\ndef report{n}(accounts):\n    total = 0\n    for account in accounts:\n        try:\n            total += len(account.pay({n}))\n        except ValueError as error:\n            print(\"refused\", error)\n    return {{\"total\": total, \"mean\": total / max(len(accounts), 1)}}\n\n\n"
        );
        drop(written);
    }
    text
}

fn parsed(source: &str) -> Parsed {
    parse(source, VERSION).expect("the text is Python")
}

fn lowered(parsed: &Parsed) -> Program {
    let options = LowerOptions {
        names: &mut GlobalNames::default(),
        bound: &|_| false,
        is_tool: &|_| false,
        version: VERSION,
        by_line: false,
        top_level_return: false,
    };
    lower(parsed, options).expect("the text is Python")
}

fn front(criterion: &mut Criterion) {
    let sources = [("ten lines", SNIPPET.to_owned()), ("10 kB", program_of(10_000)), ("1 MB", program_of(1_000_000))];
    for stage in ["parse", "lower"] {
        let mut group = criterion.benchmark_group(stage);
        for (name, source) in &sources {
            group.sample_size(if source.len() > 100_000 { 10 } else { 50 });
            group.throughput(Throughput::Bytes(source.len() as u64));
            let tree = parsed(source);
            group.bench_with_input(BenchmarkId::from_parameter(name), source, |bench, source| match stage {
                "parse" => bench.iter(|| black_box(parsed(black_box(source)))),
                _ => bench.iter(|| black_box(lowered(black_box(&tree)))),
            });
        }
        group.finish();
    }
}

criterion_group!(benches, front);
criterion_main!(benches);
