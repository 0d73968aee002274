import { diffDocuments } from '../../../../src/tools/diff/index.js';

type Linked = (index: number, count: number) => object;

const ref = (index: number): object => ({ $ref: `#/components/schemas/N${index}` });

const SHAPES: readonly (readonly [string, number, Linked])[] = [
  [
    'a chain',
    1_500,
    (index, count) => ({ anyOf: [{ type: 'null' }, ...(index + 1 < count ? [ref(index + 1)] : [])] }),
  ],
  ['a ring', 1_000, (index, count) => ref((index + 1) % count)],
  ['unions', 600, (index, count) => ({ anyOf: [ref((index + 1) % count), ref((index + 2) % count)] })],
];

/** A document of schemas that refer to each other. The last one has a member of a type. */
function documentOf(count: number, next: Linked, type: string): object {
  const schemas = Array.from({ length: count }, (_, index) => [
    `N${index}`,
    {
      type: 'object',
      properties: {
        id: { type: index === count - 1 ? type : 'integer' },
        next: next(index, count),
      },
    },
  ]);
  const content = { 'application/json': { schema: ref(0) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Linked', version: '1' },
    paths: {
      '/x': { post: { requestBody: { content }, responses: { 200: { description: 'x', content } } } },
    },
    components: { schemas: Object.fromEntries(schemas) as object },
  };
}

test.each(SHAPES)('a change in the last schema of %s of %i', async (_, count, next) => {
  const { changes } = await diffDocuments(
    documentOf(count, next, 'integer'),
    documentOf(count, next, 'string'),
  );
  expect(changes.map(({ pointer }) => pointer)).toEqual(
    changes.map(() => `#/components/schemas/N${count - 1}/properties/id`),
  );
  expect(changes.map(({ verdict }) => verdict)).toContain('breaking');
});

test('alternatives of recursive schemas in another order are equal', async () => {
  const unions =
    (order: readonly number[]): Linked =>
    (index, count) => ({ anyOf: order.map((step) => ref((index + step) % count)) });
  const { changes } = await diffDocuments(
    documentOf(12, unions([1, 2, 3]), 'integer'),
    documentOf(12, unions([3, 1, 2]), 'integer'),
  );
  expect(changes.filter(({ verdict }) => verdict !== 'compatible')).toEqual([]);
});

test('a changed union of recursive schemas, whose values only some alternatives describe', async () => {
  const next: Linked = (index, count) => ({ oneOf: [ref((index + 1) % count), ref((index + 2) % count)] });
  const before = documentOf(40, next, 'integer');
  const after = documentOf(40, next, 'integer') as { components: { schemas: Record<string, object> } };
  after.components.schemas.N20 = {
    type: 'object',
    properties: { id: { type: 'string' }, next: next(20, 40) },
  };
  const { counts } = await diffDocuments(before, after);
  expect(counts.breaking + counts.unclear).toBeGreaterThan(0);
});

/** An operation whose body joins recursive schemas, so that each level is merged anew. */
function documentOfJoined(description: string): object {
  const parts = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
  const schema = { anyOf: [{ allOf: parts }, { type: 'null' }] };
  const node = (name: string): object => ({
    type: 'object',
    description,
    properties: { [name]: { type: 'string' }, next: { $ref: `#/components/schemas/${name}` } },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Joined', version: '1' },
    paths: {
      '/x': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } },
    },
    components: { schemas: { A: node('A'), B: node('B') } },
  };
}

test('recursive schemas that are joined are merged once', async () => {
  const { changes } = await diffDocuments(documentOfJoined('before'), documentOfJoined('after'));
  expect(changes.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['schema-documentation-changed', 'compatible'],
  ]);
});

test('the middle of a long way to a change is left out', async () => {
  const next: Linked = (index, count) => (index + 1 < count ? ref(index + 1) : { type: 'integer' });
  const { changes } = await diffDocuments(documentOf(200, next, 'integer'), documentOf(200, next, 'string'));
  const way = Array.from({ length: 30 }, () => 'next').join('.');
  expect(changes.map(({ where }) => where)).toEqual([
    `request body application/json, ${way}.….${way}.id`,
    `response 200 body application/json, ${way}.….${way}.id`,
  ]);
});
