import * as fc from 'fast-check';
import { diffDocuments, type Change } from 'dtospec-tools/diff';
import { SUBSCHEMAS } from '../../../../src/documents/json-schema/walk.js';
import { pathsOf, replaceAt, valueAt, type JsonPath } from '../../../../src/tools/fuzz/values/json-path.js';
import { runs } from '../../../fixtures/runs.js';
import { shopSample } from '../../../support/documents/sample-documents.js';
import { readingsOf, refutedOf, type Claim } from './witnesses.js';

// The document of a real service, with one keyword changed somewhere: schemas refer to each other, and one change is one of
// many operations.

type Document = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

type Edit = (schema: Schema) => Schema;
const NUMBER: readonly Edit[] = [
  (schema) => ({ ...schema, maximum: 7 }),
  ({ minimum: _, ...schema }) => schema,
  (schema) => ({ ...schema, type: 'string' }),
];

/** What narrows or widens a schema, by the type it is for. */
const CHANGES: Readonly<Record<string, readonly Edit[]>> = {
  string: [
    (schema) => ({ ...schema, maxLength: 1 }),
    (schema) => ({ ...schema, minLength: 3 }),
    (schema) => ({ ...schema, type: 'integer' }),
    ({ format: _, ...schema }) => schema,
    ({ enum: values, ...schema }) => (Array.isArray(values) ? { ...schema, enum: values.slice(1) } : schema),
    ({ enum: values, ...schema }) =>
      Array.isArray(values) ? { ...schema, enum: [...values, 'new'] } : schema,
  ],
  integer: NUMBER,
  number: NUMBER,
  array: [(schema) => ({ ...schema, maxItems: 1 }), (schema) => ({ ...schema, minItems: 2 })],
  object: [
    ({ required: _, ...schema }) => schema,
    (schema) => ({ ...schema, required: Object.keys((schema.properties ?? {}) as object) }),
    (schema) => ({ ...schema, maxProperties: 1 }),
  ],
};
/** Where the document has schemas of a type that something can be changed of. */
function placesOf(document: Document): JsonPath[] {
  return pathsOf(document).filter((path) => {
    const [above, keyword] = [String(path.at(-2)), String(path.at(-1))];
    const isSchema =
      keyword === 'schema' ||
      above === 'schemas' ||
      SUBSCHEMAS.get(keyword) === 'one' ||
      SUBSCHEMAS.get(above) === 'map';
    const there = valueAt(document, path) as Schema | null;
    return isSchema && typeof there === 'object' && there !== null && String(there.type) in CHANGES;
  });
}

/** The schema of what a witness is a value of: `POST /orders -> 201`, `query parameter page`. */
function schemaOf(document: Document, { witness, part, operation }: Change): unknown {
  const { message, in: where = '' } = witness!;
  const [method = '', path = ''] = operation!.split(' ');
  const item = (document.paths as Record<string, Record<string, Schema>>)[path]!;
  const found = item[method.toLowerCase()]!;
  const name = where.split(' ').at(-1)!;
  const follow = (given: unknown): Schema => {
    const { $ref } = given as { $ref?: string };
    return $ref === undefined ? (given as Schema) : (valueAt(document, $ref.slice(2).split('/')) as Schema);
  };
  if (part === 'parameter') {
    const all = [found.parameters, item.parameters].flatMap((list) => (list ?? []) as unknown as unknown[]);
    return all.map(follow).find((one) => one.name === name && where.startsWith(String(one.in)))?.schema;
  }
  const holder =
    part === 'request-body' ? found.requestBody : (found.responses as Schema)[message.split(' ').at(-1)!];
  const content = follow(holder).content as Record<string, Schema>;
  return content[name]?.schema;
}

/** A schema with the components that its references lead to. */
function standingAlone(schema: unknown, { components }: Document): unknown {
  return { allOf: [schema], components };
}

/** What is claimed of the document with one schema changed, for each of these changes. */
async function claimsFor(
  version: '3.1' | '3.2',
  picks: readonly (readonly [number, number])[],
): Promise<Claim[]> {
  const document = shopSample(version) as unknown as Document;
  const places = placesOf(document);
  expect(places.length).toBeGreaterThan(40);
  const claims: Claim[] = [];
  for (const [place, turn] of picks) {
    const path = places[place % places.length]!;
    const changed = replaceAt(document, path, (schema) => {
      const changes = CHANGES[String((schema as Schema).type)]!;
      return changes[turn % changes.length]!(schema as Schema);
    }) as Document;
    const { changes } = await diffDocuments(document, changed);
    for (const change of changes) {
      if (change.witness?.value === undefined || !/^[A-Z]+ \//.test(change.operation ?? '')) continue;
      const sides = change.direction === 'request' ? [document, changed] : [changed, document];
      const [from, to] = sides.map((side) => standingAlone(schemaOf(side, change), side));
      const { value } = change.witness;
      claims.push({
        ...{ version: `${version}.0`, from, to },
        label: `${change.rule} at ${path.join('/')}: ${JSON.stringify(change.witness)}`,
        values: change.part === 'parameter' || change.part === 'header' ? readingsOf(value) : [value],
      });
    }
  }
  return claims;
}

test('finds witnesses in documents of OpenAPI 3.1 and 3.2', async () => {
  const picks = fc.sample(fc.tuple(fc.nat(), fc.nat()), { numRuns: runs(40), seed: 3 });
  const claims = [await claimsFor('3.1', picks), await claimsFor('3.2', picks.slice(0, runs(20)))];
  expect(refutedOf(claims.flat())).toEqual([]);
  expect(claims[0]!.length).toBeGreaterThan(9);
  expect(claims[1]!.length).toBeGreaterThan(3);
}, 120_000);
