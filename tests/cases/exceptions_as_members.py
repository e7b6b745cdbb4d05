# imports: unittest, json, argparse
# Classes of exceptions in the place of those that a class of a library has: who reads them wants a class.
import argparse
import json
import unittest


class Missing(unittest.TestCase):
    failureException = KeyError

    def test_fails(self):
        self.fail("x")

    def test_asserts(self):
        self.assertEqual(1, 2)


class Decoding(unittest.TestCase):
    failureException = json.JSONDecodeError

    def test_passes(self):
        self.assertTrue(True)

    def test_raises(self):
        json.loads("{")


class Own(Exception):
    pass


class OfTheCode(unittest.TestCase):
    failureException = Own

    def test_fails(self):
        self.fail("own")


for case in (Missing, Decoding, OfTheCode):
    print(case.failureException, issubclass(case.failureException, Exception), isinstance(case.failureException, type))
    for name in unittest.TestLoader().getTestCaseNames(case):
        result = unittest.TestResult()
        case(name).run(result)
        last = [text.strip().split("\n")[-1] for _, text in result.errors + result.failures]
        print(name, len(result.failures), len(result.errors), last)
case = Decoding("test_passes")
case.failureException = ValueError
print(case.failureException is ValueError, list(map(KeyError, ["a"])))


class Parser(argparse.ArgumentParser):
    problem = argparse.ArgumentTypeError

    def error(self, message):
        raise self.problem(message)


try:
    Parser().parse_args(["--none"])
except argparse.ArgumentTypeError as e:
    print(e)
