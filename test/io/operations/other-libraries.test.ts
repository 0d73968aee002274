import 'reflect-metadata';
import { createServer, type RequestListener } from 'node:http';
import { IsInt, IsString } from 'class-validator';
import { expressOperations } from '../../../src/adapters/express.js';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, operation, ReadOnly, response } from '../../../src/index.js';
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

describe('an entity of MikroORM, whose setters become fields of the instance', () => {
  class Author {
    @ReadOnly() @IsInt() id!: number;
    @IsString() name!: string;
  }
  const definition = {
    method: 'POST',
    path: '/authors',
    body: Author,
    responses: { 200: response('It', Author) },
  } as const;

  it('is documented, read and sent with its properties', async () => {
    const { MikroORM, EntitySchema } = await importLibrary<MikroLibrary>('@mikro-orm/postgresql');
    const entity = new EntitySchema({
      class: Author,
      properties: { id: { type: 'number', primary: true }, name: { type: 'string' } },
    });
    // Nothing here asks the database.
    const { em } = await MikroORM.init({ entities: [entity], dbName: 'none', connect: false });
    expect(Object.getOwnPropertyDescriptor(Author.prototype, 'name')).toMatchObject({ get: undefined });
    const save = operation(definition, ({ body: { name } }) => em.fork().map(Author, { id: 1, name }));
    const echo = operation({ ...definition, path: '/echo' }, ({ body }) => Object.assign(body, { id: 2 }));
    const docs = new Docs(INFO);
    const serve = fetchOperations(docs, [save, echo], { checkResponses: 'throw' });

    const { Author: sent, AuthorInput: taken } = docs.buildSpec().components!.schemas!;
    expect([sent!.required, taken!.required]).toEqual([['id', 'name'], ['name']]);
    expect(taken!.properties).toEqual({ name: { type: 'string' } });
    const ask = async (path: string, body: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await serve(new Request(`http://localhost${path}`, { method: 'POST', headers, body }));
      return [answer?.status, answer?.ok === true && (await answer.json())];
    };
    expect(await ask('/authors', '{"name":"Ann"}')).toEqual([200, { id: 1, name: 'Ann' }]);
    expect(await ask('/echo', '{"name":"Bob"}')).toEqual([200, { id: 2, name: 'Bob' }]);
    expect(await ask('/authors', '{"name":7}')).toEqual([400, false]);
  });
});

interface MikroLibrary {
  readonly EntitySchema: new (definition: object) => object;
  readonly MikroORM: { init(options: object): Promise<{ em: EntityManager }> };
}

interface EntityManager {
  fork(): EntityManager;
  map<T>(entity: new () => T, row: object): T;
}
