import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  body,
  Docs,
  type Endpoint,
  formBody,
  Header,
  operation,
  response,
} from '../../../../../src/index.js';
import { buildOperation } from '../build.js';

class Id {
  @IsInt() id!: number;
}

class Paging {
  @IsOptional() @IsInt() page?: number;
}

class Tracing {
  @Header('X-Trace') @IsOptional() @IsString() trace?: string;
}

class Session {
  @IsString() sid!: string;
}

class Item {
  @IsString() name!: string;
}

const route = { method: 'PUT', path: '/items/{id}' } as const;
const responses = { 200: response('Fine') };
const older: Partial<Endpoint> = {
  pathParams: Id,
  queryParams: Paging,
  headerParams: Tracing,
  cookieParams: Session,
  requestBody: body(Item),
};
const newer = { params: Id, query: Paging, headers: Tracing, cookies: Session, body: Item };

test('both names of an input give the same operation, and so does operation()', async () => {
  const { operation: expected } = await buildOperation({ ...route, ...older, responses });
  const { operation: made, codes } = await buildOperation({ ...route, ...newer, responses });
  expect(made).toEqual(expected);
  expect(expected.parameters).toHaveLength(4);
  expect(codes).toEqual([]);

  const docs = new Docs({ info: { title: 'Items', version: '1' } });
  docs.addOperations([operation({ ...route, ...newer, responses }, () => undefined)]);
  const { parameters, requestBody } = docs.buildSpec().paths!['/items/{id}']!.put!;
  expect({ parameters, requestBody }).toEqual({
    parameters: expected.parameters,
    requestBody: expected.requestBody,
  });
});

test.each<[string, Endpoint['body'], NonNullable<Endpoint['requestBody']>]>([
  ['a form', formBody(Item), formBody(Item)],
  ['a list', [Item], body([Item])],
  ['a JSON Schema', { type: 'string' }, body({ type: 'string' })],
  [
    'a body with a media type of its own',
    { schema: String, contentType: 'text/csv' },
    { schema: String, contentType: 'text/csv' },
  ],
  ['types by media type', { content: { 'text/plain': String } }, { content: { 'text/plain': String } }],
])('body takes %s', async (_, given, requestBody) => {
  const { operation: made } = await buildOperation({ ...route, params: Id, body: given, responses });
  const { operation: expected } = await buildOperation({ ...route, params: Id, requestBody, responses });
  expect(made.requestBody).toEqual(expected.requestBody);
});

test('accepts both names in callbacks, too', async () => {
  const callbackWith = (input: Partial<Endpoint>): Partial<Endpoint> => ({
    callbacks: { done: { '{$request.body#/url}': [{ method: 'POST', responses, ...input }] } },
  });
  const { operation: made } = await buildOperation(callbackWith({ headers: Tracing, body: Item }));
  const { operation: expected } = await buildOperation(
    callbackWith({ headerParams: Tracing, requestBody: body(Item) }),
  );
  expect(made).toEqual(expected);
  expect(JSON.stringify(made.callbacks)).toContain('X-Trace');
});

test('reports an input that has both names', async () => {
  const { operation: made, codes } = await buildOperation({ query: Paging, queryParams: Session });
  expect(made.parameters).toMatchObject([{ name: 'page' }]);
  expect(codes).toEqual(['invalid-field']);
});
