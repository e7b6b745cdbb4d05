# imports: functools, gc, weakref
"""What a cache of results holds goes with the function that it belongs to."""
import functools
import gc
import weakref


class Large:
    pass


def held_by(decorate):
    large = Large()

    def function(number):
        return large

    function = decorate(function)
    function(1)
    reference = weakref.ref(large)
    del function, large
    gc.collect()
    return reference() is not None


for decorate in (functools.lru_cache, functools.lru_cache(maxsize=2), functools.cache, functools.partial, functools.singledispatch, lambda f: f):
    print(held_by(decorate))


def cached():
    @functools.lru_cache
    def same(value):
        return value

    large = Large()
    same(large)
    return weakref.ref(large), weakref.ref(same)


references = cached()
gc.collect()
print([reference() for reference in references])


class Kept:
    @functools.lru_cache
    def method(self):
        return self


kept = Kept()
kept.method()
reference = weakref.ref(kept)
del kept
gc.collect()
print(reference() is None, Kept.method.cache_info())
Kept.method.cache_clear()
print(reference() is None)
