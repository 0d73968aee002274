// openapi-typescript is an ES module: reads a document from stdin, prints the types of its client.
import { json } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const document = await json(process.stdin);
process.stdout.write(astToString(await openapiTS(document, { silent: true })));
