# imports: unittest, io
"""Marks of skipped and expected tests."""

import unittest, io
class T(unittest.TestCase):
    ups = 0
    def setUp(self):
        T.ups += 1
    def test_a(self):
        self.assertEqual(1, 1)
    @unittest.skip("not now")
    def test_b(self):
        self.fail("never")
    @unittest.skipIf(True, "if")
    def test_c(self):
        self.fail("never")
    @unittest.skipUnless(True, "unless")
    def test_d(self):
        pass
    @unittest.expectedFailure
    def test_e(self):
        self.fail("expected")
    @unittest.expectedFailure
    def test_f(self):
        pass
@unittest.skip("whole")
class S(unittest.TestCase):
    def test_x(self):
        self.fail("never")
suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in (T, S))
out = io.StringIO()
result = unittest.TextTestRunner(stream=out, verbosity=2).run(suite)
print(result.testsRun, len(result.failures), len(result.errors), [reason for _, reason in result.skipped], len(result.expectedFailures), len(result.unexpectedSuccesses), T.ups)
print([line.split(" (")[0] + " ... " + line.split(" ... ")[-1] for line in out.getvalue().splitlines() if " ... " in line])
