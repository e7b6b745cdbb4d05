# imports: multiprocessing.pool, multiprocessing.dummy
import multiprocessing.pool, multiprocessing.dummy
class X:
    a = 5
with multiprocessing.pool.ThreadPool(2) as tp:
    print(tp.starmap(pow, [(2, 3)]), tp.map(type, [1, "a"]), tp.map(vars, [X])[0]["a"], tp.starmap(hasattr, [(X, "a")]))
    print(list(tp.imap(abs, [-1, 2])), sorted(tp.imap_unordered(len, ["a", "bb"])), tp.apply(getattr, (X, "a")), tp.apply_async(divmod, (7, 2)).get())
    print(tp.map_async(lambda x: x * 2, [1, 2]).get(5), tp.starmap_async(pow, [(3, 2)]).get(5), tp.map(func=pow, iterable=[]), tp.apply_async(func=getattr, args=(X, "a")).get())
    got = []
    tp.apply_async(pow, (2, 5), callback=got.append).wait()
    tp.apply_async(pow, (2, "a"), error_callback=lambda e: got.append(type(e))).wait()
    try: tp.map(lambda x: 1 / x, [0])
    except ZeroDivisionError as e: print("zero", e)
print(got)
with multiprocessing.dummy.Pool(2) as p:
    print(p.map(str.upper, ["a"]), p.starmap(getattr, [(X, "a")]))
def twice(x): return 2 * x
pool = multiprocessing.pool.ThreadPool(1)
print(pool.map(twice, range(3)))
pool.close(); pool.join()
