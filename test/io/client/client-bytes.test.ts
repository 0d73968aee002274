import { IsArray, IsDate, IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { type Docs, operation, type Operation, response } from '../../../src/index.js';
import { createClient } from '../../../src/client/index.js';
import { startRecorder } from '../../support/network/recorder.js';
import { prepareTools, toolFile } from '../../support/programs/tools.js';
import { FRAMEWORKS, serve } from '../operations/servers.js';

class FilePath {
  @IsInt() id!: number;
  @IsString() name!: string;
}
class Price {
  @IsOptional() @IsInt() min?: number;
  @IsOptional() @IsString() currency?: string;
}
class Search {
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional() @ValidateNested() @Type(() => Price) price?: Price;
  @IsOptional() @IsDate() @Type(() => Date) since?: Date;
  @IsOptional() @IsString() text?: string;
  @IsOptional() @IsIn([true, false]) open?: boolean;
}
class Tenant {
  @IsString() 'x-tenant'!: string;
}
class Order {
  @IsInt() id!: number;
  @IsString() note!: string;
  @IsDate() @Type(() => Date) due!: Date;
}

const find = operation(
  {
    method: 'GET',
    path: '/files/{id}/{name}',
    params: FilePath,
    query: Search,
    headers: Tenant,
    responses: { 200: response('The query', String) },
  },
  ({ query }) => JSON.stringify(query),
);
const make = operation(
  { method: 'POST', path: '/orders', body: Order, responses: { 201: response('Made', Order) } },
  ({ body }) => body,
);
const change = operation(
  { method: 'PATCH', path: '/orders', body: [Order], responses: { 200: response('Changed', [Order]) } },
  ({ body }) => body,
);
const remove = operation(
  { method: 'DELETE', path: '/orders', responses: { 204: response('Removed') } },
  () => undefined,
);
const contract = (docs: Docs) => docs.clientApi([find, make, change, remove]);

interface DocumentClient {
  GET(path: string, init: object): Promise<{ response: Response }>;
  POST: DocumentClient['GET'];
  PATCH: DocumentClient['GET'];
  DELETE: DocumentClient['GET'];
}

beforeAll(prepareTools, 300_000);

const order = { id: 1, note: 'Ä "quoted" \u{1f600}', due: '2026-01-01T00:00:00.000Z' };
const params = { id: 7, name: 'a b/c?d&e=ü.txt' };
const headers = { 'x-tenant': 'one' };
const QUERIES = {
  'no query': {},
  lists: { tags: ['a', 'b c', 'd&e', 'ü'] },
  objects: { price: { min: 1, currency: '€ & $' } },
  scalars: { text: "it's (a) *test*! 100%+1 ~", since: '2026-01-01T00:00:00.000Z', open: true },
  'an empty list and absent members': { tags: [], price: {}, text: undefined },
};

test.each(FRAMEWORKS)('sends the same bytes as openapi-fetch: %s', async (framework) => {
  const operations: Operation[] = [find, make, change, remove];
  const served = await serve(framework, operations);
  const recorder = await startRecorder(Number(new URL(served.origin).port));
  const { origin } = recorder;
  // eslint-disable-next-line typescript/no-require-imports
  const { default: createDocumentClient } = require(toolFile('openapi-fetch/dist/index.cjs')) as {
    default: (options: { baseUrl: string }) => DocumentClient;
  };
  const theirs = createDocumentClient({ baseUrl: origin });
  const ours = createClient<ReturnType<typeof contract>>(origin);
  const sameBytes = async (
    own: () => Promise<{ status: number }>,
    other: () => Promise<{ response: Response }>,
    status: number,
  ): Promise<void> => {
    recorder.requests.length = 0;
    expect((await own()).status).toBe(status);
    const sent = Buffer.concat(recorder.requests.splice(0)).toString();
    expect((await other()).response.status).toBe(status);
    expect(sent).toBe(Buffer.concat(recorder.requests.splice(0)).toString());
    expect(sent).not.toBe('');
  };

  const path = '/files/{id}/{name}';
  for (const query of Object.values(QUERIES))
    await sameBytes(
      () => ours[path].get({ params, query: query as never, headers }),
      () => theirs.GET(path, { params: { path: params, query, header: headers } }),
      200,
    );
  await sameBytes(
    () => ours['/orders'].post({ body: order }),
    () => theirs.POST('/orders', { body: order }),
    201,
  );
  await sameBytes(
    () => ours['/orders'].patch({ body: [order, order] }),
    () => theirs.PATCH('/orders', { body: [order, order] }),
    200,
  );
  await sameBytes(
    () => ours['/orders'].delete(),
    () => theirs.DELETE('/orders', {}),
    204,
  );
  recorder.close();
  await served.close();
});
