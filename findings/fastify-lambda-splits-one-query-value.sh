#!/usr/bin/env bash
# @fastify/aws-lambda 6.4.1 (npm): one query value with a comma reaches the application as two, in one of AWS's two event shapes.
# An event of API Gateway v2 (also of function URLs) has the query as it was sent, in `rawQueryString`, and, as AWS documents,
# `queryStringParameters`, in which AWS joins the values of a repeated name by commas. One expects an adapter to take the first.
# This one takes the second and splits it at commas, so `?name=Doe%2C+Ada` and `?name=Doe&name=+Ada` are the same request.
# Its option against that, parseCommaSeparatedQueryParams, then joins repeated names. With events of v1, both are right.
# A search that works locally, and behind a REST API, breaks behind an HTTP API for names with a comma only.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @fastify/aws-lambda@6.4.1 fastify@5.12.8
cat > run.mjs <<'JS'
import awsLambda from '@fastify/aws-lambda';
import Fastify from 'fastify';

const common = { headers: { host: 'x' }, isBase64Encoded: false };
const v1 = (lists) => ({
  ...common,
  httpMethod: 'GET',
  path: '/',
  multiValueQueryStringParameters: lists,
  requestContext: {},
});
const v2 = (rawQueryString, joined) => ({
  ...common,
  version: '2.0',
  rawPath: '/',
  rawQueryString,
  queryStringParameters: { name: joined },
  requestContext: { http: { method: 'GET', path: '/' } },
});
const EVENTS = {
  'v1, one value': v1({ name: ['Doe, Ada'] }),
  'v1, two values': v1({ name: ['Doe', 'Ada'] }),
  'v2, one value': v2('name=Doe%2C+Ada', 'Doe, Ada'),
  'v2, two values': v2('name=Doe&name=Ada', 'Doe,Ada'),
};
for (const options of [{}, { parseCommaSeparatedQueryParams: false }])
  for (const [what, event] of Object.entries(EVENTS)) {
    const app = Fastify();
    app.get('/', ({ query }) => query);
    const { body } = await awsLambda(app, { ...options })(event, {});
    console.log(JSON.stringify(options), what, body);
  }
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
{} v1, one value {"name":"Doe, Ada"}
{} v1, two values {"name":["Doe","Ada"]}
{} v2, one value {"name":["Doe"," Ada"]}
{} v2, two values {"name":["Doe","Ada"]}
{"parseCommaSeparatedQueryParams":false} v1, one value {"name":"Doe, Ada"}
{"parseCommaSeparatedQueryParams":false} v1, two values {"name":["Doe","Ada"]}
{"parseCommaSeparatedQueryParams":false} v2, one value {"name":"Doe, Ada"}
{"parseCommaSeparatedQueryParams":false} v2, two values {"name":"Doe,Ada"}
SEEN
