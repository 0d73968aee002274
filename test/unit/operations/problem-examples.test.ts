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
  ])('the fault of %s is one that the operation answers with', async (_title, one, target, json) => {
    const { 400: example } = await examplesOf(one);
    const headers = { 'content-type': 'application/json' };
    const answer = await runnerOf(one)({ target, headers, body: json && JSON.stringify(json) });
    const { errors, ...rest } = example as { errors: unknown[] };
    expect(errors).toHaveLength(1);
    expect(answer.body).toMatchObject(rest);
    expect((answer.body as typeof example as { errors: unknown[] }).errors).toContainEqual(errors[0]);
  });

  it('are those of each status', async () => {
    const one = operation(
      {
        ...{ method: 'POST', path: '/logins', body: Login, invalidStatus: 422 },
        responses: { ...done, 404: problemResponse('User not found'), 409: response('Taken', Login) },
      },
      handler,
    );
    expect(await examplesOf(one)).toEqual({
      400: { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Unreadable request body.' },
      404: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'User not found.' },
      413: {
        type: 'about:blank',
        title: 'Content Too Large',
        status: 413,
        detail: 'Request body too large.',
      },
      415: expect.objectContaining({ status: 415, detail: 'Unsupported content type.' }),
      422: {
        ...{
          type: 'about:blank',
          title: 'Unprocessable Content',
          status: 422,
          detail: 'The request is invalid.',
        },
        errors: [{ in: 'body', pointer: '#/user', detail: 'user must be a string', rule: 'isString' }],
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
