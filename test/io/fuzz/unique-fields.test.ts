import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { fuzz, type FuzzFinding } from '../../../src/tools/testing.js';

// A service with unique fields: a second object with the same name is refused before anything else is looked at.

const USER = {
  type: 'object',
  required: ['name', 'email', 'age', 'role'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 12 },
    email: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    role: { enum: ['admin', 'user'] },
  },
};
const responses = Object.fromEntries([201, 400, 409].map((status) => [status, { description: 'Answer' }]));
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      post: { requestBody: { required: true, content: { 'application/json': { schema: USER } } }, responses },
    },
  },
};

interface User {
  readonly name?: unknown;
  readonly email?: unknown;
  readonly age?: unknown;
  readonly role?: unknown;
}

const isEmail = (value: unknown): boolean =>
  typeof value === 'string' && /^[^@\s]+@[^@\s]+\.\w+$/.test(value);
const isName = (value: unknown): boolean =>
  typeof value === 'string' && [...value].length >= 1 && [...value].length <= 12;

/**
 * @param hasFault whether 150 years are too many for it
 * @param conflict the status of a second object with the same name
 */
function service(
  unique: 'name' | 'email',
  hasFault: boolean,
  taken = new Set<unknown>(),
  conflict = 409,
): { server: Server; statuses: number[]; bodies: string[] } {
  const statuses: number[] = [];
  const bodies: string[] = [];
  const statusOf = (user: User, size: number): number => {
    if (taken.has(user[unique])) return conflict;
    const isWhole = Number.isInteger(user.age) && Number(user.age) >= 0 && Number(user.age) <= 150;
    if (size !== 4 || !isName(user.name) || !isEmail(user.email) || !isWhole) return 400;
    if (user.role !== 'admin' && user.role !== 'user') return 400;
    taken.add(user[unique]);
    return hasFault && user.age === 150 ? 500 : 201;
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      let status = 400;
      try {
        const user = JSON.parse(body) as User | null;
        const isObject = typeof user === 'object' && user !== null && !Array.isArray(user);
        if (isObject && request.headers['content-type'] === 'application/json')
          status = statusOf(user, Object.keys(user).length);
      } catch {
        // No JSON.
      }
      statuses.push(status);
      response.writeHead(status).end();
    });
  });
  return { server, statuses, bodies };
}

test.each(['name', 'email'] as const)('finds faults behind a unique %s', async (unique) => {
  const { server, statuses } = service(unique, true);
  const { findings } = await fuzz(server, { docs: DOCUMENT, runs: 200 });
  expect(findings).toMatchObject([
    { code: 'server-error', status: 500, pointer: '#/age', isConfirmed: true },
  ]);
  expect((JSON.parse(findings[0]!.request.body!) as User).age).toBe(150);
  expect(statuses.filter((status) => status === 409).length).toBeLessThan(statuses.length / 10);
});

test.each(['name', 'email'] as const)(
  'has no finding if a unique %s is the only rejection',
  async (unique) => {
    const { server } = service(unique, false);
    const { findings, operations } = await fuzz(server, { docs: DOCUMENT, runs: 200 });
    expect(findings).toEqual([]);
    expect(operations[0]!.isReached).toBe(true);
  },
);

test.each(['name', 'email'] as const)(
  'has no finding if a repeated %s is rejected with 400',
  async (unique) => {
    const { server } = service(unique, false, new Set(), 400);
    const { findings, operations } = await fuzz(server, { docs: DOCUMENT, runs: 200 });
    expect(findings).toEqual([]);
    expect(operations[0]!.isReached).toBe(true);
  },
);

test.each(['name', 'email'] as const)(
  'finds a repeated %s that crashes, and the fault behind it',
  async (unique) => {
    const sent = async (): Promise<[findings: readonly FuzzFinding[], bodies: string[]]> => {
      const { server, bodies } = service(unique, true, new Set(), 500);
      const { findings } = await fuzz(server, { docs: DOCUMENT, runs: 200 });
      return [findings, bodies];
    };
    const [findings, bodies] = await sent();
    const message = 'A request with a value of an earlier one is answered with 500.';
    expect(findings).toMatchObject([
      { code: 'server-error', place: 'request body', pointer: '#/age', isValid: true, isConfirmed: true },
      { code: 'server-error', place: 'request body', pointer: `#/${unique}`, message, isConfirmed: true },
    ]);
    expect(findings).toHaveLength(2);
    expect((await sent())[1]).toEqual(bodies);
  },
);

test('the same seed sends the same requests, and others if the service kept data of an earlier run', async () => {
  const taken = new Set<unknown>();
  const sent = async (names?: Set<unknown>): Promise<[bodies: string[], statuses: number[]]> => {
    const { server, bodies, statuses } = service('name', false, names);
    await fuzz(server, { docs: DOCUMENT, runs: 40 });
    return [bodies, statuses];
  };
  const [first] = await sent(taken);
  expect((await sent())[0]).toEqual(first);
  for (const [again, statuses] of [await sent(taken), await sent(taken)]) {
    expect(again).not.toEqual(first);
    expect(statuses[statuses.indexOf(409) + 1]).toBe(201);
  }
});
