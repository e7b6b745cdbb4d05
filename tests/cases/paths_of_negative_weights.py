# imports: numpy.*, scipy.*, warnings
# python: 3.11
# Dijkstra's algorithm takes negative weights, with a warning, where no way around leads back for less than nothing.
import warnings

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra, shortest_path

warnings.simplefilter("ignore")

# --- step
graph = np.array([[0, 1, 4], [0, 0, 2], [0, 0, 0]])
print(dijkstra(graph).tolist(), dijkstra(csr_array(graph), indices=0).tolist())
print(dijkstra(csr_array(graph), directed=False, indices=[0, 2], return_predecessors=True)[1].tolist())
print(dijkstra(graph, unweighted=True, limit=1).tolist())

# --- step
downhill = np.array([[0, 5, 3], [0, 0, -2], [0, 0, 0]])
print(dijkstra(csr_array(downhill)).tolist(), dijkstra(downhill, True, 0).tolist())
print(dijkstra(csgraph=csr_array(downhill), unweighted=True, directed=False).tolist())
print(shortest_path(downhill, method="D").tolist(), shortest_path(downhill, method="BF").tolist())

# --- step
for wrong in (5, "ab", [[1, 2]], [[-1, 2]], None, np.zeros((0, 0))):
    try:
        print(dijkstra(wrong))
    except Exception as error:
        print(type(error).__name__, error)
