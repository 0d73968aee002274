# Has the page's program judge the messages in a file; prints [Standard Webhooks, X-Signature] for each.
# A message is a line: body in base64, id, timestamp, signatures, X-Signature, its secret, secrets; divided by |.
set -u
cd "$(dirname "$0")"
. ./verify.sh
yes_or_no() { if "$@"; then printf true; else printf false; fi; }
separator='['
while IFS='|' read -r body id timestamp signatures plain plain_secret secrets; do
  printf %s "$body" | openssl base64 -d -A >body.bin
  # shellcheck disable=SC2086 # several secrets
  printf '%s[%s,%s]' "$separator" "$(yes_or_no verify body.bin "$id" "$timestamp" "$signatures" $secrets)" \
    "$(yes_or_no verify_signature body.bin "$plain" "$plain_secret")"
  separator=','
done <cases.txt
echo ']'
