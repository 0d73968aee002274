import { Allow, IsInt } from 'class-validator';
import {
  arrayOf,
  bearerAuth,
  ConfigError,
  Docs,
  jsonSchemaOf,
  mapOf,
  oneOf,
  operation,
  response,
  schema,
  SchemaOverride,
  tupleOf,
  TypeOf,
  type Endpoint,
  type TypeInput,
} from '../../../src/index.js';

// A slip is not a schema: an object without a keyword of JSON Schema, a reference without a target, and a type that no
// JSON has are errors when an operation is registered, in requests and in responses alike.

class Transfer {
  @IsInt() amount!: number;
}
enum Color {
  Red = 'red',
  Blue = 'blue',
}
enum Level {
  Low,
  High,
}

/** Values in place of a type, and what the error says. */
const SLIPS: readonly (readonly [title: string, slip: unknown, message: RegExp])[] = [
  ['an empty object', {}, /An object without keywords is not a type\..* schema\('any'\)/],
  ['a list of an empty object', [{}], /An object without keywords/],
  ['a misspelt schema', { shcema: Transfer }, /An object with shcema is not a type.* Did you mean schema\?/],
  ['a misspelt keyword', { tpye: 'string' }, /tpye/],
  ['only a media type', { contentType: 'application/json' }, /An object with contentType is not a type/],
  ['only an example', { example: { amount: 5 } }, /An object with example is not a type/],
  ['only examples', { examples: [5] }, /An object with examples is not a type/],
  ['only a description', { description: 'The transfer' }, /An object with description is not a type/],
  ['only an extension', { 'x-team': 'shop' }, /An object with x-team is not a type/],
  ['an undefined type', { type: undefined }, /An object without keywords/],
  ['an enum', Color, /The object of an enum \(Red, Blue\) is not a type\. Use enumOf\(Color\)/],
  ['a numeric enum', Level, /Use enumOf\(Color\)/],
  ['a misspelt keyword in a property', { type: 'object', properties: { a: { tpye: 'string' } } }, /tpye/],
  ['an enum in items', { type: 'array', items: Color }, /Red is not a keyword/],
  ['a list of it', arrayOf({ shcema: Transfer }), /shcema/],
  ['a map of it', mapOf({}), /An object without keywords/],
  ['a union of it', oneOf(Transfer, {}), /An object without keywords/],
  ['a tuple of it', tupleOf(Transfer, {}), /An object without keywords/],
  ['nullable alone', { nullable: true }, /An object with nullable is not a type/],
  ['if without then', { if: { type: 'string' } }, /An object with if is not a type/],
  ['then without if', { then: { type: 'string' } }, /An object with then is not a type/],
  ['a class in items', { type: 'array', items: Transfer }, /items is the class Transfer.* arrayOf\(Item\)/],
  ['a class in properties', { properties: { a: Transfer } }, /properties\.a is the class Transfer/],
  ['a class in oneOf', { oneOf: [Transfer] }, /oneOf\.0 is the class Transfer.* oneOf\(A, B\)/],
  [
    'a class for other members',
    { type: 'object', additionalProperties: Transfer },
    /additionalProperties is the class Transfer.* mapOf/,
  ],
  ['a class in type', { type: String }, /type is the class String/],
  ['a class in schema()', schema(Transfer as never), /type is the class Transfer/],
  ['a function in items', { type: 'array', items: () => Transfer }, /items is a function/],
  ['an instance in properties', { properties: { a: new Transfer() } }, /an instance of Transfer/],
  ['a list in items', { type: 'array', items: arrayOf(Transfer) }, /items is a type of dtospec/],
  ['an undefined part', { type: 'array', items: undefined }, /items is undefined.*modules that import/],
  ['an undefined property', { properties: { a: undefined } }, /properties\.a is undefined/],
  [
    'a misspelt keyword beside others',
    { type: 'object', additionlProperties: false },
    /additionlProperties is not a keyword.*Did you mean additionalProperties\?/,
  ],
  [
    'a misspelt keyword by another word',
    schema('object', { property: {} } as never),
    /Did you mean properties\?/,
  ],
  [
    'a misspelt keyword of a part',
    { type: 'array', items: { type: 'string', maxLenght: 5 } },
    /maxLenght .*Did you mean maxLength\?/,
  ],
  ['a dangling reference', { $ref: '#/components/schemas/Usr' }, /Usr|\$ref/],
  [
    'a dangling reference in a property',
    { properties: { a: { $ref: '#/components/schemas/Usr' } } },
    /Usr|\$ref/,
  ],
  ['an unknown type', { type: 'strng' }, /type/],
  ['Promise', Promise, /A Promise has no form in JSON/],
  ['Function', Function, /A function has no form in JSON/],
  ['Symbol', Symbol, /A symbol has no form in JSON/],
  ['Array', Array, /Array has no type for its items\. Write arrayOf/],
  ['Set', Set, /Set has no type for its items/],
  ['Map', Map, /Map has no type for its values/],
  ['a list of Array', [Array], /Array has no type for its items/],
];

type Fields = Readonly<Record<string, unknown>>;

const no = { 204: response('Done') };
const json = (part: unknown): object => ({ 'application/json': part });

/** Where an operation takes a type. */
const PLACES: readonly (readonly [place: string, put: (slip: unknown) => Fields])[] = [
  ['a body', (slip) => ({ body: slip })],
  ['the schema of a body', (slip) => ({ body: { schema: slip, required: true } })],
  ['a media type of a body', (slip) => ({ body: { content: json({ schema: slip }) } })],
  ['a query parameter', (slip) => ({ parameters: [{ in: 'query', name: 'q', schema: slip }] })],
  ['a header', (slip) => ({ parameters: [{ in: 'header', name: 'X-Q', schema: slip }] })],
  ['a cookie', (slip) => ({ parameters: [{ in: 'cookie', name: 'q', schema: slip }] })],
  [
    'a path parameter',
    (slip) => ({ path: '/a/{q}', parameters: [{ in: 'path', name: 'q', required: true, schema: slip }] }),
  ],
  [
    'the JSON of a parameter',
    (slip) => ({ parameters: [{ in: 'query', name: 'q', content: json({ schema: slip }) }] }),
  ],
  ['a response', (slip) => ({ responses: { 200: response('It', slip as TypeInput) } })],
  ['an error', (slip) => ({ responses: { ...no, 409: response('No', slip as TypeInput) } })],
  [
    'a media type of a response',
    (slip) => ({ responses: { 200: { description: 'It', content: json({ schema: slip }) } } }),
  ],
  [
    'the items of a stream',
    (slip) => ({
      responses: { 200: { description: 'It', contentType: 'application/jsonl', itemSchema: slip } },
    }),
  ],
  [
    'a header of a response',
    (slip) => ({ responses: { 204: { description: 'It', headers: { 'X-Total': { schema: slip } } } } }),
  ],
  [
    'a callback',
    (slip) => ({
      callbacks: {
        paid: { 'https://a.example/': [{ method: 'POST', requestBody: { schema: slip }, responses: no }] },
      },
    }),
  ],
];

const at = { method: 'POST', path: '/a', responses: no } as const;

function docs(): Docs {
  return new Docs({ info: { title: 'T', version: '1' }, diagnostics: 'silent' });
}

function register(fields: Fields): void {
  docs().addOperations([operation({ ...at, ...fields } as typeof at, () => undefined)]);
}

/** Values of keywords, and targets of references, are checked in the document only, where a callback or webhook has them. */
const isOfDocument = (title: string): boolean => /reference|unknown type/.test(title);
/** JSON Schema allows other keywords, so a document only has a warning. */
const isWarning = (title: string): boolean => /^a misspelt keyword (?!in)./.test(title);

describe.each(PLACES)('%s', (place, put) => {
  test.each(SLIPS)('refuses %s', (title, slip, message) => {
    if (place === 'a callback' && (isOfDocument(title) || isWarning(title))) return;
    expect(() => {
      register(put(slip));
    }).toThrow(ConfigError);
    expect(() => {
      register(put(slip));
    }).toThrow(message);
  });

  test.each(SLIPS)('a document reports %s', (title, slip) => {
    const document = docs().add({ ...at, ...put(slip) } as unknown as Endpoint);
    if (isWarning(title)) expect(document.diagnostics()).toMatchObject([{ code: 'misspelt-keyword' }]);
    else expect(document.validate()).not.toBeNull();
  });

  test.each([
    ["schema('any')", schema('any')],
    ["schema('any') with a description", schema('any', { description: 'Anything' })],
    ['a part without keywords', { type: 'object', properties: { a: {}, b: { description: 'Anything' } } }],
    ["a list of schema('any')", arrayOf(schema('any'))],
    ['a keyword of OpenAPI 3.0', { type: 'string', nullable: true }],
  ])('takes %s', (_, type) => {
    expect(() => {
      register(put(type));
    }).not.toThrow();
  });
});

const FORMS: readonly (readonly [title: string, fields: Fields])[] = [
  ['a media type of a body, schema misspelt', { body: { content: json({ shcema: Transfer }) } }],
  ['a media type of a body without a schema', { body: { content: json({}) } }],
  ['a media type of a body with an example only', { body: { content: json({ example: { amount: 5 } }) } }],
  ['a body, schema misspelt', { body: { shcema: Transfer, contentType: 'application/json' } }],
  ['a body without a schema', { body: { contentType: 'application/json' } }],
  ['a body with an example only', { body: { example: { amount: 5 }, required: true } }],
  ['a body, required only', { body: { required: true, description: 'The transfer' } }],
  ['a parameter, schema misspelt', { parameters: [{ in: 'query', name: 'q', shcema: Number }] }],
  [
    'the JSON of a parameter without a schema',
    { parameters: [{ in: 'query', name: 'q', content: json({}) }] },
  ],
  [
    'the JSON of a parameter, schema misspelt',
    { parameters: [{ in: 'query', name: 'q', content: json({ shcema: Transfer }) }] },
  ],
  ['a response, schema misspelt', { responses: { 200: { description: 'It', shcema: Transfer } } }],
  [
    'a media type of a response, schema misspelt',
    { responses: { 200: { description: 'It', content: json({ shcema: Transfer }) } } },
  ],
  [
    'a media type of a response without a schema',
    { responses: { 200: { description: 'It', content: json({}) } } },
  ],
  [
    'a response with a media type only',
    { responses: { 200: { description: 'It', contentType: 'text/csv' } } },
  ],
  [
    'a header of a response, schema misspelt',
    { responses: { 204: { description: '', headers: { 'X-A': { shcema: Number } } } } },
  ],
  [
    'the JSON of a header of a response without a schema',
    { responses: { 204: { description: '', headers: { 'X-A': { content: json({}) } } } } },
  ],
];

test.each(FORMS)('refuses %s', (_, fields) => {
  expect(() => {
    register(fields);
  }).toThrow(ConfigError);
});

const staff = bearerAuth('staff', { verify: () => true });
const misspelt = { name: 'a', type: 'http', scheme: 'bearer', verfy: () => true };

/** What a definition has if a constant is not loaded yet, or one of its fields has another form. */
const ABSENT: readonly (readonly [title: string, fields: Fields, message: RegExp])[] = [
  ['undefined security', { security: undefined }, /has security that is undefined, as a constant is/],
  ['null as security', { security: null }, /has a security that cannot be read/],
  ['security of undefined', { security: [undefined] }, /has a security that cannot be read/],
  ['undefined parameters', { parameters: undefined }, /has parameters that is undefined/],
  ['null as parameters', { parameters: null }, /has parameters that is null/],
  ['an undefined response', { responses: { ...no, 404: undefined } }, /has responses\.404 that is undefined/],
  ['null as a response', { responses: { 200: null } }, /has responses\.200 that is null/],
  [
    'null as the schema of a response',
    { responses: { 200: response('It', null as never) } },
    /schema that is null/,
  ],
  ['null as the schema of a body', { body: { schema: null } }, /requestBody has no media type/],
  ['a body without a media type', { body: { content: {} } }, /requestBody has no media type/],
  ['a misspelt verify', { security: [misspelt] }, /verfy is not one of its fields\. Did you mean verify\?/],
  [
    'an undefined verify',
    { security: [bearerAuth('a', { verify: undefined })] },
    /its verify is undefined, as a function is/,
  ],
];

test.each(ABSENT)('refuses %s', (_, fields, message) => {
  expect(() => {
    register(fields);
  }).toThrow(message);
});

it('refuses undefined security of the configuration', () => {
  const config = { info: { title: 'T', version: '1' }, security: undefined as never };
  expect(() => new Docs(config).addOperations([operation(at, () => undefined)])).toThrow(
    'config.security is undefined, as a constant is',
  );
});

test.each([
  ['all of a list', { security: [[staff]] }],
  ['nobody', { security: [] }],
  ['everybody, or a scheme', { security: [staff, {}] }],
  ['a scheme without verify', { security: [bearerAuth('a')] }],
  ['a scheme that a proxy checks', { security: [bearerAuth('a', { verify: false })] }],
])('takes %s', (_, fields) => {
  expect(() => {
    register(fields);
  }).not.toThrow();
});

test.each([
  ['application/jsno', 'application/json'],
  ['aplication/json', 'application/json'],
  ['multipart/formdata', 'multipart/form-data'],
  ['application/x-www-form-urlencode', 'application/x-www-form-urlencoded'],
  ['text/evnt-stream', 'text/event-stream'],
])('warns about the media type %s', (contentType, meant) => {
  const message = `"${contentType}" is an unusual media type. Did you mean ${meant}?`;
  for (const fields of [
    { body: { schema: Transfer, contentType } },
    { responses: { 200: { description: 'It', content: json({}), contentType, schema: Transfer } } },
  ]) {
    const document = docs().add({ ...at, ...fields } as unknown as Endpoint);
    expect(document.diagnostics()).toMatchObject([{ code: 'misspelt-media-type', message }]);
  }
});

test.each([
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/vnd.shop.v2+json',
  'application/json5',
  'application/jsonl',
  'text/css',
  'image/*',
  '*/*',
  'multipart/form-data; boundary="a,b"',
])('takes the media type %s', (contentType) => {
  const document = docs().add({ ...at, body: { content: { [contentType]: { schema: Transfer } } } });
  expect(document.diagnostics()).toEqual([]);
});

const one = operation(at, () => undefined);

/** What addOperations takes for operations and options, by mistake. */
const CALLS: readonly (readonly [title: string, operations: unknown, options: unknown, message: RegExp])[] = [
  ['no operations', undefined, undefined, /docs\.addOperations needs a list of operations/],
  ['an operation outside a list', one, undefined, /needs a list of operations/],
  [
    'an undefined operation',
    [one, undefined],
    undefined,
    /results of operation\(definition, handler\), not undefined/,
  ],
  ['a definition', [at], undefined, /results of operation/],
  ['a list of lists', [[one]], undefined, /results of operation/],
  [
    'a misspelt option',
    [one],
    { invalidstatus: 422 },
    /no option invalidstatus\. Did you mean invalidStatus\?/,
  ],
  ['an invalid option', [one], { maxBodyBytes: '1mb' }, /maxBodyBytes of docs\.addOperations needs a number/],
  ['a prefix without a slash', [one], { prefix: 'api' }, /prefix of docs\.addOperations needs a path/],
  ['null for options', [one], null, /takes its options as an object/],
];

test.each(CALLS)('addOperations refuses %s', (_, operations, options, message) => {
  expect(() => docs().addOperations(operations as never, options as never)).toThrow(message);
});

class Overridden {
  @IsInt() @SchemaOverride({ maxmum: 5 } as never) amount!: number;
}
class Typed {
  @Allow() @TypeOf(() => ({ shcema: Transfer })) amount!: unknown;
}

test.each([
  [
    '@SchemaOverride',
    Overridden,
    /Overridden\.amount: @SchemaOverride has no effect\. maxmum .*Did you mean maximum\?/,
  ],
  ['@TypeOf', Typed, /Typed\.amount: An object with shcema/],
])('a property of a class: %s', (_, type, message) => {
  for (const fields of [{ body: type }, { responses: { 200: response('It', type) } }, { query: type }])
    expect(() => {
      register(fields);
    }).toThrow(message);
  expect(() => jsonSchemaOf(type)).toThrow(message);
  expect(docs().addWebhook(type, { name: 'a' }).validate()).not.toBeNull();
});

test.each(SLIPS)('a webhook and jsonSchemaOf: %s', (title, slip) => {
  const webhook = docs().addWebhook(slip as TypeInput, { name: 'a' });
  expect(webhook.diagnostics()).not.toHaveLength(0);
  if (isWarning(title)) return;
  expect(webhook.validate()).not.toBeNull();
  if (isOfDocument(title)) return;
  expect(() => jsonSchemaOf(slip as TypeInput)).toThrow(ConfigError);
});
