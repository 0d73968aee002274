"""Has the page's program judge the messages in a file; prints [Standard Webhooks, X-Signature] for each."""
import base64
import json
import sys

from verify import verify, verify_signature

verdicts = []
for case in json.load(open(sys.argv[1])):
    body = base64.b64decode(case["body"])
    plain = verify_signature(body, case["headers"].get("x-signature", ""), case["plainSecret"])
    verdicts.append([verify(body, case["headers"], case["secrets"]), plain])
print(json.dumps(verdicts))
