# imports: unittest, io, sys, argparse
"""Test programs: `unittest.main` finds the tests and the module's fixtures where the code is."""
import argparse
import io
import sys
import unittest

done = []


def setUpModule():
    done.append("module up")
    unittest.addModuleCleanup(done.append, "module cleaned")


def tearDownModule():
    done.append("module down")


class TestSums(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done.append("class up")

    def test_sum(self):
        done.append("sum")
        self.assertEqual(sum([1, 2]), 3)

    def test_wrong(self):
        done.append("wrong")
        self.assertEqual(1, 2)


class TestOther(unittest.TestCase):
    def test_skipped(self):
        self.skipTest("not now")


def run(*arguments, **options):
    stream = io.StringIO()
    runner = unittest.TextTestRunner(stream=stream)
    program = unittest.main(argv=["prog", *arguments], exit=False, testRunner=runner, testLoader=unittest.TestLoader(), **options)
    result = program.result
    print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), done, program.verbosity, program.progName)
    done.clear()
    return stream.getvalue()


run()
run("-v", "TestSums.test_sum")
run("-k", "sum")
run("-q", "-f", "TestOther", "TestSums")
run("TestNone")
run(defaultTest="TestOther", verbosity=2)
print(run("TestSums.test_wrong").splitlines()[-1:])
try:
    unittest.main(argv=["prog", "TestSums.test_sum"], testRunner=unittest.TextTestRunner(stream=io.StringIO()))
except SystemExit as error:
    print("exit", error.code in (0, False))
suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestSums)
done.clear()
print(unittest.TextTestRunner(stream=io.StringIO()).run(suite), done)

sys.argv = ["prog", "--count", "3"]
parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int)
print(parser.parse_args(), parser.prog)
sys.argv += ["--count", "4"]
print(parser.parse_args(), sys.argv)
