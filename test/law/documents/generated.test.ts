import { IsInt, IsOptional, IsString } from 'class-validator';
import fc from 'fast-check';
import { Path, Query, type Endpoint, type OpenApiVersion } from '../../../src/index.js';
import { findings } from '../../support/documents/validate-document.js';
import { buildUnchecked } from '../../unit/documents/openapi/build.js';
import { runs } from '../../fixtures/runs.js';

class Search {
  @Query('q') @IsString() text!: string;
  @Path() @IsOptional() @IsInt() id?: number;
  @IsOptional() @IsString({ each: true }) tags?: string[];
}

const name = fc.oneof(
  fc.constantFrom('id', 'ID', 'user-id', 'X-Trace', 'accept', 'q', '__proto__'),
  fc.string({ maxLength: 6 }),
);
const description = fc.constantFrom('', 'Text', '*a* `b`\n');
const schema = fc.constantFrom<object>(
  Search,
  [Search],
  String,
  Date,
  Buffer,
  { type: 'integer', exclusiveMinimum: 1 },
  { type: ['string', 'null'], enum: ['a', null], examples: ['b'] },
  { type: 'array', prefixItems: [{ const: 1 }], items: false },
  { propertyNames: { pattern: '^a' }, not: { if: { const: 1 }, then: { type: 'null' } } },
);
const segment = fc.constantFrom(
  'users',
  ':id',
  '{id}',
  '*',
  '*path',
  '{id:[0-9]{2}}',
  ':a-:b',
  '{/:c}',
  '?',
  '(x)',
  'a b',
  '',
);
const body = fc.record(
  {
    description,
    schema,
    required: fc.boolean(),
    contentType: fc.constantFrom('', 'text/plain', 'multipart/form-data'),
  },
  { requiredKeys: ['schema'] },
);
const parameter = fc.record(
  {
    name,
    in: fc.constantFrom('path', 'query', 'header', 'cookie'),
    schema,
    style: fc.constantFrom('form', 'simple', 'deepObject', 'matrix'),
    example: fc.jsonValue(),
    required: fc.boolean(),
  },
  { requiredKeys: ['name', 'in'] },
);
const response = fc.record(
  { description, schema, headers: fc.dictionary(name, fc.record({ schema })) },
  { requiredKeys: [] },
);
const status = fc.constantFrom('200', '204', '4XX', '5xx', 'default', '700', 'ok');
const endpoint = fc.record(
  {
    method: fc.constantFrom('GET', 'post', 'Put', 'TRACE', 'QUERY'),
    path: fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`),
    operationId: fc.constantFrom('', 'a', 'b'),
    tags: fc.array(name, { maxLength: 2 }),
    parameters: fc.array(parameter, { maxLength: 4 }),
    queryParams: fc.constant(Search),
    pathParams: fc.constant(Search),
    headerParams: fc.constant(Search),
    requestBody: body,
    responses: fc.dictionary(status, response),
    security: fc.array(
      fc.oneof(name, fc.constantFrom('bearerAuth', { oauth2: ['read'], basicAuth: [] }, {})),
    ),
    deprecated: fc.boolean(),
  },
  { requiredKeys: ['method', 'path', 'responses'] },
) as fc.Arbitrary<unknown> as fc.Arbitrary<Endpoint>;

describe('generated endpoints', () => {
  test('never throw, repeat the same bytes, and agree with validate(), for any additions', async () => {
    const versions = fc.constantFrom<OpenApiVersion>('3.0', '3.1', '3.2');
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(endpoint, { maxLength: 3 }),
        versions,
        fc.boolean(),
        async (endpoints, openapi, inlineSchemas) => {
          const { docs } = buildUnchecked(endpoints, { openapi, inlineSchemas });
          expect(buildUnchecked(endpoints, { openapi, inlineSchemas }).docs.specJSON()).toBe(docs.specJSON());
          if (docs.validate() !== null) return;
          valid += 1;
          expect(await findings(docs.buildSpec())).toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(valid).toBeGreaterThan(10);
  }, 120_000);
});
