import { IsInt, IsString } from 'class-validator';
import { Default } from '../../../../../decorators/annotations.js';
import { bearerAuth, body, type Config, Docs, type Endpoint, response } from '../../../../../src/index.js';
import { lookUp } from '../../../../../src/shared/json-pointer.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { buildUnchecked, info, ok } from '../build.js';

const get = (fields: Partial<Endpoint>): Endpoint => ({ method: 'GET', path: '/', responses: ok, ...fields });
const errorsOf = (endpoint: Partial<Endpoint>, config: Partial<Config> = {}): string[] =>
  new Docs({ info, ...config })
    .add(get(endpoint))
    .validate()
    ?.errors.map(({ code, place }) => `${code} ${place}`) ?? [];

test('a reference to a class that is in no other place resolves with models', () => {
  class Cat {
    @IsInt() age!: number;
  }
  const endpoint: Partial<Endpoint> = {
    responses: { 200: response('x', { $ref: '#/components/schemas/Cat' } as never) },
  };
  const [error] = new Docs({ info }).add(get(endpoint)).validate()!.errors;
  expect(error!.message).toContain('"models"');
  expect(errorsOf(endpoint, { models: [Cat] })).toEqual([]);
});

test('a schema without the target of its reference allows any value, unless transformDocument may add it', async () => {
  const dangling = { $ref: '#/components/schemas/No' };
  const schema = { description: 'A page', allOf: [dangling, { properties: { data: dangling } }] };
  const documentOf = (config: Partial<Config>) =>
    new Docs({ info, ...config })
      .add(get({ responses: { 200: response('x', schema as never) } }))
      .buildSpec();
  const schemaIn = (document: object): unknown =>
    lookUp(document, '#/paths/~1/get/responses/200/content/application~1json/schema');
  const opened = documentOf({});
  expect(schemaIn(opened)).toEqual({ description: 'A page', allOf: [{}, { properties: { data: {} } }] });
  await expectValidDocument(opened);
  expect(schemaIn(documentOf({ transformDocument: (document) => document }))).toEqual(schema);
});

describe('validate() finds what validators find', () => {
  const raw = (schema: object): Partial<Endpoint> => ({ responses: { 200: response('x', schema as never) } });

  it.each<[string, string[], Partial<Endpoint>, Partial<Config>]>([
    [
      'a reference to nothing',
      ['dangling-reference GET / responses.200'],
      raw({ $ref: '#/components/schemas/No' }),
      {},
    ],
    [
      'within',
      ['dangling-reference GET / responses.200.a'],
      raw({ properties: { a: { $ref: '#/no' } } }),
      {},
    ],
    [
      'a discriminator that leads to nothing',
      ['dangling-reference GET / responses.200', 'dangling-reference GET / responses.200'],
      raw({
        oneOf: [{ $ref: '#/components/schemas/Pet' }],
        discriminator: {
          propertyName: 'kind',
          mapping: {
            pet: 'Pet',
            dog: '#/components/schemas/No',
            other: 'https://a.example/b.json',
            file: 'b.json',
          },
          defaultMapping: 'None',
        },
      }),
      { openapi: '3.2', components: { schemas: { Pet: { type: 'object' } } } },
    ],
    ['a reference elsewhere', [], raw({ $ref: 'https://example.com/schema.json' }), {}],
    ['a type that there is none of', ['unknown-schema-type GET / responses.200'], raw({ type: 'text' }), {}],
    ['types', [], raw({ type: ['string', 'null'] }), {}],
    [
      'a server variable that is not declared',
      ['invalid-server servers.0'],
      {},
      { servers: [{ url: 'https://{region}.example.com' }] },
    ],
    [
      'a default outside its enum',
      ['invalid-server servers.0'],
      {},
      { servers: [{ url: 'https://{r}.a.com', variables: { r: { default: 'x', enum: ['y'] } } }] },
    ],
    [
      'a declared variable',
      [],
      {},
      { servers: [{ url: 'https://{r}.a.com', variables: { r: { default: 'y', enum: ['y'] } } }] },
    ],
    [
      'a bearer format of a basic scheme',
      ['invalid-security-scheme auth.schemes.b'],
      {},
      { auth: { schemes: [{ ...bearerAuth('b'), scheme: 'basic', bearerFormat: 'JWT' }] } },
    ],
  ])('%s', (_, errors, endpoint, config) => {
    expect(errorsOf(endpoint, config)).toEqual(errors);
  });

  it('finds a response of a class that is not loaded yet', () => {
    expect(errorsOf({ responses: { 200: response('x', undefined as never) } })).toEqual([
      'invalid-type GET / responses.200',
    ]);
    expect(errorsOf({ responses: { 200: response('x') } })).toEqual([]);
  });
});

describe('strict', () => {
  it('treats warnings as errors: a misspelt security name documents the operation as public', () => {
    const misspelt: Partial<Endpoint> = { security: ['baererAuth'] };
    expect(errorsOf(misspelt)).toEqual([]);
    expect(errorsOf(misspelt, { strict: true })).toEqual(['unknown-security-scheme GET /']);
  });
});

describe('transformDocument', () => {
  it('is rejected if it returns a promise', () => {
    const docs = new Docs({
      info,
      transformDocument: ((document: unknown) => Promise.resolve(document)) as never,
    });
    expect(() => docs.buildSpec()).toThrow('config.transformDocument returned a promise');
  });
});

describe('paths of Next.js', () => {
  it.each([
    ['/users/[id]', '/users/{id}'],
    ['/files/[...path]', '/files/{path}'],
    ['/docs/[[...slug]]', '/docs/{slug}'],
    ['/a[1]b/[user-id]', '/a{1}b/{user-id}'],
  ])('%s', (path, spelled) => {
    const { document, codes } = buildUnchecked([get({ path })]);
    expect(Object.keys(document.paths)).toEqual([spelled]);
    expect(codes.includes('optional-path-parameter')).toBe(path.includes('[['));
  });
});

describe('a default that is never used', () => {
  class Order {
    @IsString() @Default('a') a!: string;
    @IsInt() b = 5;
  }
  it('reports it for a required property of a request', () => {
    const { diagnostics } = buildUnchecked([get({ method: 'POST', requestBody: body(Order) })]);
    expect(diagnostics.map(({ code, places }) => [code, places])).toEqual([
      ['required-with-default', ['Order.a']],
    ]);
  });
});
