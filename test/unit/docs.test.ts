import { inspect } from 'node:util';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested, IsObject } from 'class-validator';
import { parse } from 'yaml';
import {
  Description,
  Docs,
  Nullable,
  operation,
  Query,
  ReadOnly,
  Webhook,
  body,
  response,
  type Config,
} from '../../src/index.js';
import { expectValidDocument } from '../support/documents/validate-document.js';

class Address {
  @IsString() street!: string;
}

class User {
  @IsInt() id!: number;
  @Description('As printed on the invoice') @IsString() name!: string;
  @IsOptional() @Nullable() @IsString() nickname?: string | null;
  @IsOptional() @Nullable() @IsObject() @ValidateNested() @Type(() => Address) address?: Address | null;
  @IsOptional() @ValidateNested() @Type(() => User) manager?: User;
}

class Search {
  @Query('q') @IsString() text!: string;
  @IsOptional() @IsInt() page?: number;
}

@Webhook('user.created')
class UserCreated {
  @ValidateNested() @Type(() => User) user!: User;
}

const info = { title: 'Shop', version: '1.0.0' };

function shop(config: Partial<Config> = {}): Docs {
  return new Docs({ info, ...config })
    .addAll(
      { method: 'GET', path: '/users', queryParams: Search, responses: { 200: response('All', [User]) } },
      { method: 'post', path: '/users', requestBody: body(User), responses: { 201: response('Made', User) } },
      { method: 'GET', path: '/users/:id', responses: { 200: response('One', User), 404: response('None') } },
    )
    .addWebhook(UserCreated, { signature: true });
}

describe('a @ReadOnly property that validation requires', () => {
  class Note {
    @ReadOnly() @IsInt() id!: number;
    @IsString() text!: string;
  }
  const responses = { 201: response('The note', Note) };
  const codes = (docs: Docs): string[] => docs.diagnostics().map(({ code }) => code);
  const docs = (): Docs =>
    new Docs({ info }).addOperations([
      operation({ method: 'POST', path: '/notes', body: Note, responses }, ({ body }) => body),
    ]);

  it('is fine in an operation, which ignores its rules', () => {
    expect(codes(docs())).toEqual([]);
    expect(
      codes(docs().add({ method: 'GET', path: '/all', responses: { 200: response('All', [Note]) } })),
    ).toEqual([]);
  });

  it.each([{ body: Note }, { requestBody: body(Note) }])('is reported in an endpoint: %j', (given) => {
    const found = docs()
      .add({ method: 'POST', path: '/own', ...given, responses })
      .diagnostics();
    expect(found).toMatchObject([{ code: 'read-only-but-required', places: ['Note.id'] }]);
  });
});

describe('from classes and endpoints to a document', () => {
  test.each([
    ['3.0', false],
    ['3.0', true],
    ['3.1', false],
    ['3.1', true],
    ['3.2', false],
    ['3.2', true],
  ] as const)('the document in OpenAPI %s, inline %s, is valid', async (openapi, inlineSchemas) => {
    await expectValidDocument(shop({ openapi, inlineSchemas }).buildSpec());
  });

  test('the same registrations give the same bytes', () => {
    expect(shop().specJSON()).toBe(shop().specJSON());
    expect(shop().specYAML()).toBe(shop().specYAML());
  });

  test('JSON and YAML equal buildSpec', () => {
    const docs = shop();
    const document: unknown = JSON.parse(JSON.stringify(docs.buildSpec()));
    expect(JSON.parse(docs.specJSON())).toEqual(document);
    expect(parse(docs.specYAML())).toEqual(document);
  });

  test.each(['1.1', '1.2'] as const)('writes text as text for a reader of YAML %s', (version) => {
    const summary = ['no', 'on', 'y', '1.0', '~', '0o7', '1:30', '2001-01-01', '#', '- a', 'a: b'];
    const docs = new Docs({ info, extensions: { 'x-texts': summary } });
    expect(parse(docs.specYAML(), { version })).toMatchObject({ 'x-texts': summary });
  });

  test('writes null in each dialect', () => {
    const ref = { $ref: '#/components/schemas/Address' };
    const propertiesIn = (openapi: '3.0' | '3.1') =>
      shop({ openapi }).buildSpec().components?.schemas?.User?.properties;
    expect(propertiesIn('3.1')).toMatchObject({
      nickname: { type: ['string', 'null'] },
      address: { anyOf: [ref, { type: 'null' }] },
    });
    expect(propertiesIn('3.0')).toMatchObject({
      nickname: { type: 'string', nullable: true },
      address: { type: 'object', nullable: true, allOf: [ref] },
    });
  });

  test('inline, replaces a recursive reference by a description', () => {
    const json = shop({ inlineSchemas: true }).specJSON();
    expect(json).not.toContain('$ref');
    expect(json).toContain('"Recursive reference to User"');
  });
});

describe('the document is made again only after a later add', () => {
  test('transformDocument runs once per change', () => {
    let runs = 0;
    const docs = shop({
      transformDocument: (document) => {
        runs += 1;
        return document;
      },
    });
    docs.validate();
    docs.diagnostics({ notes: true });
    docs.specJSON();
    docs.specYAML();
    expect(docs.buildSpec()).toEqual(docs.buildSpec());
    expect(runs).toBe(1);
    docs.add({ method: 'GET', path: '/later', responses: { 200: response('OK') } });
    expect(docs.specJSON()).toContain('/later');
    expect(docs.specYAML()).toContain('/later');
    expect(runs).toBe(2);
    docs.addWebhook(Address, { name: 'moved' });
    expect(docs.specJSON()).toContain('moved');
    expect(runs).toBe(3);
  });
});

describe('the document belongs to its caller', () => {
  test('a change of the result affects neither the texts nor the next document', () => {
    const docs = shop();
    docs.add({ method: 'GET', path: '/users', responses: { 200: response('OK', User) } });
    docs.add({ method: 'GET', path: '/users/me', responses: { 200: response('OK', User) } });
    const before = docs.specJSON();
    const changed = docs.buildSpec();
    changed.info.title = 'Changed';
    changed.components = {};
    delete changed.paths?.['/users'];
    Object.assign(changed.paths?.['/users/me']?.get?.responses?.['200'] ?? {}, { description: 'Changed' });
    expect(docs.specJSON()).toBe(before);
    expect(JSON.stringify(docs.buildSpec(), null, 2)).toBe(before);
    expect(docs.inVersion('3.1').specJSON()).toBe(before);
  });

  test('no part of it is frozen or in it twice', () => {
    const met = new Set<unknown>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(met.has(value)).toBe(false);
      expect(Object.isFrozen(value)).toBe(false);
      met.add(value);
      Object.values(value).forEach(walk);
    };
    const docs = shop();
    docs.add({ method: 'GET', path: '/users', responses: { 200: response('OK', User) } });
    docs.add({ method: 'GET', path: '/users/me', responses: { 200: response('OK', User) } });
    walk(docs.buildSpec());
    expect(met.size).toBeGreaterThan(10);
  });
});

describe('validate() reports what middleware() throws', () => {
  test.each<[string, Partial<Config>]>([
    ['a line break in a header', { ui: { specCORSOrigin: 'https://a.example\r\nX-Evil: 1' } }],
    ['a policy with two directives in one', { ui: { contentSecurityPolicy: { 'img-src; x': ['*'] } } }],
    ['a viewer from a CDN that has none', { ui: { viewer: 'redoc', viewerSource: 'cdn' } }],
    ['an unknown text', { ui: { texts: { nothing: 'x' } as never } }],
  ])('%s', (_title, config) => {
    const docs = shop(config);
    let thrown: unknown;
    try {
      docs.middleware('/docs');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    expect(docs.validate()?.errors).toMatchObject([
      { code: 'page-not-servable', message: `page: ${(thrown as Error).message}` },
    ]);
    expect(docs.diagnostics({ notes: true })).toContainEqual(
      expect.objectContaining({ code: 'page-not-servable' }),
    );
    expect(docs.buildSpec().info.title).toBe('Shop');
  });
});

describe('documents served after a later add', () => {
  const later = 'https://later.example';

  test.each(['/', '/openapi.json', '/openapi.yaml'])(
    '%s includes it, for a client with a cached version too',
    async (path) => {
      const docs = shop();
      const read = (headers = {}) =>
        docs.server.respond({ method: 'GET', base: '/docs', path, query: '', headers, raw: undefined });
      const before = await read();
      const again = { 'if-none-match': before.headers.etag };
      expect((await read(again)).status).toBe(304);
      docs.add({
        method: 'GET',
        path: '/later',
        servers: [{ url: later }],
        responses: { 200: response('OK') },
      });
      const after = await read(again);
      // The page itself may be the same; its policy lets it reach the servers that the document names.
      if (path === '/') expect(after.headers['content-security-policy']).toContain(later);
      else expect(Buffer.from(after.body).toString()).toContain(later);
    },
  );
});

describe('responses of Docs', () => {
  test('mount accepts anything with use(path, fn)', () => {
    const mounted: string[] = [];
    shop().mount({ use: (path) => mounted.push(path) }, '/docs/');
    expect(mounted).toEqual(['/docs']);
  });
});

test('shows no key and no password if the docs are logged', () => {
  const docsAuth = { enabled: true, apiKey: ['swordfish-1'], username: 'ann', password: 'swordfish-2' };
  const docs = shop({ docsAuth });
  const view = docs.view({ name: 'partners', include: { tags: ['a'] }, docsAuth: { ...docsAuth } });
  for (const one of [docs, view, docs.inVersion('3.0'), docs.handler()])
    for (const text of [inspect(one, { depth: 20, showHidden: true }), JSON.stringify(one) ?? ''])
      expect(text).not.toContain('swordfish');
});
