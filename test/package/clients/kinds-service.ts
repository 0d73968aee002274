import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import {
  csv,
  Docs,
  download,
  eventStream,
  file,
  Header,
  nodeOperations,
  operation,
  type OpenApiVersion,
  problem,
  problemResponse,
  Query,
  response,
} from '../../../src/index.js';

class Row {
  @IsString() sku!: string;
  @IsInt() quantity!: number;
}
class Limits {
  @Header('X-Limit') @IsInt() limit!: number;
}
class Prompt {
  @IsString() text!: string;
  @IsOptional() @IsBoolean() stream?: boolean;
}
class Word {
  @IsString() text!: string;
}
class Loud {
  @IsOptional() @Query() @IsBoolean() refused?: boolean;
}

const ROWS: Row[] = [
  { sku: 'A-1', quantity: 3 },
  { sku: 'B "2", large', quantity: 5 },
];

async function* wordsOf(text: string): AsyncGenerator<Word> {
  for (const word of text.split(' ')) yield await Promise.resolve({ text: word });
}

const BYTES = Buffer.from('%PDF-1.7 of ten lines');

const operations = [
  operation(
    {
      method: 'GET',
      path: '/invoice',
      operationId: 'getInvoice',
      responses: { 200: response('The invoice', file('application/pdf')) },
    },
    () => download(BYTES, { filename: 'Invoice 7.pdf', size: BYTES.length }),
  ),
  operation(
    {
      method: 'GET',
      path: '/stock',
      operationId: 'getStock',
      responses: {
        200: { description: 'The stock', content: { 'application/json': [Row], 'text/csv': csv([Row]) } },
      },
    },
    () => ROWS,
  ),
  operation(
    {
      method: 'POST',
      path: '/stock',
      operationId: 'importStock',
      body: { required: true, content: { 'text/csv': csv([Row]) } },
      responses: { 200: response('The rows', [Row]) },
    },
    ({ body }) => body,
  ),
  operation(
    {
      method: 'GET',
      path: '/report',
      operationId: 'getReport',
      query: Loud,
      responses: {
        200: { ...response('The report', Word), headers: Limits },
        429: { ...problemResponse('Too many'), headers: Limits },
      },
    },
    ({ query, reply }) =>
      query.refused === true
        ? problem(429, 'Wait.', { headers: { limit: 0, 'retry-after': 7 } })
        : reply(200, { text: 'well' }, { headers: { limit: 60 } }),
  ),
  operation(
    {
      method: 'GET',
      path: '/words',
      operationId: 'getWords',
      responses: { 200: eventStream('Words', Word) },
    },
    () => wordsOf('one two'),
  ),
  operation(
    {
      method: 'POST',
      path: '/completions',
      operationId: 'complete',
      body: Prompt,
      responses: {
        200: {
          description: 'The answer, as a whole or as events',
          content: { 'application/json': Word, 'text/event-stream': { itemSchema: Word } },
        },
      },
    },
    ({ body }) => (body.stream === true ? wordsOf(body.text) : { text: body.text }),
  ),
];

export function documentOf(openapi: OpenApiVersion): object {
  return docsOf(openapi).addOperations(operations).buildSpec();
}

function docsOf(openapi: OpenApiVersion): Docs {
  return new Docs({ info: { title: 'Kinds of responses', version: '1' }, openapi });
}

/** Starts the service. */
export async function startService(): Promise<{ url: string; close: () => void }> {
  const serve = nodeOperations(docsOf('3.2'), operations);
  const server = createServer((request, answer) => {
    void serve(request, answer).then((isServed) => isServed || answer.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
