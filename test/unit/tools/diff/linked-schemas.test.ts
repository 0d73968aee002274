import { diffDocuments } from '../../../../src/tools/diff/index.js';

type Linked = (index: number, count: number) => object;

const ref = (index: number): object => ({ $ref: `#/components/schemas/N${index}` });

const SHAPES: readonly (readonly [string, number, Linked])[] = [
  [
    'a chain',
    400,
    (index, count) => ({ anyOf: [{ type: 'null' }, ...(index + 1 < count ? [ref(index + 1)] : [])] }),
  ],
  ['a ring', 100, (index, count) => ref((index + 1) % count)],
  ['unions', 40, (index, count) => ({ anyOf: [ref((index + 1) % count), ref((index + 2) % count)] })],
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
