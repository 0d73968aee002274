# Asks Python's re, as python3-jsonschema does (re.search). One line in: a pattern and values, each as "." and base64
# of UTF-8; one line out: a digit for each value, or "!" and why the pattern does not compile.
import base64
import re
import sys
import warnings

warnings.simplefilter("error")  # what Python will read otherwise one day is refused


def text(token):
    return base64.b64decode(token[1:]).decode("utf-8")


for line in sys.stdin:
    pattern, *values = map(text, line.split())
    try:
        expression = re.compile(pattern)
    except (re.error, FutureWarning) as error:
        print("!" + str(error).replace("\n", " "))
        continue
    print("".join("1" if expression.search(value) else "0" for value in values))
