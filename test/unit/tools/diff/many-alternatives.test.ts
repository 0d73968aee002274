import { diffDocuments } from '../../../../src/tools/diff/index.js';

const documentOf = (schemas: Readonly<Record<string, object>>): object => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  components: { schemas },
  paths: {
    '/x': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/First' } } } },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
});

const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** An `allOf` of unions: `size` to the power of `size` combinations. */
const product = (size: number, maxLength: number): object =>
  documentOf({
    First: {
      allOf: list(size, (union) => ({
        anyOf: list(size, (branch) => ({
          type: 'object',
          properties: { [`a${union}_${branch}`]: { type: 'string', maxLength } },
          required: [`a${union}_${branch}`],
        })),
      })),
    },
  });

it('ends for allOf of 14 unions of 14, and calls the change unclear', async () => {
  const { counts, changes } = await diffDocuments(product(14, 5), product(14, 3));
  expect(counts).toMatchObject({ breaking: 0, unclear: changes.length });
  expect(changes.length).toBeGreaterThan(0);
});

it('still decides a few unions', async () => {
  const { counts } = await diffDocuments(product(3, 3), product(3, 5));
  expect(counts).toMatchObject({ breaking: 0, unclear: 0 });
});
