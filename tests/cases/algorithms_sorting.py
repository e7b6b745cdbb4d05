def bubble(a):
    a = a[:]
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


def quick(a):
    if len(a) <= 1:
        return a
    p = a[len(a) // 2]
    return quick([x for x in a if x < p]) + [x for x in a if x == p] + quick([x for x in a if x > p])


def merge_sort(a):
    if len(a) < 2:
        return a
    m = len(a) // 2
    left, right = merge_sort(a[:m]), merge_sort(a[m:])
    out, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def heap_sort(a):
    a = list(a)
    n = len(a)

    def sift(start, end):
        root = start
        while True:
            child = 2 * root + 1
            if child >= end:
                return
            if child + 1 < end and a[child] < a[child + 1]:
                child += 1
            if a[root] < a[child]:
                a[root], a[child] = a[child], a[root]
                root = child
            else:
                return

    for s in range(n // 2 - 1, -1, -1):
        sift(s, n)
    for e in range(n - 1, 0, -1):
        a[0], a[e] = a[e], a[0]
        sift(0, e)
    return a


seed = 12345
nums = []
for _ in range(60):
    seed = (seed * 1103515245 + 12345) % 2**31
    nums.append(seed % 100)
results = [f(nums) for f in (bubble, quick, merge_sort, heap_sort, sorted)]
print(all(r == results[0] for r in results), results[0])


def binary_search(a, v):
    lo, hi = 0, len(a) - 1
    while lo <= hi:
        mid = (lo + hi) >> 1
        if a[mid] == v:
            return mid
        elif a[mid] < v:
            lo = mid + 1
        else:
            hi = mid - 1
    return ~lo


print([binary_search(results[0], v) for v in (results[0][0], results[0][-1], -5, 1000)])
