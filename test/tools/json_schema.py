"""Reads documents of OpenAPI 3.1 and 3.2 with Python's jsonschema, whose dialect theirs is built on.

`{ name: { document, values } }` on stdin, where values are `{ component: [value, ...] }`;
prints `{ name: { problem, verdicts: { component: [accepted, ...] } } }`.
"""

import json
import re
import sys

from jsonschema import Draft202012Validator, RefResolver
from jsonschema.exceptions import SchemaError


def read(document, values):
    schemas = document.get("components", {}).get("schemas", {})
    for name, schema in schemas.items():
        try:
            Draft202012Validator.check_schema(schema)
            for pattern in patterns_in(schema):
                re.compile(pattern)
        except SchemaError as error:
            return {"problem": f"{name}: {error.message}", "verdicts": {}}
        except re.error as error:
            return {"problem": f"{name}: {error.msg} in {error.pattern}", "verdicts": {}}
    resolver = RefResolver("urn:document", document)
    verdicts = {}
    for name, instances in values.items():
        validator = Draft202012Validator(schemas[name], resolver=resolver)
        verdicts[name] = [validator.is_valid(instance) for instance in instances]
    return {"verdicts": verdicts}


def patterns_in(schema):
    """Every pattern: the validator compiles those only that it comes to."""
    if isinstance(schema, dict):
        pattern = schema.get("pattern")
        if isinstance(pattern, str):
            yield pattern
    if isinstance(schema, (dict, list)):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from patterns_in(inner)


questions = json.load(sys.stdin)
answers = {name: read(asked["document"], asked["values"]) for name, asked in questions.items()}
json.dump(answers, sys.stdout)
