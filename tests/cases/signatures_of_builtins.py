# imports: inspect
import inspect
def signature(function):
    try:
        return str(inspect.signature(function))
    except ValueError:
        return "none"
for function in (print, pow, hasattr, setattr, delattr, getattr, isinstance, issubclass, sorted, len, sum, abs, round, callable, iter, dir, vars, min, id, repr, format, divmod, ord, any, all):
    print(function.__name__, signature(function))
print(list(inspect.signature(print).parameters), inspect.signature(print).parameters["end"].default == "\n", inspect.signature(pow).bind(1, 2).arguments)
