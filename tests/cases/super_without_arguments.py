class Base:
    def name(self):
        return "base"


class Below(Base):
    def inner_without_parameters(self):
        def inside():
            return super().name()

        return inside()

    def inner_with_stars(self):
        def inside(*args):
            return super().name()

        return inside(self)

    def inner_with_keywords(self):
        def inside(*, this):
            return super()

        return inside(this=self)

    def deleted(self):
        del self
        return super().name()

    def deleted_and_kept(self):
        def reads():
            return self

        del self
        return super()

    def deleted_sometimes(self, when):
        if when:
            del self
        return super().name()

    def of_a_lambda(self):
        return (lambda: super())()

    def of_another(self):
        def inside(other):
            return super().name()

        return inside(3)

    def good(self):
        def inside(this):
            return super().name()

        def renamed(self):
            return lambda: self

        return inside(self), renamed(1)()


b = Below()
for name in [n for n in vars(Below) if not n.startswith("_")]:
    for arguments in [(), (True,), (False,)]:
        if bool(arguments) != (name == "deleted_sometimes"):
            continue
        try:
            print(name, arguments, getattr(b, name)(*arguments))
        except Exception as error:
            print(name, arguments, type(error).__name__, error)
