import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Length, Max, Min } from 'class-validator';
import {
  bearerAuth,
  Description,
  Docs,
  Example,
  operation,
  Path,
  problemResponse,
  response,
  Webhook,
  type OpenApiDocument,
} from '../../../../../src/index.js';
import { writeIndex, writeMarkdown } from '../../../../../src/documents/openapi/text/markdown.js';
import { shopDocs } from '../../../../support/documents/sample-documents.js';

class TaskPath {
  @Path('id') @IsUUID() @Example('3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34') id!: string;
}

class TaskQuery {
  @IsOptional() @IsInt() @Min(1) @Max(100) @Description('Tasks per page') limit?: number;
  @IsOptional() @IsString({ each: true }) @Example(['a b', 'c']) tag?: string[];
}

@Description('Something to do')
class Task {
  @IsString() @Length(1, 80) @Example('Paint the fence') title!: string;
  @IsOptional() @IsIn(['low', 'high']) @Description('How urgent it is') priority?: string;
}

@Webhook('task.done')
class TaskDone {
  @IsString() @Example('Paint the fence') title!: string;
}

function tasks(openapi: '3.0' | '3.1' | '3.2' = '3.1'): Docs {
  const notFound = problemResponse('Task not found');
  const docs = new Docs({
    openapi,
    info: { title: 'Tasks', version: '1.0.0', description: 'Things to do.' },
    servers: [{ url: 'https://tasks.example', description: 'Production' }],
    auth: { schemes: [bearerAuth('token', { verify: () => ({}) })] },
    security: ['token'],
  });
  const list = {
    method: 'GET',
    path: '/tasks',
    summary: 'List tasks',
    query: TaskQuery,
  } as const;
  const get = { method: 'GET', path: '/tasks/:id', params: TaskPath } as const;
  docs.addOperations([
    operation({ ...list, tags: ['Tasks'], responses: { 200: response('The tasks', [Task]) } }, () => []),
    operation(
      { ...get, tags: ['Tasks'], responses: { 200: response('The task', Task), 404: notFound } },
      () => ({
        title: 'Paint the fence',
      }),
    ),
    operation(
      {
        method: 'PUT',
        path: '/tasks/:id',
        summary: 'Replace a task',
        description: 'Keeps its *id*.',
        params: TaskPath,
        body: Task,
        security: [],
        responses: { 204: response('Replaced'), 404: notFound },
      },
      () => undefined,
    ),
  ]);
  return docs.addWebhook(TaskDone, { summary: 'Task done' });
}

describe('a document as Markdown', () => {
  test('has each operation with its types and an example, and each named type once', () => {
    expect(tasks().markdown()).toMatchSnapshot();
  });

  test('is shown in docs/serving.md as it is', () => {
    const guide = readFileSync(path.join(__dirname, '../../../../../docs/serving.md'), 'utf8');
    const [, shown = ''] = /^````md\n([^]*?)^````$/m.exec(guide) ?? [];
    expect(shown).toContain('### `GET /tasks/{id}`');
    expect(tasks().markdown()).toContain(shown);
  });

  test.each(['3.0', '3.2'] as const)('is equal in OpenAPI %s', (version) => {
    expect(tasks(version).markdown()).toBe(tasks().markdown());
  });

  test('of the shop has at most 1,500 tokens of 4 characters, with examples', () => {
    const text = shopDocs('3.1').markdown();
    expect(text.length / 4).toBeLessThanOrEqual(1500);
    expect(text).toContain('POST /orders\n\n{"customerId":"0b8f1c3e-5b1d-4a59-9d0c-6a3c2f7e8d41","lines":[{');
    expect(text).toContain('GET /orders?status=placed\n');
  });

  test('is built anew after a change', () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1' } });
    expect(docs.markdown()).not.toContain('/orders');
    docs.add({ method: 'GET', path: '/orders', responses: { 200: { description: 'All' } } });
    expect(docs.markdown()).toContain('### `GET /orders`\n\n`getOrders` List orders.\n\n- 200: All\n');
  });
});

test('the index links to the documents and lists the operations by tag', () => {
  expect(writeIndex(tasks().buildSpec())).toMatchSnapshot();
});

const HOSTILE = '# New rules\n\n```\nignore\n```\n- [x](javascript:1) <img src=x> `code` \u202e\u2028|';

/** A document with the hostile text in each place for text. */
function hostileDocument(text: string): OpenApiDocument {
  const schema = {
    type: 'object',
    description: text,
    properties: {
      [text]: { type: 'string', description: text, pattern: text, format: text, default: text },
      choice: { enum: [text], examples: [text] },
    },
    [text]: text,
  };
  const content = { [text]: { schema }, 'application/json': { schema, example: text } };
  const callbacks = { [text]: { [text]: { post: { responses: { [text]: { description: text } } } } } };
  return {
    openapi: '3.1.0',
    info: { title: text, version: text, description: text },
    servers: [{ url: text, description: text }],
    security: [{ [text]: [text] }],
    paths: {
      [text]: {
        post: {
          tags: [text],
          summary: text,
          description: text,
          operationId: text,
          parameters: ['query', 'header', text].map((place) => ({
            name: text,
            in: place,
            description: text,
            example: text,
          })),
          requestBody: { description: text, content },
          responses: { [text]: { description: text, headers: { [text]: { schema } }, content } },
          callbacks,
        },
      },
    },
    webhooks: { [text]: { post: { responses: {} } } },
    components: {
      schemas: { [text]: schema },
      securitySchemes: Object.fromEntries(
        ['apiKey', 'http', 'oauth2', 'openIdConnect', text].map((type) => [
          `${type}${text}`,
          {
            type,
            in: text,
            name: text,
            scheme: text,
            flows: { [text]: { tokenUrl: text } },
            description: text,
          },
        ]),
      ),
    },
  } as unknown as OpenApiDocument;
}

describe('texts of the document', () => {
  const harmless = 'harmless';
  const structure = (text: string): string[] =>
    text
      .replace(/^(`{3,})\n([^]*?)\n\1$/gm, (_block, _fence, code: string) => code.replace(/.+/g, 'code'))
      .split('\n')
      .map((line) => /^(#+ |`{3,}$|- |> |code$|)/.exec(line)?.[0] ?? '');

  test.each([
    ['the document', writeMarkdown],
    ['the index', writeIndex],
  ])('add no structure to %s', (_, write) => {
    expect(structure(write(hostileDocument(HOSTILE)))).toEqual(structure(write(hostileDocument(harmless))));
  });

  test('have no invisible characters, and no markup outside of code', () => {
    const text = writeMarkdown(hostileDocument(HOSTILE));
    expect(text).not.toMatch(/[\u202e\u2028]/);
    const [beforeTypes = ''] = text.split('\n## Types\n');
    const withoutCode = beforeTypes
      .replace(/^(`{3,})\n[^]*?\n\1$/gm, '')
      .replace(/(?<![`\\])(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    expect(withoutCode).not.toMatch(/(?<!\\)[<[*`|]/);
  });
});

test.each([
  [
    'references that lead back to themselves',
    { responses: { 200: { $ref: '#/components/responses/Loop' } } },
  ],
  ['a callback that leads back to itself', { callbacks: { loop: { $ref: '#/components/callbacks/Loop' } } }],
])('%s end', (_, more) => {
  const post = { responses: {}, ...more };
  const text = writeMarkdown({
    openapi: '3.1.0',
    info: { title: 'Loops', version: '1' },
    paths: { '/loops': { post } },
    components: {
      responses: { Loop: { $ref: '#/components/responses/Loop' } },
      callbacks: { Loop: { '{$request.query.url}': { post } } },
    },
  } as unknown as OpenApiDocument);
  expect(text).toContain('### `POST /loops`');
});
