import 'reflect-metadata';
import { createServer, type RequestListener } from 'node:http';
import { IsString } from 'class-validator';
import { expressOperations } from '../../../src/adapters/express.js';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, operation, response } from '../../../src/index.js';
import { send } from '../../support/network/http.js';
import { listening } from '../../support/network/listen.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';

const INFO = { info: { title: 'Shop', version: '1.0.0' } };

class Item {
  @IsString() name!: string;
}

beforeAll(prepareLibraries, 300_000);

describe('polka, which has the routes of Express', () => {
  const responses = { 200: response('Who answers', String) };
  const find = operation({ method: 'GET', path: '/items/{id}', responses }, ({ params }) => params.id);
  const check = operation(
    { method: 'HEAD', path: '/items/{id}', responses: { 204: response('There') } },
    () => undefined,
  );

  async function ask(operations: Parameters<typeof expressOperations>[2], method: string): Promise<unknown> {
    const { default: polka } = await importLibrary<{ default: () => { handler: RequestListener } }>('polka');
    const app = polka();
    expressOperations(app, new Docs(INFO), operations);
    const { origin, close } = await listening(createServer(app.handler.bind(app)).listen(0, '127.0.0.1'));
    const { status, headers, body } = await send(origin, { path: '/items/7', method });
    await close();
    return [status, headers['content-length'], String(body)];
  }

  it('responds to HEAD by the operation of GET', async () => {
    expect(await ask([find], 'GET')).toEqual([200, '3', '"7"']);
    expect(await ask([find], 'HEAD')).toEqual([200, '3', '']);
  });

  it('responds to HEAD by an operation of its own', async () => {
    expect(await ask([find, check], 'HEAD')).toEqual([204, undefined, '']);
  });
});

describe('a Request of node-fetch', () => {
  const definition = {
    method: 'POST',
    path: '/items',
    body: Item,
    responses: { 204: response('Added') },
  } as const;

  it('is refused by name if it has a body, which is no stream of fetch', async () => {
    const { Request: OfNodeFetch } = await importLibrary<{ Request: typeof Request }>('node-fetch');
    const serve = fetchOperations(new Docs(INFO), [operation(definition, () => undefined)]);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"a"}' };
    await expect(serve(new OfNodeFetch('http://localhost/items', init))).rejects.toThrow(
      'The body of the request is no ReadableStream, as in a Request of node-fetch. Pass a Request of the runtime, as in new Request(url, init).',
    );
    expect((await serve(new Request('http://localhost/items', init)))?.status).toBe(204);
  });

  it('has a signal for the handler', async () => {
    const { Request: OfNodeFetch } = await importLibrary<{ Request: typeof Request }>('node-fetch');
    const find = operation(
      { method: 'GET', path: '/items', responses: definition.responses },
      ({ request }) => {
        request.signal.throwIfAborted();
      },
    );
    const answer = await fetchOperations(new Docs(INFO), [find])(new OfNodeFetch('http://localhost/items'));
    expect(answer?.status).toBe(204);
  });
});
