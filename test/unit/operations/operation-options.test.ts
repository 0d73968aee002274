import { IsInt, IsString } from 'class-validator';
import { Docs, operation, reply, response, type OperationOptions, type Problem } from '../../../src/index.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { runnerOf } from './run.js';
import { ItemPath, NewOrder, Order } from './shop.js';

type Check = OperationOptions['checkResponses'];
type Outcome = 'nothing' | 'a warning' | 'an error';

describe('checkResponses', () => {
  const { NODE_ENV } = process.env;
  let warned: jest.SpyInstance;
  beforeEach(() => {
    warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  });
  afterEach(() => {
    warned.mockRestore();
    process.env.NODE_ENV = NODE_ENV;
  });

  const sent = { status: 200, headers: { 'content-type': 'application/json' } };
  const body = { id: 'seven', email: 'a', placed: '1970-01-01T00:00:00.000Z', line_count: 2 };
  const message =
    /^The response of GET \/order with status 200 differs from its documentation: .*#\/id must be/;

  it.each<[environment: string | undefined, ofAll: Check, ofOne: Check, outcome: Outcome]>([
    [undefined, undefined, undefined, 'a warning'],
    ['development', undefined, undefined, 'a warning'],
    ['test', undefined, undefined, 'a warning'],
    ['production', undefined, undefined, 'nothing'],
    ['production', 'log', undefined, 'a warning'],
    ['production', 'throw', undefined, 'an error'],
    ['production', undefined, 'log', 'a warning'],
    ['production', undefined, 'throw', 'an error'],
    ['test', 'throw', undefined, 'an error'],
    ['test', false, undefined, 'nothing'],
    ['test', 'throw', 'log', 'a warning'],
    ['test', 'log', false, 'nothing'],
    ['test', false, 'throw', 'an error'],
  ])(
    'where NODE_ENV is %s, the option %s for all and %s for one leads to %s',
    async (environment, ofAll, ofOne, outcome) => {
      if (environment === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = environment;
      const run = runnerOf(
        operation(
          { method: 'GET', path: '/order', checkResponses: ofOne, responses: { 200: response('It', Order) } },
          () => ({ id: 'seven', email: 'a', placed: new Date(0), lineCount: 2, secret: 'x' }) as never,
        ),
        { checkResponses: ofAll },
      );
      const answer = run({ target: '/order' });
      if (outcome === 'an error')
        await expect(answer).rejects.toMatchObject({
          name: 'ResponseMismatchError',
          code: 'ERR_RESPONSE_MISMATCH',
          message: expect.stringMatching(message) as unknown,
        });
      // What is told changes nothing of what is sent.
      else expect(await answer).toEqual({ ...sent, body });
      expect(warned.mock.calls).toEqual(
        outcome === 'a warning'
          ? [[expect.stringMatching(message), { type: 'OperationWarning', code: 'ERR_RESPONSE_MISMATCH' }]]
          : [],
      );
    },
  );

  it.each([
    [reply(201, 'x'), 'the status 201 is not documented'],
    [reply(200), 'the documented body is missing'],
    [reply(404, 'x'), 'a body is not documented'],
  ])('logs %j and sends it, where undocumented properties are kept', async (result, what) => {
    const responses = { 200: response('It', Order), 404: response('None') };
    const answering = (options: OperationOptions): Promise<unknown> =>
      runnerOf(
        operation({ method: 'GET', path: '/order', responses }, () => result as never),
        { checkResponses: 'log', ...options },
      )({ target: '/order' });
    expect(await answering({ undocumentedProperties: 'keep' })).toMatchObject(result);
    expect(warned.mock.calls).toEqual([[expect.stringContaining(what), expect.anything()]]);
    if (result.body !== undefined) await expect(answering({})).rejects.toThrow(what);
  });
});

describe('in one definition', () => {
  class Mistake {
    @IsInt() code!: number;
    @IsString() text!: string;
  }
  class Trouble {
    @IsString() trouble!: string;
  }
  const mistake = {
    schema: Mistake,
    create: ({ status, detail }: Problem) => ({ code: status, text: detail }),
  };
  const trouble = {
    schema: Trouble,
    contentType: 'application/json',
    create: ({ errors }: Problem) => ({ trouble: errors.map(({ pointer }) => pointer).join() }),
  };
  const responses = { 204: response('Done') };
  const place = (path: string, options: OperationOptions): ReturnType<typeof operation> =>
    operation({ method: 'POST', path, body: NewOrder, responses, ...options }, () => undefined);
  const post = { target: '/orders', headers: { 'content-type': 'application/json' }, body: '{"email":"x"}' };

  const ours = 'application/problem+json';
  it.each<[string, OperationOptions, OperationOptions, number, string, unknown]>([
    ['none', {}, {}, 400, ours, { title: 'Bad Request' }],
    ['its own class', {}, { problem: mistake }, 400, ours, { code: 400, text: 'The request is invalid.' }],
    ['its own class, not that of all', { problem: trouble }, { problem: mistake }, 400, ours, { code: 400 }],
    ['that of all', { problem: trouble }, {}, 400, 'application/json', { trouble: '#/email' }],
    ['its own status', { problem: mistake }, { invalidStatus: 422 }, 422, ours, { code: 422 }],
    ['its own status, not that of all', { invalidStatus: 422 }, { invalidStatus: 400 }, 400, ours, {}],
  ])('rejects by %s, as documented', async (_, ofAll, ofOne, status, contentType, content) => {
    const answer = await runnerOf(place('/orders', ofOne), ofAll)(post);
    expect(answer).toMatchObject({ status, headers: { 'content-type': contentType }, body: content });
    const docs = new Docs({ info: { title: 'x', version: '1' } });
    docs.bindOperations(
      [
        place('/orders', ofOne),
        operation({ method: 'DELETE', path: '/items/{id}', params: ItemPath, responses }, () => undefined),
      ],
      ofAll,
    );
    const spec = docs.buildSpec();
    const used = (ofOne.problem ?? ofAll.problem)?.schema.name ?? 'ProblemDetails';
    const schema = { $ref: `#/components/schemas/${used}` };
    const { responses: documented } = spec.paths['/orders']!.post!;
    expect(Object.keys(documented).sort()).toEqual(
      [...new Set(['204', '400', String(status), '413', '415'])].sort(),
    );
    for (const refused of ['400', String(status), '413', '415'])
      expect(documented[refused]!.content).toEqual({ [contentType]: expect.objectContaining({ schema }) });
    // The operation beside it keeps what all have.
    const beside = (ofAll.problem?.schema ?? { name: 'ProblemDetails' }).name;
    expect(
      Object.values(spec.paths['/items/{id}']!.delete!.responses[ofAll.invalidStatus ?? 400]!.content!),
    ).toMatchObject([{ schema: { $ref: `#/components/schemas/${beside}` } }]);
    await expectValidDocument(spec);
  });
});
