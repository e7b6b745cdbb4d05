# The operator of Python 2's print is answered with what is meant.
class Reflected:
    def __rrshift__(self, other):
        return "reflected", other is print


class Declining:
    def __rrshift__(self, other):
        return NotImplemented


def shown(call):
    try:
        print(call())
    except TypeError as error:
        print(error)


shown(lambda: print >> 3)
shown(lambda: print >> "x")
shown(lambda: print >> None)
shown(lambda: len >> 3)
shown(lambda: print << 3)
shown(lambda: 3 >> print)
shown(lambda: print >> Reflected())
shown(lambda: print >> Declining())
shown(lambda: print >> print)
