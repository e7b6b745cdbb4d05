# imports: re, threading, weakref
# What stands in for an object of the library is printed as that is.
import re
import threading
import weakref


def shown(thing):
    return re.sub("0x[0-9a-f]+", "0x", repr(thing))


lock, reentrant = threading.Lock(), threading.RLock()
print(shown(lock), shown(threading.Condition(lock)))
with lock:
    print(shown(lock))
print(shown(reentrant))


class Own:
    pass


own = Own()
final = weakref.finalize(own, print, "gone")
print(shown(final), final.alive)
del own
print(shown(final), final.alive)
