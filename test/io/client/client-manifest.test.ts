import { IsArray, IsDate, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Expose, Type } from 'class-transformer';
import {
  ArrayOf,
  type Docs,
  eventStream,
  jsonLines,
  mapOf,
  MapOf,
  oneOf,
  operation,
  type Operation,
  Query,
  Header,
  response,
} from '../../../src/index.js';
import { createClient, unwrap, type ClientManifest } from '../../../src/client/index.js';
import { startRecorder } from '../../support/network/recorder.js';
import { prepareTools, toolFile } from '../../support/programs/tools.js';
import { FRAMEWORKS, serve } from '../operations/servers.js';

class Line {
  @Expose({ name: 'unit_price' }) @IsInt() unitPrice!: number;
  @IsString() sku!: string;
}
class NewOrder {
  @Expose({ name: 'line_count' }) @IsInt() lineCount!: number;
  @Expose({ name: 'lines_' })
  @ArrayOf(() => Line)
  @Type(() => Line)
  @ValidateNested({ each: true })
  lines!: Line[];
  @Expose({ name: 'by_name' }) @IsObject() @MapOf(() => Line) byName!: Record<string, Line>;
  @Expose({ name: 'due_at' }) @IsDate() @Type(() => Date) due!: Date;
}
class Order extends NewOrder {
  @Expose() @IsInt() id!: number;
  @Expose({ name: 'parent_order' }) @IsOptional() @ValidateNested() @Type(() => Order) parent?: Order;
}
/** Each name is that of the other. */
class Swapped {
  @Expose({ name: 'last' }) @IsString() first!: string;
  @Expose({ name: 'first' }) @IsString() last!: string;
}
class Range {
  @Expose({ name: 'at_least' }) @IsOptional() @IsInt() min?: number;
  @IsOptional() @IsString() unit?: string;
}
class Search {
  @Query('page_size') @IsOptional() @IsInt() pageSize?: number;
  @Query('ids', { style: 'pipeDelimited', explode: false })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  ids?: string[];
  @Query('names', { style: 'form', explode: false })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  names?: string[];
  @Query('words', { style: 'spaceDelimited', explode: false })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  words?: string[];
  @IsOptional() @ValidateNested() @Type(() => Range) price?: Range;
  @Query('spread', { style: 'form', explode: true })
  @IsOptional()
  @ValidateNested()
  @Type(() => Range)
  spread?: Range;
  @Query('flat', { style: 'form', explode: false })
  @IsOptional()
  @ValidateNested()
  @Type(() => Range)
  flat?: Range;
}
class Headers {
  @Header('x-tenant-id') @IsString() tenant!: string;
  @IsOptional() @IsArray() @IsString({ each: true }) 'x-tags'?: string[];
}
class Several {
  @IsArray() @IsInt({ each: true }) ids!: number[];
}

const search = operation(
  {
    method: 'GET',
    path: '/search/{ids}',
    params: Several,
    query: Search,
    headers: Headers,
    responses: { 200: response('What came', String) },
  },
  ({ params, query, headers }) =>
    JSON.stringify({ path: params.ids, ...query, tenant: headers.tenant, tags: headers['x-tags'] }),
);
const make = operation(
  { method: 'POST', path: '/orders', body: NewOrder, responses: { '2XX': response('Made', Order) } },
  ({ body, reply }) => reply(201, Object.assign(new Order(), body, { id: 7, parent: parent() })),
);
const change = operation(
  {
    method: 'PUT',
    path: '/orders',
    body: mapOf([Line]),
    responses: { 200: response('Changed', mapOf([Line])), default: response('None', Line) },
  },
  ({ body }) => body,
);
const swap = operation(
  { method: 'PATCH', path: '/people', body: [Swapped], responses: { 200: response('', [Swapped]) } },
  ({ body }) => body,
);
const lines = operation(
  { method: 'GET', path: '/lines', responses: { 200: jsonLines('Lines', oneOf(Line, Order)) } },
  async function* () {
    yield await Promise.resolve(line());
    yield parent();
  },
);
const events = operation(
  { method: 'GET', path: '/events', responses: { 200: eventStream('Lines', Line) } },
  async function* () {
    yield await Promise.resolve(line());
  },
);
const line = (): Line => Object.assign(new Line(), { unitPrice: 3, sku: 'a' });
const parent = (): Order =>
  Object.assign(new Order(), {
    id: 1,
    lineCount: 0,
    lines: [line()],
    byName: { unitPrice: line() },
    due: new Date(0),
  });

const OPERATIONS = [search, make, change, swap, lines, events];
const contract = (docs: Docs) => docs.clientApi(OPERATIONS, { manifest: true });
type Api = ReturnType<typeof contract>;

interface DocumentClient {
  GET(path: string, init: object): Promise<{ response: Response }>;
  POST: DocumentClient['GET'];
  PUT: DocumentClient['GET'];
  PATCH: DocumentClient['GET'];
}

beforeAll(prepareTools, 300_000);

const LINE = { unitPrice: 3, sku: 'a' };
const LINE_JSON = { unit_price: 3, sku: 'a' };
const NEW = { lineCount: 1, lines: [LINE], byName: { unitPrice: LINE }, due: '1970-01-01T00:00:00.000Z' };
const NEW_JSON = {
  line_count: 1,
  lines_: [LINE_JSON],
  by_name: { unitPrice: LINE_JSON },
  due_at: '1970-01-01T00:00:00.000Z',
};
const PARENT = { ...NEW, lineCount: 0, id: 1 };

describe.each(FRAMEWORKS)('a client with a manifest: %s', (framework) => {
  let served: Awaited<ReturnType<typeof serve>>;
  let manifest: ClientManifest;
  beforeAll(async () => {
    const operations: readonly Operation[] = OPERATIONS;
    served = await serve(framework, operations);
    expect(() => served.docs.clientApi(OPERATIONS)).toThrow('docs.clientApi(operations, { manifest: true })');
    expect(contract(served.docs)).toEqual({});
    manifest = JSON.parse(JSON.stringify(served.docs.clientManifest())) as ClientManifest;
  });
  afterAll(() => served.close());

  it('renames the members of bodies in both directions', async () => {
    const api = createClient<Api>(served.origin, { manifest });
    const made = await unwrap(api['/orders'].post({ body: NEW }));
    expect(made).toEqual({ ...NEW, id: 7, parent: PARENT });
    expect(made.parent?.byName.unitPrice?.unitPrice).toBe(3);
    expect(await unwrap(api['/orders'].put({ body: { unitPrice: [LINE], b: [] } }))).toEqual({
      unitPrice: [LINE],
      b: [],
    });
    const people = [{ first: 'Ada', last: 'Byron' }];
    expect(await unwrap(api['/people'].patch({ body: people }))).toEqual(people);
    const items: unknown[] = [];
    for await (const item of await unwrap(api['/lines'].get())) items.push(item);
    for await (const { data } of await unwrap(api['/events'].get())) items.push(data);
    expect(items).toEqual([LINE, PARENT, LINE]);
  });

  it('writes parameters as documented', async () => {
    const api = createClient<Api>(served.origin, { manifest });
    const query = {
      pageSize: 3,
      ids: ['a,b', 'ü &'],
      names: ['a|b', 'c,d', '€'],
      words: ['a,b', 'c|d'],
      price: { min: 1, unit: 'a b' },
      flat: { min: 3, unit: ',' },
    };
    const headers = { tenant: 'acme', 'x-tags': ['a b', 'c'] };
    const text = await unwrap(api['/search/{ids}'].get({ params: { ids: [1, 2] }, query, headers }));
    expect(JSON.parse(text)).toMatchObject({ ...query, path: [1, 2], tenant: 'acme', tags: ['a b', 'c'] });
    const spread = { spread: { min: 2, unit: 'kg' } };
    const other = await unwrap(api['/search/{ids}'].get({ params: { ids: [1] }, query: spread, headers }));
    expect(JSON.parse(other)).toMatchObject(spread);
    const none = await unwrap(
      api['/search/{ids}'].get({ params: { ids: [1] }, query: { ids: [], names: [] }, headers }),
    );
    expect(JSON.parse(none)).toEqual({ path: [1], tenant: 'acme', tags: ['a b', 'c'] });
  });

  it('sends the bytes of openapi-fetch', async () => {
    const recorder = await startRecorder(Number(new URL(served.origin).port));
    const { origin } = recorder;
    // eslint-disable-next-line typescript/no-require-imports
    const { default: createDocumentClient } = require(toolFile('openapi-fetch/dist/index.cjs')) as {
      default: (options: { baseUrl: string }) => DocumentClient;
    };
    const theirs = createDocumentClient({ baseUrl: origin });
    const ours = createClient<Api>(origin, { manifest });
    const sameBytes = async (own: Promise<unknown>, other: () => Promise<unknown>): Promise<void> => {
      await own;
      const sent = Buffer.concat(recorder.requests.splice(0)).toString();
      await other();
      expect(sent).toBe(Buffer.concat(recorder.requests.splice(0)).toString());
      expect(sent).not.toBe('');
    };
    const headers = { tenant: 'one' };
    const params = { ids: [1, 2] };
    const header = { 'x-tenant-id': 'one' };
    const path = { ids: [1, 2] };
    const list = ['a b', 'ü&=+'];
    const STYLES = [
      [{ ids: list }, { ids: list }, { array: { style: 'pipeDelimited', explode: false } }],
      [{ names: list }, { names: list }, { array: { style: 'form', explode: false } }],
      [{ words: ['a', 'ü'] }, { words: ['a', 'ü'] }, { array: { style: 'spaceDelimited', explode: false } }],
      [{ price: { min: 1, unit: 'x y' } }, { price: { at_least: 1, unit: 'x y' } }, {}],
      [
        { spread: { min: 1, unit: 'x y' } },
        { spread: { at_least: 1, unit: 'x y' } },
        { object: { style: 'form', explode: true } },
      ],
      [
        { flat: { min: 1, unit: 'x,y' } },
        { flat: { at_least: 1, unit: 'x,y' } },
        { object: { style: 'form', explode: false } },
      ],
      [{ pageSize: 3 }, { page_size: 3 }, {}],
    ] as const;
    for (const [query, wire, querySerializer] of STYLES)
      await sameBytes(ours['/search/{ids}'].get({ params, query: query as object, headers }), () =>
        theirs.GET('/search/{ids}', { params: { path, query: wire, header }, querySerializer }),
      );
    await sameBytes(ours['/orders'].post({ body: NEW }), () => theirs.POST('/orders', { body: NEW_JSON }));
    await sameBytes(ours['/orders'].put({ body: { a: [LINE] } }), () =>
      theirs.PUT('/orders', { body: { a: [LINE_JSON] } }),
    );
    await sameBytes(ours['/people'].patch({ body: [{ first: 'A', last: 'B' }] }), () =>
      theirs.PATCH('/people', { body: [{ last: 'A', first: 'B' }] }),
    );
    recorder.close();
  });

  it('rejects values that it cannot write', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error('was sent'));
    const api = createClient<Api>(served.origin, { manifest, fetch });
    const call = (query: object, tags: string[] = []): Promise<unknown> =>
      api['/search/{ids}'].get({ params: { ids: [1] }, query, headers: { tenant: '', 'x-tags': tags } });
    await expect(call({ ids: ['a|b'] })).rejects.toThrow(
      'The parameter ids cannot contain its separator: "a|b".',
    );
    await expect(call({ words: ['a b'] })).rejects.toThrow('cannot contain its separator');
    await expect(call({}, ['a,b'])).rejects.toThrow('The parameter x-tags cannot contain its separator');
    await expect(call({ ids: [null] })).rejects.toThrow('not null');
    const old = createClient<Api>(served.origin, { manifest: { operations: {}, classes: {} }, fetch });
    await expect(old['/lines'].get()).rejects.toThrow(
      'The manifest does not have GET /lines. Write it again with dtospec build --client.',
    );
  });
});

it('rejects a client without the manifest at compile time', () => {
  const wrong = () => [
    // @ts-expect-error these operations need a manifest
    createClient<Api>(''),
    // @ts-expect-error these operations need a manifest
    createClient<Api>('', { timeout: 5 }),
  ];
  expect(wrong).toBeInstanceOf(Function);
});
