# imports: numpy.*, matplotlib.*
"""Triangulations of matplotlib, whose native code works on copies, as ordinary programs use them."""

import matplotlib.tri as mtri
import numpy as np
from matplotlib.figure import Figure

# --- triangulations
rng = np.random.default_rng(0)
x, y = rng.random((2, 30))
t = mtri.Triangulation(x, y)
print(t.edges.shape, t.neighbors.min(), t.neighbors.shape, t.calculate_plane_coefficients(x).round(6)[:2].tolist())
turned = mtri.Triangulation(x, y, t.triangles[:, ::-1])
print(turned.edges.shape, (np.sort(turned.triangles, axis=1) == np.sort(t.triangles, axis=1)).all(), turned.triangles[:2].tolist())
print(mtri.TrapezoidMapTriFinder(t)([0.5, 2.0], [0.5, 2.0]).tolist(), mtri.LinearTriInterpolator(t, x + y)(0.5, 0.5).round(6))
t.set_mask(mtri.TriAnalyzer(t).get_flat_tri_mask(0.05))
print(t.neighbors.shape, t.edges.shape)
print(len(Figure().subplots().tricontour(t, x, levels=3).levels), len(mtri.UniformTriRefiner(turned).refine_triangulation(subdiv=1).x))
t.neighbors[:] = -1
print(t.neighbors.max())
