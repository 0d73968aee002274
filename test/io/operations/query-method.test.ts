import { IsInt, IsString } from 'class-validator';
import { ConfigError, Docs, operation, response } from '../../../src/index.js';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { FRAMEWORKS, serve } from './servers.js';

class Search {
  @IsString() text!: string;
}

class Found {
  @IsInt() count!: number;
}

const search = operation(
  { method: 'QUERY', path: '/cats', body: Search, responses: { 200: response('The cats', Found) } },
  ({ body }) => ({ count: body.text.length }),
);

test.each(FRAMEWORKS)(
  '%s: an operation of the method QUERY takes a body, under OpenAPI 3.2',
  async (name) => {
    const { origin, docs, close } = await serve(name, [search], { openapi: '3.2' });
    try {
      const query = async (body: object, type = 'application/json'): Promise<[number, unknown]> => {
        const response = await fetch(`${origin}/cats`, {
          method: 'QUERY',
          headers: type === '' ? {} : { 'content-type': type },
          // A text would have a content type.
          body: new Blob([JSON.stringify(body)]),
        });
        return [response.status, await response.json()];
      };
      expect(await query({ text: 'Ada' })).toEqual([200, { count: 3 }]);
      expect(await query({ text: 1 })).toEqual([400, expect.objectContaining({ status: 400 })]);
      expect(await query({ text: 'Ada' }, '')).toEqual([415, expect.objectContaining({ status: 415 })]);
      expect(docs.buildSpec().paths['/cats']?.query).toMatchObject({
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Search' } } } },
        responses: { 200: { description: 'The cats' } },
      });
      expect(docs.validate()).toBeNull();
    } finally {
      await close();
    }
  },
);

test.each(['3.0', '3.1'] as const)('OpenAPI %s has no operations of the method QUERY', (openapi) => {
  const docs = new Docs({ info: { title: 'Cats', version: '1' }, openapi });
  expect(() => fetchOperations(docs, [search])).toThrow(ConfigError);
  expect(() => fetchOperations(docs, [search])).toThrow(
    `operation QUERY /cats has a method that OpenAPI ${openapi} does not support. Set openapi: '3.2'.`,
  );
});
