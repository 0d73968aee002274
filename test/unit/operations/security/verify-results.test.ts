import { runInNewContext } from 'node:vm';
import {
  bearerAuth,
  forbidden,
  operation,
  problem,
  reply,
  response,
  type AuthScheme,
} from '../../../../src/index.js';
import { runnerOf } from '../run.js';

// A value that `verify` returns by mistake runs no handler: `count`, `rows`, a cursor.

let ran = 0;

async function ask(result: unknown): Promise<number> {
  const scheme = bearerAuth('staff', { verify: () => result as true });
  const whoAmI = operation(
    { method: 'GET', path: '/me', security: [scheme], responses: { 204: response('') } },
    () => void (ran += 1),
  );
  const { status } = await runnerOf(whoAmI)({ target: '/me', headers: { authorization: 'Bearer x' } });
  return status;
}

beforeEach(() => {
  ran = 0;
});

class Account {
  constructor(readonly id: number) {}
}

it.each([
  ['true', true],
  ['an object', { id: 1 }],
  ['an instance', new Account(1)],
  ['an object without a prototype', Object.create(null)],
  ['an empty object', {}],
  ['a promise of an object', Promise.resolve({ id: 1 })],
])('grants access for %s', async (_, result) => {
  expect([await ask(result), ran]).toEqual([204, 1]);
});

it.each([
  ['undefined', undefined],
  ['null', null],
  ['false', false],
  ['0', 0],
  ['-0', -0],
  ['NaN', Number.NaN],
  ['0n', 0n],
  ['an empty text', ''],
  ['an empty list', []],
  ['a promise of 0', Promise.resolve(0)],
])('answers 401 for %s', async (_, result) => {
  expect([await ask(result), ran]).toEqual([401, 0]);
});

it('answers 403 for forbidden()', async () => {
  expect([await ask(forbidden()), ran]).toEqual([403, 0]);
});

async function* cursor(): AsyncGenerator<number> {
  yield await Promise.resolve(1);
}

it.each([
  ['a text', 'secret-id', 'a string'],
  ['a number', 3, 'a number'],
  ['a bigint', 3n, 'a bigint'],
  ['a symbol', Symbol('secret-id'), 'a symbol'],
  ['a function', () => true, 'a function'],
  ['a class', Account, 'the class Account'],
  ['rows', [{ id: 1 }], 'an array'],
  ['a list of false', [false], 'an array'],
  ['a map', new Map(), 'a collection'],
  ['a set', new Set([1]), 'a collection'],
  ['bytes', new Uint8Array(1), 'a collection'],
  ['a cursor', cursor(), 'a collection'],
  ['a boxed text', Object(''), 'a collection'],
  ['a problem', problem(403, 'No.'), 'a Reply'],
  ['a reply', reply(401), 'a Reply'],
  ['an error', new Error('secret-id is wrong'), 'an Error'],
  ['an error of another realm', runInNewContext("new Error('secret-id')"), 'an Error'],
  ['a response of another library', { [Symbol.toStringTag]: 'Response', status: 401 }, 'a Response'],
  ['a fetch response', new Response(null, { status: 401 }), 'a Response'],
])('fails for %s', async (_, result, name) => {
  await expect(ask(result)).rejects.toThrow(
    `verify of the security scheme staff returned ${name}, which grants nothing. To grant access, return true or an object, as in { id }. To refuse it, return undefined or forbidden(), or throw an error.`,
  );
  expect(ran).toBe(0);
});

it('does not compile for values that grant nothing', () => {
  // @ts-expect-error a count
  bearerAuth('staff', { verify: (token) => token.length });
  // @ts-expect-error a text
  bearerAuth('staff', { verify: (token) => token });
  // @ts-expect-error rows
  bearerAuth('staff', { verify: (token) => Promise.resolve([{ token }]) });
  // @ts-expect-error a map
  bearerAuth('staff', { verify: () => new Map<string, string>() });
  // @ts-expect-error a list that may come later
  bearerAuth('staff', { verify: async (token) => (await Promise.resolve(token)).split('') });
  // @ts-expect-error a value of unknown type
  bearerAuth('staff', { verify: (token): unknown => token });
  // @ts-expect-error a text of a scheme by hand
  void ({ name: 'a', type: 'http', scheme: 'bearer', verify: (token: string) => token } satisfies AuthScheme);

  const maybe = bearerAuth('staff', {
    verify: (token) => token && (token === 'x' ? new Account(1) : token.length > 3 && { id: token }),
  });
  const at = { method: 'GET', path: '/', security: [maybe], responses: { 204: response('') } } as const;
  expect(operation(at, ({ auth }) => void (auth satisfies Account | { id: string })).definition).toEqual(at);
});
