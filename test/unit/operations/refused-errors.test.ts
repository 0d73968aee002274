import { Type } from 'class-transformer';
import { IsString, ValidateBy, ValidateNested } from 'class-validator';
import {
  ConfigError,
  Docs,
  OneOf,
  operation,
  registerRule,
  response,
  type Config,
  type Endpoint,
} from '../../../src/index.js';
import { DIAGNOSTICS, severityOf, type DiagnosticCode } from '../../../src/shared/diagnostics.js';
import { loadOtherCopy } from '../../support/class-transformer-copy.js';

// An error diagnostic about the request, the responses or the security of an operation throws when the operation is
// registered. If it were only reported, the operation would accept or send what its document lacks.

registerRule('isBrokenHere', () => {
  throw new Error('broken');
});
const isBroken = { name: 'isBrokenHere', validator: { validate: () => true } };

class BrokenRule {
  @IsString() @ValidateBy(isBroken) value!: string;
}

class Outer {
  @ValidateNested() @Type(() => BrokenRule) inner!: BrokenRule;
}

class BrokenSchema {
  @ValidateBy(isBroken) value!: string;
}

class BrokenType {
  @IsString()
  @Type(() => {
    throw new Error('no type');
  })
  value!: string;
}

class OfOtherCopy {
  @IsString() name!: string;
}
loadOtherCopy().Exclude()(OfOtherCopy.prototype, 'name');

@OneOf(() => [Itself])
class Itself {}

const text = { type: 'string' };
const json = { content: { 'application/json': { schema: text } } };

type Fields = Readonly<Record<string, unknown>>;

const parameter = (fields: Fields): Fields => ({
  parameters: [{ in: 'query', name: 'a', schema: text, ...fields }],
});

/** Fields of an operation with an error in the request, a response or the security, and the configuration. */
type Sample = readonly [code: DiagnosticCode, title: string, fields: Fields, config?: unknown];

const noObject = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => text, output: () => text },
  },
};

const SAMPLES: readonly Sample[] = [
  ['broken-parameter-class', 'a query without properties', { query: noObject }],
  ['broken-parameter-class', 'a query whose rule throws', { query: BrokenSchema }],
  ['broken-rule', 'a body', { body: BrokenRule }],
  ['broken-rule', 'a class in a body', { body: Outer }],
  ['broken-rule', 'a query', { query: BrokenRule }],
  ['broken-rule', 'headers', { headers: BrokenRule }],
  ['broken-schema', 'a body', { body: BrokenSchema }],
  ['dangling-reference', 'a parameter', { parameters: [{ $ref: '#/components/parameters/None' }] }],
  ['dangling-reference', 'a body', { body: { $ref: '#/components/requestBodies/None' } }],
  [
    'dangling-reference',
    'a body that leads back to itself',
    { body: { $ref: '#/components/requestBodies/A' } },
    { components: { requestBodies: { A: { $ref: '#/components/requestBodies/A' } } } },
  ],
  [
    'dangling-reference',
    'a media type of a body',
    { body: { content: { 'application/json': { $ref: '#/components/mediaTypes/None' } } } },
  ],
  ['dangling-reference', 'a response', { responses: { 204: response(''), 404: { $ref: 'None' } } }],
  ['dangling-reference', 'the only response', { responses: { 404: { $ref: 'None' } } }],
  ['dangling-reference', 'a schema', { body: { $ref: '#/components/schemas/None' } }],
  ['endpoint-without-path', 'no path', { path: undefined }],
  ['invalid-cookie-name', 'a parameter', parameter({ in: 'cookie', name: 'a b' })],
  ['invalid-field', 'parameters outside a list', { parameters: { in: 'query', name: 'a', schema: text } }],
  ['invalid-field', 'a schema beside the content of a parameter', parameter(json)],
  [
    'invalid-field',
    'a schema beside the content of a header',
    { responses: { 204: { description: '', headers: { 'X-A': { schema: text, ...json } } } } },
  ],
  [
    'invalid-field',
    'an undefined header',
    { responses: { 204: { description: '', headers: { 'X-A': undefined } } } },
  ],
  ['invalid-field', 'a class in place of content', { body: { content: Outer } }],
  [
    'invalid-field',
    'a list in place of content',
    { responses: { 200: { description: '', content: [json] } } },
  ],
  ['invalid-field', 'validation', { validation: 7 }],
  ['invalid-field', 'a misspelt option of validation', { validation: { whitelst: true } }],
  ['invalid-field', 'a field of a parameter', parameter({ required: 'yes' })],
  ['invalid-field', 'a field of a body', { body: { schema: text, required: 'yes' } }],
  ['invalid-field', 'security', { security: 'staff' }],
  ['invalid-header-name', 'a parameter', parameter({ in: 'header', name: 'a b' })],
  ['invalid-keyword', 'a body', { body: { type: 'object', required: 'name' } }],
  ['invalid-keyword', 'a parameter', parameter({ schema: { type: 'string', minLength: 'x' } })],
  ['invalid-media-type', 'a word', { body: { schema: text, contentType: 'json', required: true } }],
  [
    'invalid-media-type',
    'several in one text',
    { body: { schema: text, contentType: 'application/json, text/plain' } },
  ],
  ['invalid-media-type', 'a star', { responses: { 200: { description: '', content: { '*': text } } } }],
  [
    'invalid-media-type',
    'an encoding',
    {
      body: {
        content: { 'multipart/form-data': { schema: Outer, encoding: { inner: { contentType: 'png' } } } },
      },
    },
  ],
  ['invalid-response', 'a promise', { responses: { 200: Promise.resolve(response('', Outer)) } }],
  ['invalid-response', 'a text', { responses: { 200: 'OK' } }],
  ['invalid-response', 'a list', { responses: { 204: response(''), 400: [] } }],
  [
    'invalid-security-scheme',
    'no place of the key',
    { security: ['key'] },
    { auth: { schemes: [{ name: 'key', type: 'apiKey', paramName: 'X-Key' }] } },
  ],
  ['invalid-status', 'a number above 599', { responses: { 204: response(''), 700: response('?') } }],
  ['invalid-status', 'a name', { responses: { ok: response('?') } }],
  ['invalid-type', 'a body', { body: { schema: [] } }],
  ['invalid-type', 'a parameter', parameter({ schema: 7 })],
  ['invalid-type', 'an undefined schema of a parameter', parameter({ schema: undefined })],
  ['invalid-type', 'null as the schema of a parameter', parameter({ schema: null })],
  ['invalid-type', 'a class', { body: BrokenType }],
  ['parameter-without-name', 'a parameter', parameter({ name: '' })],
  [
    'querystring-beside-query',
    'two parameters',
    {
      parameters: [
        { in: 'querystring', name: 'q', ...json },
        { in: 'query', name: 'a', schema: text },
      ],
    },
    { openapi: '3.2' },
  ],
  [
    'repeated-path-parameter',
    'a path',
    { path: '/{id}/{id}', parameters: [{ in: 'path', name: 'id', required: true, schema: text }] },
  ],
  ['two-copies', 'a body', { body: OfOtherCopy }],
  ['union-of-itself', 'a body', { body: Itself }],
  [
    'security-uri-not-in-openapi',
    'a scheme by its URI',
    { security: ['https://a.example/auth.json#/staff'] },
  ],
  ['unknown-option', 'security of the configuration, misspelt', {}, { securty: ['bearerAuth'] }],
  ['unknown-option', 'schemes of the configuration, misspelt', {}, { auth: { scheme: [] } }],
  ['unknown-parameter-place', 'a parameter', parameter({ in: 'heder' })],
  ['unknown-schema-type', 'a body', { body: { type: 'int' } }],
  ['unknown-schema-type', 'a parameter', parameter({ schema: { type: 'int' } })],
  ['unsupported-method', 'a method', { method: 'FETCH' }],
];

const at = { method: 'POST', path: '/thing', responses: { 204: response('') } } as const;

function docsOf(config: unknown): Docs {
  return new Docs({ info: { title: 'T', version: '1' }, ...(config as Partial<Config> | undefined) });
}

function register(fields: Fields, config?: unknown): Docs {
  const made = operation({ ...at, ...fields } as typeof at, () => undefined);
  return docsOf(config).addOperations([made]);
}

const rows = SAMPLES.map(([code, title, fields, config]) => [code, title, { fields, config }] as const);

test.each(rows)('%s: registration throws for %s', (code, _title, { fields, config }) => {
  const endpoint = { ...at, ...fields } as unknown as Endpoint;
  const codes = docsOf(config)
    .add(endpoint)
    .diagnostics()
    .map((diagnostic) => diagnostic.code);
  expect(codes).toContain(code);
  expect(() => register(fields, config)).toThrow(ConfigError);
});

/** Errors that do not concern the request, the responses or the security of an operation, or that an operation cannot have. */
const OTHERS: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'broken-controller': 'Nest',
  'broken-endpoint': 'an endpoint that cannot be read, such as one whose getter throws',
  'broken-webhook': 'a webhook',
  'csv-column': 'rows of CSV; csv.test.ts tests it',
  'csv-in-nest': 'Nest',
  'duplicate-endpoint': 'two operations: claimRoutes throws',
  'duplicate-operation-id': 'a name in the document',
  'duplicate-webhook': 'a webhook',
  'every-request-rejected': 'Nest; operations remove the member',
  'list-in-type': 'a list of classes in @Type; mistakes.ts has it',
  'invalid-endpoint': 'operation() throws for a definition that is no object',
  'invalid-extension': 'an extension',
  'invalid-server': 'a server',
  'missing-field': 'an object of the document, such as a server',
  'nested-sent-whole': 'a response; nested-sent-whole.test.ts tests it',
  'page-not-servable': 'the page',
  'view-without-answer': 'a view',
};

it('lists every error diagnostic', () => {
  const errors = (Object.keys(DIAGNOSTICS) as DiagnosticCode[]).filter(
    (code) => severityOf({ code }) === 'error',
  );
  const known = new Set([...SAMPLES.map(([code]) => code), ...Object.keys(OTHERS)]);
  expect([...known].sort()).toEqual(errors.sort());
});

describe('a field that would have no effect', () => {
  it.each([
    ['securty', 'Did you mean security?'],
    ['boddy', 'Did you mean body?'],
    ['header', 'Did you mean headers?'],
    ['middleware', 'Its fields are'],
  ])('throws for %s', (name, hint) => {
    const message = `operation POST /thing ${name}: "${name}" is not a field of the operation, so it has no effect.`;
    expect(() => register({ [name]: [] })).toThrow(message);
    expect(() => register({ [name]: [] })).toThrow(hint);
  });

  it('throws for an option of operations, misspelt', () => {
    expect(() => register({ unknownPropertys: 'refuse' })).toThrow('"unknownPropertys" is not a field');
  });

  it('accepts extensions, absent fields and options of operations', () => {
    const described = { 'x-team': 'shop', extensions: { 'x-a': 1 }, summary: undefined, tags: undefined };
    expect(() => register(described)).not.toThrow();
    expect(() =>
      register({ invalidStatus: 422, unknownProperties: 'refuse', maxBodyBytes: 10 }),
    ).not.toThrow();
  });

  it('throws for a parameter in another document, which operations cannot read', () => {
    expect(() => register({ parameters: [{ $ref: 'other.json#/components/parameters/A' }] })).toThrow(
      'operation POST /thing has the reference "other.json#/components/parameters/A", which has no target in config.components.parameters, so nothing would check it. Add the target there.',
    );
  });
});
