# imports: re
import re
match = {}; match["k"] = 2; print(match)
x = 1; match = 2; print(match)
match = re.search("a(.)", "xab"); match and print(match[0]); match.group(1)
x = 3; match = print; match(x)
def f():
    y = 1; match = [1]; match[0] += y; return match
if x: match = 5; match += 1; match, case = match, 7; print(match, case)
m = 5; match: int = 3; print(match)
type = 1; type = 2; case = type; _ = case; print(f(), type, case, _)
match x:
    case 3: match = "inner"; match = match.upper(); print(match)
try: match = 1; match = match / 0
except ZeroDivisionError as error: match = error; match = str(match); print(match)
for match in "ab": y = match; match = y * 2; print(match)
class C: a = 1; match = a; match = match + 1
print(C.match, (lambda: match)())
