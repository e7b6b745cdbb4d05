class D:
    def __del__(self):
        try:
            for v in g: print('  nested', v)
        except BaseException as e: print('E', type(e).__name__, str(e))
def gen():
    try:
        for q in range(3): x = yield q
    finally: print('finally')
g = gen(); next(g); g.send(D())
for v in g: print('loop', v)
def outer():
    r = yield from g
    print("r", r)
g = gen(); o = outer(); next(o); o.send(D()); print(list(o))
g = gen(); next(g); g.send(D()); print(sum(g))
class E:
    def __del__(self):
        try: g.close()
        except BaseException as e: print('E', type(e).__name__, str(e))
g = gen(); next(g); g.send(E())
for v in g: print('loop', v)
class F:
    def __del__(self):
        global g
        g = None
g = gen(); next(g); g.send(F())
for v in g: print('loop', v)
