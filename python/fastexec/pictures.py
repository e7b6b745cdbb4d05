"""Parts of matplotlib's pictures that are copied: what lies outside of the picture is what the memory held before, so it is cleared. And
what scipy looks at around the points of a picture."""

from __future__ import annotations

from typing import Any

import numpy


def clear_outside(renderer: Any, region: Any) -> None:
    left, top, right, bottom = region.get_extents()
    height, width, _ = memoryview(renderer).shape or (0, 0, 0)
    if left >= 0 and top >= 0 and right <= width and bottom <= height:
        return
    points = numpy.asarray(region)
    points[: max(-top, 0)] = 0
    points[max(height - top, 0) :] = 0
    points[:, : max(-left, 0)] = 0
    points[:, max(width - left, 0) :] = 0


def around(picture: Any) -> float:
    """Steps of a transform of distances by brute force: from each point inside (1) to each of the border (-1)."""
    points = numpy.asarray(picture)
    if points.dtype.kind not in "bi":
        return 0.0
    return float(numpy.count_nonzero(points == 1)) * float(numpy.count_nonzero(points == -1))
