"""The messages of the protocol, as far as they are read or written here; fields that are not named are skipped when read.

Names and numbers are those of `monty.proto` in monty-proto 1.4.0 (MIT). The protobuf package makes the classes.
"""

from __future__ import annotations

import re
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

PROTOCOL_VERSIONS = range(5, 7)
"""Those that are served."""

STDOUT = 1
"""`PrintSegment.stream` of what is printed."""
BUILTIN = 1
"""`Type.origin` of Python's own types."""

_PACKAGE = "monty.v1"

# A line is a message; `name type number`, with * for repeated fields, ? for optional ones, and |kind for one of several.
_MESSAGES = """
Unit:
Arena: node_count uint32 1, nodes *MontyNode 2
MontyNode: ellipsis Unit|kind 1, none Unit|kind 2, not_implemented Unit|kind 3, boolean bool|kind 4, int sint64|kind 5, bigint BigInt|kind 6,\
 float double|kind 7, str string|kind 8, bytes bytes|kind 9, list Indexes|kind 11, tuple Indexes|kind 12, named_tuple NamedTupleNode|kind 13,\
 dict NodePairs|kind 14, set Indexes|kind 15, frozen_set Indexes|kind 16, date Date|kind 17, time Time|kind 18, datetime DateTime|kind 19,\
 timedelta TimeDelta|kind 20, timezone TimeZone|kind 21, exception Exception|kind 22, type Type|kind 23, class_instance Unit|kind 24,\
 function Function|kind 25, builtin_function string|kind 26, path string|kind 27, file_handle Unit|kind 28, repr string|kind 29,\
 cycle string|kind 30, complex Complex|kind 31, module Unit|kind 32, decimal string|kind 33
Indexes: items *uint32 1
NodePair: key uint32 1, value uint32 2
NodePairs: pairs *NodePair 1
BigInt: negative bool 1, magnitude bytes 2
Complex: real ?double 1, imag ?double 2
NamedTupleNode: type_name string 1, field_names *string 2, values *uint32 3
Date: year int32 1, month uint32 2, day uint32 3
DateTime: year int32 1, month uint32 2, day uint32 3, hour uint32 4, minute uint32 5, second uint32 6, microsecond uint32 7,\
 offset_seconds ?int32 8, timezone_name ?string 9
Time: hour uint32 1, minute uint32 2, second uint32 3, microsecond uint32 4, offset_seconds ?int32 5, timezone_name ?string 6, fold uint32 7
TimeDelta: days int32 1, seconds int32 2, microseconds int32 3
TimeZone: offset_seconds int32 1, name ?string 2
Exception: exc_type string 1, arg ?string 2
Type: name string 1, origin int32 3
Function: name string 1, docstring ?string 2
RaisedException: exc_type string 1, message ?string 2, traceback *StackFrame 3
CodeLoc: line uint32 1, column uint32 2
StackFrame: filename string 1, start CodeLoc 2, end CodeLoc 3, frame_name ?string 4, preview_line ?string 5, hide_caret bool 6, hide_frame_name bool 7
ResourceLimits: max_memory_bytes ?uint64 2, gc_interval ?uint64 3, max_recursion_depth ?uint64 4, max_suspensions ?uint64 5,\
 max_feed_duration_micros ?uint64 6, max_turn_duration_micros ?uint64 7, max_total_sleep_micros ?uint64 8
OsPolicy: system Unit|datetime 1, call_host Unit|datetime 2, fixed Unit|datetime 3, timezone SandboxTimeZone 4, sleep SleepMode 5,\
 random_system Unit|random_start 6, random_call_host Unit|random_start 7, seed Unit|random_start 8
SandboxTimeZone: utc Unit|zone 1, named string|zone 2, fixed Unit|zone 3
SleepMode: system Unit|mode 1, call_host Unit|mode 2, zero Unit|mode 3
ExtFunctionResult: return_value uint32|kind 1, error RaisedException|kind 2, future uint32|kind 3, not_found string|kind 4, not_handled Unit|kind 5
FutureResult: call_id uint32 1, result ExtFunctionResult 2
NamedRef: name string 1, value uint32 2
ParentRequest: configure Configure|kind 1, install_dependencies Unit|kind 2, feed Feed|kind 3, resume_call ResumeCall|kind 4,\
 resume_name_lookup ResumeNameLookup|kind 5, resume_futures ResumeFutures|kind 6, dump Unit|kind 7, load Unit|kind 8, reset Unit|kind 9,\
 shutdown Unit|kind 10, abort_feed AbortFeed|kind 11
Configure: script_name string 1, limits ResourceLimits 2, type_check bool 3, type_check_stubs string 4, protocol_version uint32 9, os_policy ?OsPolicy 11
Feed: code string 1, inputs *NamedRef 2, values Arena 3, skip_type_check bool 4, cwd string 5
AbortFeed: exception RaisedException 1
ResumeCall: call_id uint32 1, result ExtFunctionResult 2, values Arena 3
ResumeNameLookup: values Arena 1, value uint32|kind 2, undefined Unit|kind 3, error RaisedException|kind 4
ResumeFutures: results *FutureResult 1, values Arena 2
ChildEvent: print Print|kind 1, function_call FunctionCall|kind 2, name_lookup NameLookup|kind 4, resolve_futures ResolveFutures|kind 5,\
 complete Complete|kind 6, error Error|kind 7, typing_error TypingError|kind 8, ok Unit|kind 10, fatal_error FatalError|kind 11,\
 total_execution_micros uint64 20, max_suspensions ?uint64 22, feed_execution_micros uint64 24, max_feed_duration_micros ?uint64 25,\
 max_turn_duration_micros ?uint64 26, max_total_sleep_micros ?uint64 27
PrintSegment: stream int32 1, text string 2
Print: segments *PrintSegment 1
FunctionCall: function_name string 1, args *uint32 2, kwargs *NodePair 3, call_id uint32 4, values Arena 7
NameLookup: name string 1
ResolveFutures: pending_call_ids *uint32 1
Complete: value uint32 1, values Arena 2
Error: exception RaisedException 1
TypingError: diagnostics string 1
FatalError: message string 1
"""

_FIELD = re.compile(r"(?P<name>\w+) (?P<mark>[*?]?)(?P<type>\w+)(?:\|(?P<of>\w+))? (?P<number>\d+)")
_Field = descriptor_pb2.FieldDescriptorProto


def _described() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="fastexec/monty.proto", package=_PACKAGE, syntax="proto3")
    for line in _MESSAGES.strip().split("\n"):
        name, _, fields = line.partition(":")
        _describe(file.message_type.add(name=name), fields)
    return file


def _describe(message: Any, fields: str) -> None:
    groups: list[str] = []
    optional: list[Any] = []
    for match in _FIELD.finditer(fields):
        label = _Field.LABEL_REPEATED if match["mark"] == "*" else _Field.LABEL_OPTIONAL
        field = message.field.add(name=match["name"], number=int(match["number"]), label=label)
        scalar = getattr(_Field, f"TYPE_{match['type'].upper()}", None) if match["type"].islower() else None
        if scalar is None:
            field.type, field.type_name = _Field.TYPE_MESSAGE, f".{_PACKAGE}.{match['type']}"
        else:
            field.type = scalar
        if match["of"]:
            if match["of"] not in groups:
                groups.append(match["of"])
            field.oneof_index = groups.index(match["of"])
        elif match["mark"] == "?":
            optional.append(field)
    # An optional field is one of one.
    for field in optional:
        field.proto3_optional, field.oneof_index = True, len(groups)
        groups.append(f"_{field.name}")
    for group in groups:
        message.oneof_decl.add(name=group)


_pool = descriptor_pool.DescriptorPool()  # a pool of its own: other packages may have the same messages
_pool.Add(_described())


def message(name: str) -> Any:
    """The class of a message."""
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))


Arena: Any = message("Arena")
ChildEvent: Any = message("ChildEvent")
ParentRequest: Any = message("ParentRequest")
RaisedException: Any = message("RaisedException")
