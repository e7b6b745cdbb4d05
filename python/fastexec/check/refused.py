"""Names of attributes that are refused."""

from __future__ import annotations

import ast

FIXED = frozenset(
    """
    __array_interface__ __array_struct__ __base__ __bases__ __basicsize__ __build_class__ __builtins__ __cached__ __closure__
    __code__ __dictoffset__ __file__ __flags__ __func__ __globals__ __import__ __itemsize__ __loader__ __mro__ __objclass__
    __path__ __reduce__ __reduce_ex__ __self__ __self_class__ __spec__ __subclasses__ __subclasshook__ __text_signature__
    __thisclass__ __traceback__ __weakref__ __weakrefoffset__ ag_await ag_code ag_frame ag_running ag_suspended cr_await cr_code
    cr_frame cr_origin cr_running cr_suspended f_back f_builtins f_code f_globals f_lasti f_lineno f_locals f_trace func_code
    func_globals gi_code gi_frame gi_running gi_suspended gi_yieldfrom tb_frame tb_lasti tb_lineno tb_next
    """.split()
)

OF_OWN = frozenset(("__base__", "__bases__", "__func__", "__mro__", "__reduce__", "__self__", "__subclasses__"))
"""Those of them that classes and methods of the code have."""

OF_GENERATORS = frozenset(
    "ag_await ag_running ag_suspended cr_await cr_origin cr_running cr_suspended gi_running gi_suspended gi_yieldfrom".split()
)
"""Those that generators and coroutines of the code have."""


def is_certain(node: ast.Attribute) -> bool:
    """Whether it is refused, whatever the object turns out to be."""
    if node.attr in OF_GENERATORS:
        return False
    if node.attr not in FIXED or node.attr not in OF_OWN or not isinstance(node.ctx, ast.Load):
        return node.attr in FIXED
    root = node.value
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set))


def is_dunder(name: str) -> bool:
    """`__x__`."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def message(name: str, called: bool) -> str:
    """What the error of a run says."""
    if not called:
        return f"Forbidden access to dunder attribute: {name}"
    return f"Forbidden call to dunder function: {name}" if is_dunder(name) else f"Forbidden access to attribute: {name}"
