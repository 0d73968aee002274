/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are compared */
import { IsInt, IsOptional, IsString } from 'class-validator';
import { createClient } from '../../../src/client/index.js';
import { Docs, Header, operation, problemResponse, response } from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from '../operations/servers.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => undefined;

class Item {
  @IsString() name!: string;
}

class Limits {
  @IsInt() 'x-limit'!: number;
  @IsOptional() @IsInt({ each: true }) 'x-windows'?: number[];
}

const getItem = operation(
  {
    method: 'GET',
    path: '/item',
    responses: { 200: { ...response('The item', Item), headers: Limits }, 404: problemResponse('No item') },
  },
  ({ reply }) => reply(200, { name: 'a' }, { headers: { 'x-limit': 5, 'x-windows': [1, 2] } }),
);

const contract = (docs: Docs) => docs.clientApi([getItem]);
type Api = ReturnType<typeof contract>;

describe.each(FRAMEWORKS)('the headers of a response: %s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, [getItem]);
  });
  afterAll(() => served.close());

  it('have the names of the class', async () => {
    const result = await createClient<Api>(served.origin)['/item'].get();
    if (result.status !== 200) throw new Error('not the item');
    const limit = result.headers.get('x-limit');
    const windows = result.headers.get('x-windows');
    same<typeof limit, string>(true);
    same<typeof windows, string | null>(true);
    expect([limit, windows, result.headers.get('x-other')]).toEqual(['5', '1,2', null]);
  });
});

it('refuses a header with another name than its property', () => {
  class Renamed {
    @Header('X-Limit') @IsInt() limit!: number;
  }
  const renamed = operation(
    { method: 'GET', path: '/r', responses: { 200: { ...response('x', Item), headers: Renamed } } },
    ({ reply }) => reply(200, { name: 'a' }, { headers: { limit: 5 } }),
  );
  const docs = new Docs({ info: { title: 'T', version: '1' } });
  docs.bindOperations([renamed], {});
  expect(() => docs.clientApi([renamed])).toThrow(
    /the header X-Limit of its response 200 is the property limit of Renamed/,
  );
});
