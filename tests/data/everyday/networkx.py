# --- graph and paths
import networkx as nx
g = nx.Graph()
g.add_edges_from([("a", "b"), ("b", "c"), ("a", "d"), ("d", "c")])
g.add_edge("c", "e", weight=2.5)
print(g.number_of_nodes(), g.number_of_edges(), nx.shortest_path(g, "a", "e"), dict(g.degree()), list(g.neighbors("a")))
# --- weights
import networkx as nx
g = nx.DiGraph()
g.add_weighted_edges_from([(1, 2, 4), (2, 3, 1), (1, 3, 7)])
print(nx.dijkstra_path(g, 1, 3), nx.dijkstra_path_length(g, 1, 3), g[1][2]["weight"], list(g.successors(1)), g.in_degree(3))
# --- components and cycles
import networkx as nx
g = nx.Graph([(1, 2), (2, 3), (4, 5)])
print(list(nx.connected_components(g)), nx.is_connected(g), nx.cycle_basis(nx.cycle_graph(4)), nx.has_path(g, 1, 4))
# --- centrality
import networkx as nx
import scipy
g = nx.karate_club_graph()
c = nx.degree_centrality(g)
print(max(c, key=c.get), round(nx.average_clustering(g), 4), round(nx.betweenness_centrality(g)[0], 4), round(nx.pagerank(g)[0], 4))
# --- topological order
import networkx as nx
d = nx.DiGraph([("shirt", "tie"), ("tie", "jacket"), ("trousers", "shoes")])
print(nx.is_directed_acyclic_graph(d), list(nx.lexicographical_topological_sort(d)), nx.dag_longest_path(d), sorted(nx.ancestors(d, "jacket")))
# --- spanning tree and flow
import networkx as nx
g = nx.Graph()
g.add_weighted_edges_from([(0, 1, 1), (1, 2, 2), (0, 2, 9)])
f = nx.DiGraph()
f.add_edge("s", "t", capacity=3)
f.add_edge("s", "m", capacity=2)
f.add_edge("m", "t", capacity=1)
print(sorted(nx.minimum_spanning_tree(g).edges(data="weight")), nx.maximum_flow_value(f, "s", "t"))
# --- layouts and attributes
import networkx as nx
g = nx.path_graph(4)
nx.set_node_attributes(g, {n: n * n for n in g}, "square")
g.nodes[0]["label"] = "start"
g.graph["name"] = "path"
print(nx.get_node_attributes(g, "square"), sorted(nx.circular_layout(g)), g.nodes(data=True)[0], g.name)
# --- communities and colouring
import networkx as nx
from networkx.algorithms import community
g = nx.barbell_graph(4, 0)
print([sorted(c) for c in community.greedy_modularity_communities(g)], max(nx.greedy_color(g).values()), sorted(next(nx.find_cliques(g))) != [])
# --- matrices
import networkx as nx
import scipy
g = nx.complete_graph(3)
print(nx.to_numpy_array(g), nx.adjacency_matrix(g).sum(), nx.from_numpy_array(nx.to_numpy_array(g)).edges)
# --- generators and traversal
import networkx as nx
g = nx.erdos_renyi_graph(10, 0.5, seed=1)
t = nx.balanced_tree(2, 2)
print(g.number_of_edges(), list(nx.bfs_edges(t, 0)), list(nx.dfs_preorder_nodes(t, 0)), nx.diameter(t), nx.grid_2d_graph(2, 2).number_of_nodes())
# --- from a frame
import networkx as nx
import pandas as pd
df = pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"], "cost": [1, 2]})
g = nx.from_pandas_edgelist(df, edge_attr="cost")
print(g.edges(data=True), nx.to_dict_of_lists(g), g.subgraph(["a", "b"]).edges, nx.node_link_data(g)["nodes"])
# --- drawing
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import networkx as nx
g = nx.cycle_graph(4)
fig, ax = plt.subplots()
nx.draw(g, pos=nx.spring_layout(g, seed=1), with_labels=True, ax=ax, node_color="lightblue")
b = io.BytesIO()
fig.savefig(b, format="png")
plt.close(fig)
print(b.tell() > 100)
# --- travelling salesman and shortest paths of all pairs
import networkx as nx
g = nx.complete_graph(4)
for i, (u, v) in enumerate(g.edges):
    g[u][v]["weight"] = i + 1
print(nx.approximation.traveling_salesman_problem(g, cycle=True)[0], dict(nx.all_pairs_shortest_path_length(nx.path_graph(3)))[0], nx.density(g), nx.is_bipartite(nx.path_graph(4)))
# --- networkx algorithms
import networkx as nx
g = nx.Graph(); g.add_weighted_edges_from([("a", "b", 1), ("b", "c", 2), ("a", "c", 5)]); g.nodes["a"]["k"] = 1
print(nx.shortest_path(g, "a", "c", weight="weight"), nx.shortest_path_length(g, "a", "c", weight=lambda u, v, d: d["weight"]), dict(g.degree()), nx.pagerank(g)["a"] > 0, sorted(nx.connected_components(g), key=len), nx.density(g))
d = nx.DiGraph([(1, 2), (2, 3)]); print(list(nx.topological_sort(d)), nx.is_directed_acyclic_graph(d), nx.minimum_spanning_tree(g).size(), list(nx.community.greedy_modularity_communities(g)), nx.to_numpy_array(g).tolist(), nx.node_link_data(d)["nodes"])
print(nx.spring_layout(g, seed=1)["a"].shape, nx.betweenness_centrality(g), list(nx.find_cliques(g)), nx.max_weight_matching(g), nx.relabel_nodes(d, {1: "x"}).nodes, callable(nx.from_pandas_edgelist))
# --- graphs in pickles
import pickle
import networkx as nx
for graph in (nx.karate_club_graph(), nx.DiGraph([(1, 2, {"w": 2.5})]), nx.MultiGraph([(1, 2), (1, 2)])):
    graph.graph["name"] = "g"
    back = pickle.loads(pickle.dumps(graph))
    print(type(back).__name__, back.graph, list(back.edges(data=True))[:3], nx.utils.graphs_equal(graph, back))
    back.add_edge("new", 1)
    print(graph.number_of_edges(), back.number_of_edges(), sorted(nx.degree_centrality(back).values())[-1])
view = pickle.loads(pickle.dumps(nx.path_graph(4).subgraph([1, 2])))
print(list(view.edges))
