import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import {
  body,
  type Config,
  ConfigError,
  Docs,
  Model,
  type OpenApiDocument,
  response,
  TypeOf,
} from '../../../../../src/index.js';
import { build, buildUnchecked, info, ok } from '../build.js';

const paths = {};

describe('parts of the document that the configuration sets', () => {
  test.each<[string, Partial<Config>, object]>([
    ['nothing more', {}, {}],
    [
      'all of info',
      {
        info: {
          ...info,
          description: '# Markdown',
          termsOfService: 'https://example.com/terms',
          contact: { name: 'Ann', url: 'https://example.com', email: 'ann@example.com' },
          license: { name: 'MIT', url: 'https://example.com/license' },
        },
      },
      {
        info: {
          title: 'Test',
          description: '# Markdown',
          termsOfService: 'https://example.com/terms',
          contact: { name: 'Ann', url: 'https://example.com', email: 'ann@example.com' },
          license: { name: 'MIT', url: 'https://example.com/license' },
          version: '1',
        },
      },
    ],
    [
      'empty texts are left out',
      { info: { ...info, description: '', termsOfService: '', contact: { name: '' } } },
      {},
    ],
    [
      'servers',
      {
        servers: [
          { url: 'https://a.example', description: 'Live' },
          { url: '/v1', description: '' },
        ],
      },
      { servers: [{ url: 'https://a.example', description: 'Live' }, { url: '/v1' }] },
    ],
    [
      'a server with a variable',
      {
        servers: [
          { url: 'https://{region}.a.example', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
        ],
      },
      {
        servers: [
          { url: 'https://{region}.a.example', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
        ],
      },
    ],
    [
      'tags',
      { tags: [{ name: 'users', description: 'People', externalDocs: { url: 'https://a.example' } }] },
      { tags: [{ name: 'users', description: 'People', externalDocs: { url: 'https://a.example' } }] },
    ],
    [
      'externalDocs and extensions',
      { externalDocs: { url: 'https://a.example' }, extensions: { 'x-owner': 'shop' } },
      { externalDocs: { url: 'https://a.example' }, 'x-owner': 'shop' },
    ],
    ['empty lists', { servers: [], tags: [], auth: { schemes: [] } }, {}],
    [
      'the deprecated flags have no effect',
      { ui: { sidebarSearch: true, tagGrouping: true, collapsibleSchemas: true } },
      {},
    ],
  ])('%s', async (_title, config, expected) => {
    const { document, codes } = await build([], config);
    expect(document).toEqual({ openapi: '3.1.0', info, paths, ...expected });
    expect(codes).toEqual([]);
  });

  test('converts info.summary and the license identifier to OpenAPI 3.0', async () => {
    const config = { info: { ...info, summary: 'Short', license: { name: 'MIT', identifier: 'MIT' } } };
    expect((await build([], config)).document.info).toMatchObject(config.info);
    const { document, diagnostics } = buildUnchecked([], { ...config, openapi: '3.0' });
    expect(document.info).toEqual({
      ...info,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    });
    expect(diagnostics).toMatchObject([{ code: 'not-in-openapi-3-0', place: 'info summary' }]);
  });

  test.each<[string, Partial<Config>, object, string]>([
    [
      'no title',
      { info: { title: '', version: '1' } },
      { info: { title: '', version: '1' } },
      'incomplete-info',
    ],
    ['no info', { info: undefined as never }, { info: { title: '', version: '' } }, 'incomplete-info'],
    [
      'two tags of one name',
      { tags: [{ name: 'a' }, { name: 'b' }, { name: 'a', description: 'last' }] },
      { tags: [{ name: 'a', description: 'last' }, { name: 'b' }] },
      'duplicate-tag',
    ],
    [
      'a license said twice',
      { info: { ...info, license: { name: 'MIT', identifier: 'MIT', url: 'https://a.example' } } },
      { info: { ...info, license: { name: 'MIT', url: 'https://a.example' } } },
      'license-url-and-identifier',
    ],
  ])('%s has a defined result and a diagnostic', async (_title, config, expected, code) => {
    const { document, codes } = await build([], config);
    expect(document).toMatchObject(expected);
    expect(codes).toEqual([code]);
  });
});

describe('the versions of OpenAPI', () => {
  test.each([
    [undefined, '3.1.0'],
    ['3.0', '3.0.3'],
    ['3.1', '3.1.0'],
    ['3.2', '3.2.0'],
  ] as const)('%s is emitted as %s', (openapi, emitted) => {
    const config = openapi === undefined ? { info } : { info, openapi };
    expect(new Docs(config).buildSpec().openapi).toBe(emitted);
  });

  test('rejects another version at once, with the remedy', () => {
    expect(() => new Docs({ info, openapi: '2.0' as '3.0' })).toThrow(
      new ConfigError('config.openapi needs one of 3.0, 3.1, 3.2, not "2.0".'),
    );
  });
});

describe('a configuration of the wrong shape throws at once, naming the option', () => {
  test.each<[unknown, string]>([
    [undefined, "new Docs(config) needs an object, as in { info: { title: 'Shop', version: '1.0.0' } }, not"],
    [null, 'new Docs(config) needs an object'],
    [[], 'new Docs(config) needs an object'],
    [{ info: 'Shop' }, 'config.info needs an object, not "Shop".'],
    [
      { servers: 'https://a.example' },
      "config.servers needs an array of objects with a url, as in [{ url: 'https://api.example.com' }]",
    ],
    [{ servers: ['https://a.example'] }, 'config.servers needs an array of objects'],
    [{ servers: 'request' }, "or [{ url: '/' }] for the host of the document"],
    [{ servers: { trustProxy: true } }, "or [{ url: '/' }] for the host of the document"],
    [{ servers: [{ description: 'no url' }] }, 'config.servers needs an array of objects with a url'],
    [{ info: { title: 5 } }, 'config.info.title needs a string, not 5.'],
    [{ info: { title: 'a', version: 1.0 } }, "config.info.version needs a string, as in '1.0.0', not 1."],
    [{ info: { description: {} } }, 'config.info.description needs a string, not an object.'],
    [{ externalDocs: 'https://a.example' }, 'config.externalDocs needs an object with a url'],
    [{ tags: [{ title: 'users' }] }, 'config.tags needs an array of objects with a name'],
    [{ tags: ['users'] }, 'config.tags needs an array of objects'],
    [{ auth: { schemes: { staff: {} } } }, 'config.auth.schemes needs an array of objects'],
    [{ security: 'bearerAuth' }, 'config.security needs an array of names'],
    [{ validation: { whitlist: true } }, 'config.validation needs an object with options of class-validator'],
    [{ validation: { whitlist: true } }, 'not an object with whitlist (did you mean whitelist?).'],
    [{ servers: ['https://a.example'] }, 'not an array with a string.'],
    [{ parameterNames: 'lower' }, 'config.parameterNames needs one of property, lowercase'],
    [{ ui: { viewerSource: 'lokal' } }, "config.ui.viewerSource needs 'cdn', 'local', or"],
    [{ ui: { viewerSource: { style: '' } } }, "the viewer's files as texts, as in { script }"],
    [{ docsAuth: 'secret' }, 'config.docsAuth needs an object'],
    [
      { docsAuth: { apiKey: 'k' } },
      'config.docsAuth.enabled needs true, which protects the docs, or false, not undefined.',
    ],
    [{ authorize: true }, 'config.authorize needs a function'],
    [{ transformDocument: {} }, 'config.transformDocument needs a function'],
  ])('rejects %j', (config, message) => {
    const make = (): Docs => new Docs((isObject(config) ? { info, ...config } : config) as Config);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(message);
  });

  test.each([['the-key'], [{ apiKey: 'the-key' }]])('rejects it without the secret: %j', (docsAuth) => {
    const make = (): Docs => new Docs({ info, docsAuth: docsAuth as never });
    expect(make).toThrow(ConfigError);
    expect(make).not.toThrow('the-key');
  });
});

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('transformDocument decides the final document', () => {
  const endpoint = { method: 'GET', path: '/', responses: ok };

  test('serves its return value', () => {
    const transformDocument = (document: OpenApiDocument): OpenApiDocument => ({
      ...document,
      'x-last': true,
    });
    expect(buildUnchecked([endpoint], { transformDocument, openapi: '3.0' }).document).toMatchObject({
      openapi: '3.0.3',
      'x-last': true,
    });
  });

  test('reports a missing return value, with the remedy', () => {
    const docs = new Docs({ info, transformDocument: (() => undefined) as never });
    expect(() => docs.buildSpec()).toThrow(expect.objectContaining({ code: 'ERR_TRANSFORM_DOCUMENT' }));
    expect(() => docs.buildSpec()).toThrow(/Return the one that it was given/);
  });
});

test('allows names of members of Object for schemas', () => {
  const schemas = { toString: { type: 'string' }, constructor: { type: 'integer' } } as const;
  const { document, codes } = buildUnchecked([], { components: { schemas: schemas as never } });
  expect(codes).toEqual([]);
  expect(document.components?.schemas).toEqual(schemas);
});

describe('models', () => {
  class Cat {
    @IsString() kind!: string;
  }
  @Model({ name: 'Hound' })
  class Dog {
    @IsString() kind!: string;
    @IsInt() age!: number;
  }
  class Pet {
    @TypeOf(() => ({
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Hound' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    }))
    other!: unknown;
  }
  const endpoints = [{ method: 'GET', path: '/', responses: { 200: response('OK', Pet) } }];

  it('are available by name to hand-written schemas', async () => {
    const { document, codes } = await build(endpoints, { models: [Cat, Dog] });
    expect(codes).toEqual([]);
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(['Cat', 'Hound', 'Pet']);
    expect(document.components?.schemas?.Pet?.properties?.other).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Hound' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    });
  });

  it('are inlined with inlineSchemas', async () => {
    const { document } = await build(endpoints, { models: [Cat, Dog], inlineSchemas: true });
    expect(JSON.stringify(document.paths)).toContain('"age":{"type":"integer"');
  });

  it('leave the classes of requests as they are: closed ones stay closed, also nested ones', async () => {
    class Item {
      @IsInt() id!: number;
    }
    class Create {
      @ValidateNested() @Type(() => Item) item!: Item;
    }
    class Answered {
      @ValidateNested() @Type(() => Item) item!: Item;
    }
    const validation = { whitelist: true, forbidNonWhitelisted: true };
    const post = { method: 'POST', path: '/', requestBody: body(Create), responses: {} };
    const closedIn = async (models: NonNullable<Config['models']>, responses: object): Promise<unknown> => {
      const { document } = await build([{ ...post, responses: responses as never }], { models, validation });
      return Object.entries(document.components?.schemas ?? {}).map(
        ([name, schema]) => `${name}${schema.additionalProperties === false ? ' closed' : ''}`,
      );
    };
    expect(await closedIn([Create], {})).toEqual(['Create closed', 'Item closed']);
    expect(await closedIn([Item, Create], {})).toEqual(['Create closed', 'Item closed']);
    expect(await closedIn([Answered], {})).toEqual(['Answered', 'Create closed', 'Item closed']);
    // A response shares the open schema.
    expect(await closedIn([Create], { 200: response('OK', Item) })).toEqual(['Create closed', 'Item']);
  });

  it('rejects models that are not classes', () => {
    expect(() => new Docs({ info, models: [{}] as never })).toThrow(ConfigError);
  });
});
