import { IsInt, IsString } from 'class-validator';
import {
  body,
  Docs,
  operation,
  problemResponse,
  ReadOnly,
  response,
  type Operation,
  type OperationOptions,
} from '../../../src/index.js';
import type { OperationObject, ResponseObject } from '../../../src/documents/openapi/types/document.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { runnerOf } from './run.js';
import { ItemPath, ItemQuery, Login, NewOrder } from './shop.js';

class Note {
  @ReadOnly() @IsInt() id!: number;
  @IsString() text!: string;
}

const PROBLEM = 'application/problem+json';
const done = { 204: response('Done') };
const handler = (): undefined => undefined;

async function examplesOf(one: Operation, options: OperationOptions = {}): Promise<Record<string, unknown>> {
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  docs.bindOperations([one], options);
  await expectValidDocument(docs.buildSpec());
  expect(docs.diagnostics({ notes: true }).filter(({ code }) => code === 'example-mismatch')).toEqual([]);
  const { paths } = docs.buildSpec();
  const { responses } = Object.values(Object.values(paths)[0] ?? {})[0] as OperationObject;
  return Object.fromEntries(
    Object.entries(responses).map(([status, reply]) => [
      status,
      (reply as ResponseObject).content?.[PROBLEM]?.example,
    ]),
  );
}

describe('examples of problem details', () => {
  it.each<[string, Operation, string, object | undefined]>([
    [
      'a body',
      operation({ method: 'POST', path: '/logins', body: Login, responses: done }, handler),
      '/logins',
      {},
    ],
    [
      'a body whose first rule is a format',
      operation({ method: 'POST', path: '/orders', body: body(NewOrder), responses: done }, handler),
      '/orders',
      {},
    ],
    [
      'a parameter of the path',
      operation(
        { method: 'GET', path: '/items/:id', params: ItemPath, query: ItemQuery, responses: done },
        handler,
      ),
      '/items/x',
      undefined,
    ],
  ])('the fault of %s is at a place that the operation reports', async (_title, one, target, json) => {
    const { 400: example } = await examplesOf(one);
    const headers = { 'content-type': 'application/json' };
    const answer = await runnerOf(one)({ target, headers, body: json && JSON.stringify(json) });
    const { errors, ...rest } = example as { errors: { in: string; pointer: string }[] };
    expect(answer.body).toMatchObject(rest);
    expect(errors).toHaveLength(1);
    const { in: place, pointer } = errors[0]!;
    expect((answer.body as { errors: unknown[] }).errors).toContainEqual(
      expect.objectContaining({ in: place, pointer }),
    );
  });

  it('are those of each status', async () => {
    const one = operation(
      {
        ...{ method: 'POST', path: '/logins', body: Login, invalidStatus: 422 },
        responses: { ...done, 404: problemResponse('User not found'), 409: response('Taken', Login) },
      },
      handler,
    );
    const example = (status: number, title: string): object => ({ type: 'about:blank', title, status });
    expect(await examplesOf(one)).toEqual({
      400: example(400, 'Bad Request'),
      404: example(404, 'Not Found'),
      413: example(413, 'Content Too Large'),
      415: example(415, 'Unsupported Media Type'),
      422: {
        ...example(422, 'Unprocessable Content'),
        errors: [{ in: 'body', pointer: '#/user', detail: 'user is invalid' }],
      },
    });
  });

  it('do not name a read-only property', async () => {
    const one = operation({ method: 'POST', path: '/notes', body: Note, responses: done }, handler);
    expect(await examplesOf(one)).toMatchObject({ 400: { errors: [{ pointer: '#/text' }] } });
  });

  it('keep an example of the application', async () => {
    const own = { type: 'about:blank', title: 'Gone', status: 410 };
    const responses = { ...done, 410: { ...problemResponse('Gone'), example: own } };
    const one = operation({ method: 'GET', path: '/items/:id', params: ItemPath, responses }, handler);
    expect(await examplesOf(one)).toMatchObject({ 410: own });
  });
});
