def lcs(a, b):
    dp = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            dp[i][j] = dp[i - 1][j - 1] + 1 if x == y else max(dp[i - 1][j], dp[i][j - 1])
    out, i, j = [], len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i, j = i - 1, j - 1
        elif dp[i - 1][j] >= dp[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return "".join(reversed(out))


def edit(a, b, memo=None):
    memo = {} if memo is None else memo
    if (a, b) in memo:
        return memo[a, b]
    if not a or not b:
        return len(a) + len(b)
    r = min(edit(a[1:], b, memo) + 1, edit(a, b[1:], memo) + 1, edit(a[1:], b[1:], memo) + (a[0] != b[0]))
    memo[a, b] = r
    return r


def knapsack(items, cap):
    best = [0] * (cap + 1)
    for w, v in items:
        for c in range(cap, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[cap]


def coins(amount, kinds):
    ways = [1] + [0] * amount
    for k in kinds:
        for a in range(k, amount + 1):
            ways[a] += ways[a - k]
    return ways[amount]


def queens(n, row=0, cols=(), d1=(), d2=()):
    if row == n:
        return 1
    return sum(queens(n, row + 1, cols + (c,), d1 + (row - c,), d2 + (row + c,)) for c in range(n) if c not in cols and row - c not in d1 and row + c not in d2)


print(lcs("AGGTABQWERTY", "GXTXAYBWRY"), edit("kitten", "sitting"), knapsack([(1, 1), (3, 4), (4, 5), (5, 7)], 7), coins(100, [1, 5, 10, 25, 50]), queens(6))


def dijkstra(graph, start):
    dist, todo = {start: 0}, {start}
    while todo:
        u = min(todo, key=lambda n: (dist[n], n))
        todo.remove(u)
        for v, w in graph.get(u, {}).items():
            if dist[u] + w < dist.get(v, float("inf")):
                dist[v] = dist[u] + w
                todo.add(v)
    return dist


print(dijkstra({"a": {"b": 7, "c": 3}, "b": {"d": 2}, "c": {"b": 1, "d": 8}, "d": {}}, "a"))


def life(cells, steps):
    for _ in range(steps):
        counts = {}
        for x, y in cells:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        p = (x + dx, y + dy)
                        counts[p] = counts.get(p, 0) + 1
        cells = {p for p, n in counts.items() if n == 3 or (n == 2 and p in cells)}
    return sorted(cells)


print(life({(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}, 8))


def toposort(deps):
    done, out = set(), []

    def visit(n, stack=()):
        if n in stack:
            raise ValueError(f"cycle at {n}")
        if n not in done:
            for d in deps.get(n, ()):
                visit(d, stack + (n,))
            done.add(n)
            out.append(n)

    for n in sorted(deps):
        visit(n)
    return out


print(toposort({"app": ["lib", "log"], "lib": ["core"], "log": ["core"], "core": []}))
try:
    toposort({"a": ["b"], "b": ["a"]})
except ValueError as e:
    print(e)
