import { IsInt, IsString } from 'class-validator';
import { Docs, operation, response } from '../../../src/index.js';
import { askFor } from './hostile.js';
import { FRAMEWORKS, serve } from './servers.js';

// The operation that the document means runs, for its method and for the spellings of its path in the guide.

class Item {
  @IsString() id!: string;
}
class Ran {
  @IsString() operation!: string;
}

const running = (method: 'GET' | 'HEAD', path: string, params?: new () => object) =>
  operation(
    {
      method,
      path,
      ...(params && { params }),
      responses: {
        [method === 'HEAD' ? 204 : 200]: method === 'HEAD' ? response('None') : response('It', Ran),
      },
    } as never,
    (() => (method === 'HEAD' ? undefined : { operation: path })) as never,
  );

test.each(FRAMEWORKS)('%s runs a HEAD operation for HEAD requests', async (framework) => {
  const { origin, close } = await serve(framework, [
    running('GET', '/items/{id}', Item),
    running('GET', '/files/{id}', Item),
    running('HEAD', '/items/{id}', Item),
  ]);
  const statuses: number[] = [];
  for (const path of ['/items/7', '/files/7'])
    for (const method of ['HEAD', 'GET']) statuses.push((await fetch(origin + path, { method })).status);
  expect(statuses).toEqual([204, 200, 200, 200]);
  await close();
});

class Numbered {
  @IsInt() id!: number;
}

/** The table of the guide: spellings of `/numbers/7`, and the servers in which they are its path. */
const SPELLINGS: readonly (readonly [target: string, servers: RegExp])[] = [
  ['/NUMBERS/7', /Express|Koa/],
  ['/n%75mbers/7', /Fastify|Hono/],
  ['/x/../numbers/7', /Hono|fetch/],
  ['/x/%2e%2e/numbers/7', /Hono|fetch/],
  ['http://other/numbers/7', /./],
  ['/numbers/%37', /./],
  ['/numbers/7.0', /./],
  ['/numbers/7e0', /./],
  ['//numbers/7', /^$/],
  ['/numbers//7', /^$/],
  ['/numbers%2f7', /^$/],
  ['/numbers\\7', /^$/],
];

test.each(FRAMEWORKS)(
  '%s runs an operation for the spellings of its path in the guide',
  async (framework) => {
    const { origin, close } = await serve(framework, [running('GET', '/numbers/{id}', Numbered)]);
    for (const [target, servers] of SPELLINGS) {
      const ran = (await askFor(origin, target)).startsWith('HTTP/1.1 200 ');
      expect([target, ran]).toEqual([target, servers.test(framework)]);
    }
    await close();
  },
);

test('rejects one class for two locations if one value would hide the other', () => {
  const both = operation(
    { method: 'GET', path: '/items/{id}', params: Item, query: Item, responses: { 204: response('None') } },
    () => undefined,
  );
  const docs = new Docs({ info: { title: 'Both', version: '1' } });
  expect(() => docs.addOperations([both])).toThrow(
    'has the property id of class Item in path and query, and one instance cannot hold both values',
  );
});
