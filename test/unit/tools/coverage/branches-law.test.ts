import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';
import { checkExchange, SpecCoverage } from '../../../../src/tools/testing.js';

interface Thing {
  readonly shape: object;
  readonly tags?: readonly unknown[];
  readonly level?: unknown;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly more?: Thing;
}

const THING = {
  type: 'object',
  required: ['shape'],
  properties: {
    shape: {
      oneOf: [
        {
          type: 'object',
          required: ['r'],
          properties: { r: { type: 'number' } },
          additionalProperties: false,
        },
        { type: 'object', required: ['w'], properties: { w: { type: 'number' }, h: { type: 'number' } } },
        { not: { type: 'object' } },
      ],
    },
    tags: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'string', minLength: 2 },
          { type: 'string', maxLength: 3 },
          { type: ['integer', 'null'], maximum: 5 },
        ],
      },
    },
    level: { type: ['string', 'integer', 'null'], enum: ['low', 'high', 1, 2, null] },
    extra: { type: 'object', additionalProperties: { enum: [true, 'yes', [1]] } },
    more: { $ref: '#/components/schemas/Thing' },
  },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        responses: {
          '200': {
            description: 'A thing',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Thing: THING } },
} as unknown as OpenApiDocument;

const tag = fc.oneof(fc.string({ maxLength: 5 }), fc.integer({ min: 0, max: 8 }), fc.constant(null));
const THINGS: fc.Arbitrary<Thing> = fc.letrec<{ thing: Thing }>((tie) => ({
  thing: fc.record(
    {
      shape: fc.oneof(
        fc.record({ r: fc.integer() }),
        fc.record({ w: fc.integer(), h: fc.integer() }, { requiredKeys: ['w'] }),
        fc.record({ w: fc.integer(), r: fc.integer() }),
      ),
      tags: fc.array(tag, { maxLength: 4 }),
      level: fc.constantFrom('low', 'high', 1, 2, null, 'none'),
      extra: fc.dictionary(fc.string(), fc.constantFrom(true, 'yes', [1]), { maxKeys: 3 }),
      more: fc.option(tie('thing'), { nil: undefined, maxDepth: 3 }) as fc.Arbitrary<Thing>,
    },
    { requiredKeys: ['shape'] },
  ),
})).thing;

/** What ajv, made here, says of a value and a schema that stands alone. */
const ajv = new Ajv2020({ strict: false });
const matches = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

const chain = (thing: Thing | undefined): Thing[] =>
  thing === undefined ? [] : [thing, ...chain(thing.more)];
const { shape, tags, level, extra } = THING.properties;

/** The values that each place judges, and the schemas of its branches. */
const PLACES: Readonly<
  Record<string, readonly [of: (all: Thing[]) => unknown[], branches: readonly object[]]>
> = {
  'shape/oneOf': [(all) => all.map((one) => one.shape), shape.oneOf],
  'tags/items/anyOf': [(all) => all.flatMap((one) => one.tags ?? []), tags.items.anyOf],
  'tags/items/anyOf/2/type': [
    (all) => all.flatMap((one) => one.tags ?? []).filter((one) => matches(tags.items.anyOf[2]!, one)),
    [{ type: 'integer' }, { type: 'null' }],
  ],
  'level/enum': [
    (all) => all.flatMap((one) => ('level' in one ? [one.level] : [])),
    level.enum.map((value) => ({ const: value })),
  ],
  'level/type': [
    (all) => all.flatMap((one) => ('level' in one ? [one.level] : [])),
    level.type.map((type) => ({ type })),
  ],
  'extra/additionalProperties/enum': [
    (all) => all.flatMap((one) => Object.values(one.extra ?? {})),
    extra.additionalProperties.enum.map((value) => ({ const: value })),
  ],
};

test('a branch counts each value that ajv matches with it, in documented responses only', async () => {
  const isThing = ajv.compile({
    ...THING,
    $defs: {},
    $id: 'thing',
    properties: { ...THING.properties, more: { $ref: 'thing' } },
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(THINGS, async (thing) => {
      const body = JSON.parse(JSON.stringify(thing)) as Thing;
      const coverage = new SpecCoverage(document);
      const exchange = { request: { method: 'GET', url: '/things' }, response: { status: 200, body } };
      const { ok } = await checkExchange(document, exchange, { coverage });
      expect(ok).toBe(isThing(body));
      accepted += Number(ok);
      const counts = new Map(
        coverage
          .report()
          .points.map(({ at, what, count }) => [`${at} ${what.split(' ').at(-1)!}`, count] as const),
      );
      const judged = ok ? chain(body) : [];
      for (const [place, [valuesOf, branches]] of Object.entries(PLACES))
        for (const [index, branch] of branches.entries()) {
          const at = `#/components/schemas/Thing/properties/${place}/${index}`;
          const counted = [...counts].filter(([key]) => key.startsWith(`${at} `)).map(([, count]) => count);
          const expected = valuesOf(judged).filter((value) => matches(branch, value)).length;
          expect([at, counted]).toEqual([at, [expected]]);
        }
      for (const name of ['tags', 'level', 'extra', 'more']) {
        const at = `#/components/schemas/Thing/properties/${name}`;
        const present = judged.filter((one) => Object.hasOwn(one, name)).length;
        expect([name, counts.get(`${at} present`), counts.get(`${at} absent`)]).toEqual([
          name,
          present,
          judged.length - present,
        ]);
      }
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(10);
});
