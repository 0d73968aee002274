import { IsInt, IsString } from 'class-validator';
import { csv, operation } from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

class Row {
  @IsString() sku!: string;
  @IsInt() count!: number;
}

const content = { 'application/json': [Row], 'text/csv': csv([Row]) } as const;
const OPERATIONS = [
  operation(
    {
      method: 'GET',
      path: '/rows',
      responses: { 200: { description: 'Rows', content, headers: { ETag: {} } } },
    },
    ({ reply }) => reply(200, [{ sku: 'A', count: 1 }], { headers: { etag: '"1"' } }),
  ),
];

describe.each(FRAMEWORKS)('Accept: %s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  const asked = async (headers: Record<string, string>, method = 'GET'): Promise<unknown[]> => {
    const response = await fetch(`${served.origin}/rows`, { method, headers });
    const type = response.headers.get('content-type')?.split(';')[0];
    // A server without middleware of its own has no further field.
    const vary = response.headers.get('vary')?.replace(/^X-Before, /i, '');
    return [response.status, type, vary, await response.text()];
  };

  test.each([
    ['text/csv', 200, 'text/csv', 'sku,count\r\nA,1\r\n'],
    ['application/json', 200, 'application/json', '[{"sku":"A","count":1}]'],
    ['application/json;q=0.1, text/*', 200, 'text/csv', 'sku,count\r\nA,1\r\n'],
  ])('%s', async (accept, status, type, body) => {
    expect(await asked({ accept })).toEqual([status, type, 'Accept', body]);
    expect(await asked({ accept }, 'HEAD')).toEqual([status, type, 'Accept', '']);
  });

  test('image/png', async () => {
    const [status, type, vary] = await asked({ accept: 'image/png' });
    expect([status, type, vary]).toEqual([406, 'application/problem+json', 'Accept']);
  });

  test('a version that the client has', async () => {
    const [status, , vary] = await asked({ accept: 'text/csv', 'if-none-match': '"1"' });
    expect([status, vary]).toEqual([304, 'Accept']);
  });

  test('fields of Vary that middleware has set stay', async () => {
    const response = await fetch(`${served.origin}/rows`);
    const isBefore = framework !== 'a fetch function';
    expect(response.headers.get('vary')).toBe(isBefore ? 'X-Before, Accept' : 'Accept');
  });
});
