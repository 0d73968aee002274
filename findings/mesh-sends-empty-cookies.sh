#!/usr/bin/env bash
# @omnigraph/openapi 0.112.4 (npm), the handler of GraphQL Mesh: for an optional cookie parameter that the query leaves out, it sends an
# empty cookie. The schema of the parameter may refuse that (`minLength`, `format`), so a server that follows the document answers 400.
# Optional parameters of the query string and headers are left out, as they should be.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @omnigraph/openapi@0.112.4 graphql@16.15.0
cat > document.json <<'JSON'
{
  "openapi": "3.0.3",
  "info": { "title": "Pets", "version": "1" },
  "paths": {
    "/pets": {
      "get": {
        "operationId": "pets",
        "parameters": [
          { "name": "session", "in": "cookie", "schema": { "type": "string", "minLength": 4 } },
          { "name": "X-Trace", "in": "header", "schema": { "type": "string" } },
          { "name": "page", "in": "query", "schema": { "type": "integer" } }
        ],
        "responses": { "200": { "description": "The pets", "content": { "application/json": { "schema": { "type": "string" } } } } }
      }
    }
  }
}
JSON
cat > ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { loadGraphQLSchemaFromOpenAPI } from '@omnigraph/openapi';
import { graphql } from 'graphql';

const server = createServer((request, response) => {
  const { cookie, 'x-trace': trace } = request.headers;
  console.log('received', request.url, 'cookie', JSON.stringify(cookie), 'x-trace', JSON.stringify(trace));
  response.setHeader('content-type', 'application/json').end('"Tom"');
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const silent = () => undefined;
const logger = { debug: silent, info: silent, log: silent, warn: silent, error: silent, child: () => logger, addPrefix: () => logger };
const endpoint = `http://127.0.0.1:${server.address().port}`;
const pubsub = { publish: silent, subscribe: silent };
const options = { source: './document.json', cwd: process.cwd(), logger, fetch, endpoint, pubsub };
const schema = await loadGraphQLSchemaFromOpenAPI('Pets', options);
for (const source of ['{ pets }', '{ pets(session: "abcd", page: 2) }'])
  console.log(source, JSON.stringify((await graphql({ schema, source, contextValue: {} })).data));
process.exit();
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
received /pets cookie "session=;" x-trace undefined
{ pets } {"pets":"Tom"}
received /pets?page=2 cookie "session=abcd;" x-trace undefined
{ pets(session: "abcd", page: 2) } {"pets":"Tom"}
SEEN
