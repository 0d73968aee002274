import { Type } from 'class-transformer';
import { Equals, IsInt, IsString, ValidateNested } from 'class-validator';
import {
  bearerAuth,
  body,
  ConfigError,
  Description,
  Docs,
  Model,
  response,
  Webhook,
  type Config,
  type DocsRequest,
} from '../../src/index.js';
import type { DocsResponse } from '../../src/page/docs-server.js';
import { basic } from '../support/page/docs-variants.js';
import { expectValidDocument } from '../support/documents/validate-document.js';
import { ask } from './page/docs-request.js';
import type { ViewOptions } from '../../src/documents/openapi/config/view.js';

// Every text with "zebra" in it is internal, whatever kind of text it is.

@Description('What a zebra costs')
class ZebraMargin {
  @IsInt() zebraCents!: number;
}

class Item {
  @IsString() name!: string;
}

class Order {
  @IsInt() id!: number;
  @ValidateNested() @Type(() => Item) item!: Item;
}

class ZebraOrder extends Order {
  @ValidateNested() @Type(() => ZebraMargin) margin!: ZebraMargin;
}

@Webhook('order.shipped')
class OrderShipped {
  @Equals('order.shipped') type = 'order.shipped' as const;
  @IsInt() order!: number;
}

@Webhook('zebra.escaped')
class ZebraEscaped {
  @IsInt() zebra!: number;
}

@Model({ name: 'ZebraSecret' })
class Unused {
  @IsString() zebra!: string;
}

const CONFIG: Config = {
  info: { title: 'Shop', version: '2.0.0', description: 'Ask the zebra team', contact: { name: 'zebra' } },
  servers: [{ url: 'https://zebra.internal' }],
  tags: [{ name: 'orders', description: 'Orders' }, { name: 'zebra' }],
  externalDocs: { url: 'https://wiki.internal/zebra' },
  extensions: { 'x-zebra': 'stripes' },
  models: [Unused],
  auth: { schemes: [bearerAuth('customer'), bearerAuth('zebraStaff')] },
  ui: {
    viewerOptions: { zebra: true },
    contentSecurityPolicy: { 'connect-src': ['https://zebra.internal'] },
    theme: 'moon',
  },
  transformDocument: (document) => ({ ...document, 'x-zebra-too': true }),
};

function shop(config: Partial<Config> = {}): Docs {
  return new Docs({ ...CONFIG, ...config })
    .addAll(
      {
        method: 'GET',
        path: '/orders/:id',
        tags: ['orders'],
        audience: ['partner', 'public'],
        security: ['customer'],
        responses: {
          200: {
            ...response('The order', Order),
            links: { margin: { operationId: 'zebraMargin' }, again: { operationId: 'getOrdersById' } },
          },
        },
      },
      {
        method: 'POST',
        path: '/orders',
        tags: ['orders'],
        audience: 'partner',
        requestBody: body(Order),
        responses: { 201: response('Made', Order) },
      },
      {
        method: 'GET',
        path: '/zebra/margin',
        tags: ['zebra'],
        operationId: 'zebraMargin',
        security: ['zebraStaff'],
        responses: { 200: response('zebra', ZebraOrder) },
      },
      {
        method: 'GET',
        path: '/orders-of-zebra',
        tags: ['zebra'],
        responses: { 200: response('zebra', [ZebraOrder]) },
      },
    )
    .addWebhook(OrderShipped, { audience: ['partner'], tags: ['orders'] })
    .addWebhook(ZebraEscaped, { audience: 'staff' });
}

const PARTNERS: ViewOptions = { name: 'partners', include: { audience: ['partner'] } };

const textOf = ({ body: bytes }: DocsResponse): string => Buffer.from(bytes).toString();

async function get(docs: Docs, path: string, more: Partial<DocsRequest> = {}): Promise<DocsResponse> {
  return docs.server.respond(ask(path, more));
}

const operationsOf = (docs: { buildSpec(): { paths: object; webhooks?: object } }): string[] => {
  const { paths, webhooks = {} } = docs.buildSpec();
  return [...Object.keys(paths), ...Object.keys(webhooks)];
};

describe('contents of a view', () => {
  test.each<[string, ViewOptions['include'], string[]]>([
    ['audience', { audience: ['partner'] }, ['/orders/{id}', '/orders', 'order.shipped']],
    ['one of two', { audience: ['public', 'staff'] }, ['/orders/{id}', 'zebra.escaped']],
    ['a tag', { tags: ['orders'] }, ['/orders/{id}', '/orders', 'order.shipped']],
    ['a path and what is below it', { paths: ['/orders'] }, ['/orders/{id}', '/orders']],
    ['a path as a router spells it', { paths: ['orders/:id/'] }, ['/orders/{id}']],
    ['every path', { paths: ['/'] }, ['/orders/{id}', '/orders', '/zebra/margin', '/orders-of-zebra']],
    ['all of several lists', { tags: ['orders'], audience: ['public'] }, ['/orders/{id}']],
    [
      'a function',
      ({ method, webhook }) => method === 'POST' || webhook === 'zebra.escaped',
      ['/orders', 'zebra.escaped'],
    ],
  ])('%s', (_name, include, expected) => {
    expect(operationsOf(shop().view({ name: 'part', include }))).toEqual(expected);
  });

  test.each(['3.0', '3.1', '3.2'] as const)(
    'in OpenAPI %s, is valid and contains nothing of other operations',
    async (openapi) => {
      const docs = shop({ openapi });
      const view = docs.view(PARTNERS);
      await expectValidDocument(view.buildSpec());
      const pages = await Promise.all(
        ['/partners/', '/partners/openapi.json', '/partners/openapi.yaml'].map((path) => get(docs, path)),
      );
      const texts = [
        view.specJSON(),
        view.specYAML(),
        view.getUIConfig(),
        ...pages.map(textOf),
        ...pages.map(({ headers }) => JSON.stringify(headers)),
      ];
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(texts.filter((text) => /zebra/i.test(text))).toEqual([]);
      expect(view.diagnostics({ notes: true }).filter(({ severity }) => severity !== 'info')).toEqual([]);
      // The same words are all there in the whole.
      const whole = docs.specJSON();
      for (const word of [
        'ZebraMargin',
        'zebraStaff',
        'ZebraSecret',
        'zebra.internal',
        'x-zebra',
        'zebraMargin',
        'zebra.escaped',
      ])
        expect(whole).toContain(word);
      expect(view.specJSON()).toContain('"customer"');
      expect(view.buildSpec().tags).toEqual([{ name: 'orders', description: 'Orders' }]);
      expect(view.specJSON()).toContain('"again"');
    },
  );

  test('contains later additions, and uses its own options', () => {
    const docs = shop();
    const view = docs.view({
      ...PARTNERS,
      info: { title: 'Shop for partners', description: 'Welcome' },
      servers: [{ url: 'https://api.example.com' }],
      openapi: '3.2',
      transformDocument: (document) => ({ ...document, 'x-mine': 1 }),
    });
    expect(view.buildSpec()).toMatchObject({
      openapi: '3.2.0',
      info: { title: 'Shop for partners', version: '2.0.0', description: 'Welcome' },
      servers: [{ url: 'https://api.example.com' }],
      'x-mine': 1,
    });
    docs.add({
      method: 'GET',
      path: '/items',
      audience: ['partner'],
      responses: { 200: response('Items', [Item]) },
    });
    expect(operationsOf(view)).toContain('/items');
  });

  test('reports an entry without a match, and a function without a result', () => {
    const view = shop().view({ name: 'part', include: { tags: ['orders', 'ordres'] } });
    expect(view.diagnostics({ notes: true })).toContainEqual(
      expect.objectContaining({
        code: 'view-entry-without-match',
        severity: 'warning',
        places: ['view part include.tags'],
      }),
    );
    const include = (({ path }) => {
      if (path === '/orders') throw new Error('secret');
      return path === undefined ? 'yes' : true;
    }) as (candidate: unknown) => boolean;
    const asked = shop().view({ name: 'asked', include });
    expect(operationsOf(asked)).toEqual(['/orders/{id}', '/zebra/margin', '/orders-of-zebra']);
    expect(asked.validate()?.message).toMatch(/include throws Error.*left out[\s\S]*not "yes"/);
    expect(asked.validate()?.message).not.toContain('secret');
  });

  test.each<[unknown, RegExp]>([
    [undefined, /docs\.view\(options\) needs an object/],
    [{ include: { tags: ['a'] } }, /needs a name of letters/],
    [{ name: 'a/b', include: { tags: ['a'] } }, /needs a name of letters.*"a\/b"/],
    [{ name: '..', include: { tags: ['a'] } }, /needs a name of letters/],
    [{ name: 'viewer', include: { tags: ['a'] } }, /already serve viewer/],
    [{ name: 'openapi.json', include: { tags: ['a'] } }, /already serve openapi\.json/],
    [{ name: 'known', include: { tags: ['a'] } }, /"known" is already used by another view/],
    [{ name: 'a' }, /needs include: a function, or an object/],
    [{ name: 'a', include: {} }, /needs include/],
    [{ name: 'a', include: { tags: undefined } }, /needs include/],
    [{ name: 'a', include: { tags: [] } }, /needs include/],
    [{ name: 'a', include: { tag: ['orders'] } }, /needs include/],
    [{ name: 'a', include: { paths: [''] } }, /include\.paths of the view a.*""/],
    [{ name: 'a', include: { paths: ['/orders', ' '] } }, /include\.paths of the view a.*" "/],
    [{ name: 'a', include: { paths: ['?all'] } }, /include\.paths of the view a.*"\?all"/],
    [{ name: 'a', include: { tags: [''] } }, /include\.tags of the view a has the entry "", which is empty/],
    [{ name: 'a', include: { audience: ['partner', ''] } }, /include\.audience of the view a/],
    [{ name: 'a', include: { tags: ['orders'] }, docsAuth: {} }, /docsAuth\.enabled needs/],
  ])('rejects %j', (options, message) => {
    const docs = shop();
    docs.view({ name: 'known', include: { tags: ['orders'] } });
    const make = (): unknown => docs.view(options as ViewOptions);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(message);
  });
});

describe('a view of docs that have components and path items', () => {
  const Zebra = { ...response('zebra', ZebraOrder), links: { zebra: { operationId: 'zebraMargin' } } };
  /** Of each kind one that the partners' operations use, one that only an internal one uses, one that nobody uses. */
  const components: NonNullable<Config['components']> = {
    schemas: { Code: { type: 'string' }, ZebraCode: { type: 'string', description: 'zebra' } },
    responses: {
      Missing: { ...response('None', Order), headers: { 'X-Trace': { $ref: 'Trace' } } },
      ZebraMissing: Zebra,
      ZebraUnused: Zebra,
    },
    parameters: {
      Page: { name: 'page', in: 'query', examples: { first: { $ref: 'First' } } },
      ZebraPage: { name: 'zebra', in: 'query' },
    },
    examples: { First: { value: '1' }, ZebraExample: { value: 'zebra' } },
    requestBodies: { NewOrder: body(Order), ZebraBody: body(ZebraOrder) },
    headers: { Trace: { description: 'Trace' }, ZebraHeader: { description: 'zebra' } },
    links: { Again: { operationId: 'getOrdersById' }, ZebraLink: { operationId: 'zebraMargin' } },
    callbacks: {
      done: { '{$request.body#/url}': [OrderShipped] },
      zebraDone: { '{$request.body#/zebra}': [ZebraEscaped] },
    },
    pathItems: {
      ZebraHealth: {
        summary: 'zebra',
        operations: [{ method: 'GET', responses: { 200: response('zebra') } }],
      },
    },
    mediaTypes: { Csv: { schema: String }, ZebraCsv: { schema: ZebraOrder } },
    'x-zebra': 'zebra',
  };
  const paths: NonNullable<Config['paths']> = {
    '/orders': {
      summary: 'Orders',
      parameters: [{ $ref: 'Page' }],
      operations: [{ webhook: ZebraEscaped, method: 'PUT' }],
    },
    '/orders/{id}': { $ref: 'ZebraHealth' },
    '/zebra/margin': { summary: 'zebra', parameters: [{ $ref: 'ZebraPage' }] },
    '/zebra/health': { $ref: 'ZebraHealth' },
    '/zebra/own': { operations: [{ method: 'GET', responses: { 200: response('zebra', ZebraOrder) } }] },
  };
  const documented = (openapi: '3.0' | '3.1' | '3.2'): Docs =>
    shop({ openapi, components, paths }).addAll(
      {
        method: 'POST',
        path: '/orders/{id}/copies',
        audience: 'partner',
        requestBody: { $ref: 'NewOrder' },
        callbacks: { done: { $ref: 'done' } },
        responses: {
          200: {
            ...response('Copied', Order),
            content: { 'text/csv': { $ref: 'Csv' } },
            links: { again: { $ref: 'Again' }, other: { $ref: 'ZebraLink' } },
          },
          404: { $ref: 'Missing' },
        },
      },
      {
        method: 'DELETE',
        path: '/orders',
        parameters: [{ $ref: 'ZebraPage' }],
        requestBody: { $ref: 'ZebraBody' },
        callbacks: { zebraDone: { $ref: 'zebraDone' } },
        responses: {
          200: { ...response('zebra'), content: { 'text/csv': { $ref: 'ZebraCsv' } } },
          404: { $ref: 'ZebraMissing' },
        },
      },
    );

  test.each(['3.0', '3.1', '3.2'] as const)(
    'in OpenAPI %s, contains only those that it uses',
    async (openapi) => {
      const docs = documented(openapi);
      const view = docs.view(PARTNERS);
      const document = view.buildSpec();
      await expectValidDocument(document);
      const pages = await Promise.all(
        ['/partners/', '/partners/openapi.json'].map((path) => get(docs, path)),
      );
      const texts = [
        view.specJSON(),
        view.specYAML(),
        ...pages.flatMap((page) => [textOf(page), JSON.stringify(page.headers)]),
      ];
      expect(texts.filter((text) => /zebra/i.test(text))).toEqual([]);
      expect(docs.specJSON().match(/zebra/gi)?.length).toBeGreaterThan(50);
      const { schemas, securitySchemes, ...named } = document.components ?? {};
      expect(Object.entries(named).map(([kind, byName]) => [kind, Object.keys(byName as object)])).toEqual(
        expect.arrayContaining([
          ['responses', ['Missing']],
          ['parameters', ['Page']],
          ['examples', ['First']],
          ['requestBodies', ['NewOrder']],
          ['headers', ['Trace']],
          ['links', ['Again']],
          ['callbacks', ['done']],
          ...(openapi === '3.2' ? [['mediaTypes', ['Csv']]] : []),
        ]),
      );
      expect(Object.keys(document.paths)).toEqual(['/orders/{id}', '/orders', '/orders/{id}/copies']);
      expect(document.paths['/orders']).toMatchObject({
        summary: 'Orders',
        parameters: [{ $ref: '#/components/parameters/Page' }],
      });
    },
  );
});

describe('where a view is served', () => {
  const staff = { docsAuth: { enabled: true, username: 'ann', password: 'swordfish' } };
  const login = { headers: { authorization: basic('ann', 'swordfish') } };

  test('is below the docs, with the protection of the docs or its own', async () => {
    const docs = shop(staff);
    docs.view(PARTNERS);
    docs.view({ name: 'public', include: { audience: ['public'] }, docsAuth: { enabled: false } });
    docs.view({
      name: 'members',
      include: { tags: ['orders'] },
      authorize: ({ headers }) => headers.cookie === 'member=1',
    });
    const rows: [string, Partial<DocsRequest>, number][] = [
      ['/', {}, 401],
      ['/', login, 200],
      ['/partners', {}, 401],
      ['/partners/openapi.json', {}, 401],
      ['/partners/openapi.json', login, 200],
      ['/public', {}, 200],
      ['/public/', {}, 200],
      ['/public/openapi.yaml', {}, 200],
      ['/public/nothing', {}, 404],
      ['/public/partners/openapi.json', login, 404],
      ['/members/', {}, 403],
      ['/members/', login, 403],
      ['/members/', { headers: { cookie: 'member=1' } }, 200],
      ['/PUBLIC/', login, 404],
      ['/publication', login, 404],
    ];
    const answers = await Promise.all(rows.map(([path, more]) => get(docs, path, more)));
    expect(rows.map(([path], index) => [path, answers[index]?.status])).toEqual(
      rows.map(([path, , status]) => [path, status]),
    );
  });

  const links = (page: DocsResponse): string[] =>
    [...textOf(page).matchAll(/<a data-document href="([^"]*)"( aria-current="page")?>([^<]*)</g)].map(
      ([, href, current, label]) => `${label} ${href}${current === undefined ? '' : ' current'}`,
    );

  test('links a page only to documents that its reader may see', async () => {
    const docs = shop(staff);
    docs.view(PARTNERS);
    docs.view({ name: 'public', include: { audience: ['public'] }, docsAuth: { enabled: false } });
    const broken = jest.fn(() => Promise.reject(new Error('down')));
    docs.view({ name: 'broken', include: { audience: ['public'] }, authorize: broken });
    expect(links(await get(docs, '/', login))).toEqual([
      'Shop ./ current',
      'partners ./partners/',
      'public ./public/',
    ]);
    expect(links(await get(docs, '/partners/', login))).toEqual([
      'Shop ../',
      'partners ../partners/ current',
      'public ../public/',
    ]);
    expect(broken.mock.calls).toEqual([
      [expect.objectContaining({ base: '/docs/broken', path: '/' })],
      [expect.objectContaining({ base: '/docs/broken', path: '/' })],
    ]);
    const alone = await get(docs, '/public/');
    expect(links(alone)).toEqual([]);
    expect(textOf(alone)).not.toContain('partners');
    // What one reader sees is not kept for the next.
    expect(alone.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Authorization, Cookie',
    });
    expect(links(await get(docs, '/public/', login))).toEqual([
      'Shop ../',
      'partners ../partners/',
      'public ../public/ current',
    ]);
    expect(links(await get(docs, '/', login))).toHaveLength(3);
  });

  test('if all documents are public, everyone gets the same page', async () => {
    const docs = shop();
    docs.view(PARTNERS);
    const page = await get(docs, '/partners');
    expect(links(page)).toEqual(['Shop ../', 'partners ../partners/ current']);
    expect(page.headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
  });

  test('a view that is mounted elsewhere has no links to the docs', async () => {
    const view = shop(staff).view({
      name: 'public',
      include: { audience: ['public'] },
      docsAuth: { enabled: false },
    });
    const page = await view.server.respond(ask('/'));
    expect(page.status).toBe(200);
    expect(links(page)).toEqual([]);
    expect(await view.server.respond(ask('/public/'))).toMatchObject({ status: 404 });
  });
});

test('docs and views are available in another version of OpenAPI, including later additions', () => {
  const docs = shop();
  const partners = docs.view({ name: 'partners', include: { audience: ['partner'] } });
  const [docs30, partners30] = [docs.inVersion('3.0'), partners.inVersion('3.0')];
  expect(docs.views).toEqual([partners]);
  expect(docs.inVersion('3.1')).toBe(docs);
  expect(docs30.buildSpec()).toEqual(shop({ openapi: '3.0' }).buildSpec());
  docs.add({
    method: 'GET',
    path: '/late',
    audience: 'partner',
    responses: { 200: { description: 'Late' } },
  });
  for (const one of [docs30, partners30])
    expect(one.buildSpec()).toMatchObject({ openapi: '3.0.3', paths: { '/late': {} } });
  expect(Object.keys(partners30.buildSpec().paths)).toEqual(Object.keys(partners.buildSpec().paths));
});

test('a view keeps the parents of its tags, also those that follow in the list', () => {
  const ok = { 200: response('OK') };
  const docs = new Docs({
    info: { title: 'Shop', version: '1' },
    openapi: '3.2',
    tags: [
      { name: 'orders', parent: 'sales' },
      { name: 'sales', parent: 'shop' },
      { name: 'shop' },
      { name: 'staff' },
    ],
  })
    .add({ method: 'GET', path: '/orders', tags: ['orders'], responses: ok })
    .add({ method: 'GET', path: '/staff', tags: ['staff'], responses: ok });
  const { tags = [] } = docs.view({ name: 'part', include: { tags: ['orders'] } }).buildSpec();
  expect(tags.map(({ name }) => name)).toEqual(['orders', 'sales', 'shop']);
});
