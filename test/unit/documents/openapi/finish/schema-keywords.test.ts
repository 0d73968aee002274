import {
  type Config,
  Docs,
  type OpenApiVersion,
  response,
  type TypeInput,
} from '../../../../../src/index.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { info } from '../build.js';

const PET = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };
const REFS = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
const DISCRIMINATOR = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } };
const DEFAULT = { defaultMapping: '#/components/schemas/Dog' };

/** What a schema written by hand has in 3.2, what it has before, and whether that is told. */
const ROWS: readonly [name: string, given: object, before: object, told: boolean][] = [
  [
    'defaultMapping',
    { oneOf: REFS, discriminator: { ...DISCRIMINATOR, ...DEFAULT } },
    { oneOf: REFS, discriminator: DISCRIMINATOR },
    true,
  ],
  [
    'an attribute',
    { type: 'string', xml: { nodeType: 'attribute' } },
    { type: 'string', xml: { attribute: true } },
    false,
  ],
  [
    'a wrapped list',
    { type: 'array', items: { type: 'string' }, xml: { nodeType: 'element', name: 'all' } },
    { type: 'array', items: { type: 'string' }, xml: { name: 'all', wrapped: true } },
    false,
  ],
  [
    'an element',
    { type: 'string', xml: { nodeType: 'element', name: 'a' } },
    { type: 'string', xml: { name: 'a' } },
    false,
  ],
  ['text', { type: 'string', xml: { nodeType: 'text' } }, { type: 'string', xml: {} }, true],
];

const COMPONENTS: Config['components'] = { schemas: { Cat: PET as TypeInput, Dog: PET as TypeInput } };

describe.each<OpenApiVersion>(['3.0', '3.1', '3.2'])(
  'keywords of OpenAPI 3.2 in a schema, in %s',
  (openapi) => {
    test.each(ROWS)('%s', async (_name, given, before, told) => {
      const docs = new Docs({ info, openapi, components: COMPONENTS }).add({
        method: 'GET',
        path: '/',
        responses: { 200: response('OK', given as TypeInput) },
      });
      const document = docs.buildSpec();
      const { 200: answer } = document.paths['/']!.get!.responses as Record<
        string,
        { content: Record<string, object> }
      >;
      expect(answer!.content['application/json']).toEqual({ schema: openapi === '3.2' ? given : before });
      const codes = docs
        .diagnostics({ notes: true })
        .filter(({ severity }) => severity !== 'info')
        .map(({ code }) => code);
      expect(codes).toEqual(told && openapi !== '3.2' ? [`not-in-openapi-${openapi.replace('.', '-')}`] : []);
      await expectValidDocument(document);
    });
  },
);

const INVALID: readonly (readonly [keyword: string, value: unknown])[] = [
  ['title', 1],
  ['description', ['a text']],
  ['format', null],
  ['contentEncoding', true],
  ['contentMediaType', 1],
  ['minLength', -1],
  ['maxLength', 1.5],
  ['minItems', '1'],
  ['maxItems', null],
  ['minimum', '0'],
  ['maximum', null],
  ['exclusiveMinimum', true],
  ['exclusiveMaximum', '9'],
  ['multipleOf', 0],
  ['deprecated', 'yes'],
  ['readOnly', 1],
  ['writeOnly', null],
  ['uniqueItems', 'no'],
  ['enum', 'a'],
  ['required', ['a', 'a']],
  ['pattern', '('],
  ['items', []],
  ['additionalProperties', 'none'],
  ['properties', ['a']],
  ['anyOf', []],
  ['oneOf', {}],
  ['type', []],
];

const PLACES: readonly (readonly [place: string, put: (schema: object) => object])[] = [
  ['in a schema', (schema) => ({ type: 'object', ...schema })],
  ['in items', (schema) => ({ items: schema })],
  ['in a property', (schema) => ({ properties: { before: { type: 'string' }, inner: schema } })],
  ['in a branch', (schema) => ({ anyOf: [{ type: 'string' }, schema] })],
];

describe.each(PLACES)('an invalid value of a keyword %s is left out and reported', (_, put) => {
  test.each(INVALID)('%s: %j', (keyword, value) => {
    const docs = new Docs({ info }).add({
      method: 'GET',
      path: '/',
      responses: { 200: response('OK', put({ [keyword]: value }) as TypeInput) },
    });
    const text = JSON.stringify(docs.buildSpec());
    expect(docs.diagnostics().map(({ code }) => code)).toEqual(['invalid-keyword']);
    expect(text).not.toContain(JSON.stringify({ [keyword]: value }).slice(1, -1));
  });
});
