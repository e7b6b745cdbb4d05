"""Triangulations of scipy, whose corners and neighbours code may change: compiled functions follow them wherever they point."""

from __future__ import annotations

import importlib
import inspect
import types
from typing import Any, cast

from fastexec.guards import is_list, is_tuple


def check(found: Any, asked: Any = None) -> None:
    """Raises `ValueError` unless each simplex of a triangulation, or of that of an interpolator, has corners and neighbours that are there.

    Where an interpolator is `asked` they have to be points of its dimensions.
    """
    triangulation = importlib.import_module("scipy.spatial").Delaunay
    if isinstance(found, triangulation):
        _check_triangles(found)
        return
    own = _Members(found)
    # (An interpolator that is being made, or is none, has no triangles.)
    triangles = own.get("tri")
    if triangles is None:
        return
    if not isinstance(triangles, triangulation):
        raise TypeError("a triangulation of scipy is required")
    _check_triangles(triangles)
    points = own.array("points").shape
    values = own.array("values").shape
    gradients = own.get("grad")
    fits = len(values) == 2 and values[0] == points[0] == _Members(triangles).array("_points").shape[0]
    if not fits or (gradients is not None and own.array("grad").shape != (*values, 2)):
        raise ValueError("an interpolator has other values than points")
    if asked is not None and (len(asked.shape) != 2 or asked.shape[1] != points[1]):
        raise ValueError("number of dimensions in xi does not match x")


def of_matplotlib(native: Any, given: tuple[Any, ...], copies: tuple[Any, ...]) -> Any:
    """A native triangulation of matplotlib (x, y, triangles, mask, edges, neighbors, …) over copies, whose places are there.

    The native code turns triangles around in their array: they are turned in what was given, too.
    """
    import numpy as np

    x, _, corners, _, edges, neighbors, *_ = copies
    _inside(corners, 0, x.size)
    _inside(edges, 0, x.size)
    _inside(neighbors, -1, len(corners))
    made = native(*copies)
    triangles = given[2]
    if type(triangles) is np.ndarray and triangles.dtype == corners.dtype and triangles.shape == corners.shape and triangles.flags.writeable:
        triangles[...] = corners
    return made


def check_regions(simplices: Any, regions: Any) -> None:
    """Raises `ValueError` unless regions are lists of rows of an array."""
    count = len(simplices)
    if not is_list(regions) or any(not is_list(region) or not region for region in regions):
        raise ValueError("regions are no lists of places")
    if any(type(place) is bool or not _is_place(place, count) for region in regions for place in region):
        raise ValueError("regions lie outside of the simplices")


def _is_place(place: Any, count: int) -> bool:
    import numpy as np

    return (type(place) is int or type(place) in (np.int32, np.int64)) and 0 <= place < count


def _check_triangles(found: Any) -> None:
    own = _Members(found)
    points, simplices, neighbors, equations = [own.array(name).shape for name in ("_points", "simplices", "neighbors", "equations")]
    if len(points) != 2 or len(simplices) != 2:
        raise ValueError("points or simplices of a triangulation are no table")
    (count, dimensions), corners = points, (simplices[0], points[1] + 1)
    fits = simplices == neighbors == corners and equations == (corners[0], dimensions + 2)
    fits = fits and own.array("min_bound").shape == own.array("max_bound").shape == (dimensions,)
    said = [own.get(name) for name in ("npoints", "ndim", "nsimplex")]
    if not fits or said != [count, dimensions, corners[0]]:
        raise ValueError("a triangulation has parts of different sizes")
    for name, shape in (("_transform", (*corners, dimensions)), ("_vertex_to_simplex", (count,))):
        if own.get(name) is not None and own.array(name).shape != shape:
            raise ValueError("a triangulation has parts of different sizes")
    _inside(own.array("simplices"), 0, count)
    _inside(own.array("neighbors"), -1, corners[0])
    if own.get("_vertex_to_simplex") is not None:
        _inside(own.array("_vertex_to_simplex"), -1, corners[0])
    _check_lists(own, count)


def _check_lists(own: _Members, count: int) -> None:
    """Neighbours of each point: where its list begins, and all of them in a row."""
    lists = own.get("_vertex_neighbor_vertices")
    if lists is None:
        return
    if not is_tuple(lists) or len(lists) != 2:
        raise ValueError("neighbours of the points of a triangulation are no lists")
    begins, neighbors = [_array(part) for part in lists]
    if begins.shape != (count + 1,) or (begins[1:] < begins[:-1]).any():
        raise ValueError("neighbours of the points of a triangulation are no lists")
    _inside(begins, 0, len(neighbors) + 1)
    _inside(neighbors, 0, count)


def _inside(places: Any, first: int, end: int) -> None:
    if places.dtype.kind != "i":
        raise TypeError("corners and neighbours of a triangulation are integers")
    if places.size and not (first <= places.min() and places.max() < end):
        raise ValueError("corners or neighbours of a triangulation lie outside of it")


def _array(found: Any) -> Any:
    import numpy as np

    if not isinstance(found, np.ndarray):
        raise TypeError("parts of a triangulation are arrays")
    return np.asarray(cast("Any", found))


class _Members:
    """What an object itself holds: a class of the code may say otherwise the second time it is asked."""

    def __init__(self, found: Any) -> None:
        own = next((vars(kind)["__dict__"] for kind in type(found).__mro__ if "__dict__" in vars(kind)), None)
        if not isinstance(own, types.GetSetDescriptorType) or any("__getattribute__" in vars(kind) for kind in type(found).__mro__[:-1]):
            raise TypeError("a triangulation of scipy is required")
        self.of: type[Any] = type(found)
        self.all: dict[str, Any] = own.__get__(found)

    def get(self, name: str) -> Any:
        if inspect.getattr_static(self.of, name, None) is not None:
            raise TypeError("a triangulation of scipy is required")
        return self.all.get(name)

    def array(self, name: str) -> Any:
        return _array(self.get(name))
