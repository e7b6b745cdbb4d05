# Keywords that a function does not have, one letter off and far off.


def area(width, height=1, *, unit="cm"):
    return width * height, unit


def positional(first, /, second):
    return first, second


def anything(known=1, **others):
    return known, others


class Person:
    def __init__(self, name, age, *, nickname=None):
        self.name = name

    def rename(self, new_name):
        self.name = new_name

    @classmethod
    def of(cls, text):
        return cls(text, 0)

    @staticmethod
    def joined(separator):
        return separator


long_name = "a_name_that_is_longer_than_forty_characters_is_left_alone"
for call in (
    lambda: area(widht=1),
    lambda: area(1, heigth=2),
    lambda: area(1, units="m"),
    lambda: area(1, colour="red"),
    lambda: area(1, Height=2),
    lambda: area(1, **{"unïts": 3}),
    lambda: area(1, **{"": 3}),
    lambda: area(1, **{long_name: 3}),
    lambda: positional(first=1, second=2),
    lambda: positional(1, secnd=2),
    lambda: anything(knwn=2),
    lambda: Person(nam="x", age=2),
    lambda: Person("x", 2, nick_name="y"),
    lambda: Person("x", 2).rename(newname="y"),
    lambda: Person.of(txt="a"),
    lambda: Person.joined(seperator=","),
    lambda: (lambda value: value)(valeu=1),
    lambda: (lambda: 1)(value=1),
):
    try:
        print(call())
    except TypeError as error:
        print(error)


def cached(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@cached
def slow(number, times=2):
    return number * times


try:
    slow(2, time=3)
except TypeError as error:
    print(error)
