import { IsInt, IsOptional, IsString } from 'class-validator';
import { Cookie, cookieAuth, operation, type Operation, response, schema } from '../../../src/index.js';
import { send } from '../../support/network/http.js';
import { FRAMEWORKS, serve } from './servers.js';

class Cookies {
  @Cookie('theme') @IsOptional() @IsString() theme?: string;
  @Cookie('page') @IsOptional() @IsInt() page?: number;
  @Cookie('seen') @IsOptional() @IsString({ each: true }) seen?: string[];
}

class Session {
  @Cookie('sid') @IsString() sid!: string;
}

const responses = { 200: response('What the handler read', schema('any')) };
const reading = operation(
  { method: 'GET', path: '/read', cookies: Cookies, responses },
  ({ cookies }) => cookies,
);
const json = operation(
  {
    method: 'GET',
    path: '/json',
    parameters: [
      { name: 'state', in: 'cookie', content: { 'application/json': { schema: { type: 'object' } } } },
    ],
    responses,
  },
  ({ cookies }) => cookies,
);
const verified = cookieAuth('session', 'sid', { verify: (sid) => ({ sid }) });
const unverified = cookieAuth('outside', 'sid', { verify: false });
const guarded = (path: string, scheme: typeof verified): Operation =>
  operation(
    { method: 'GET', path, cookies: Session, security: [scheme], responses },
    ({ cookies }) => cookies,
  );

const OPERATIONS = [reading, json, guarded('/verified', verified), guarded('/outside', unverified as never)];

const ROWS: readonly (readonly [path: string, cookie: string, status: number, value?: unknown])[] = [
  ['/read', 'theme=dark', 200, { theme: 'dark' }],
  ['/read', 'theme=dark; theme=light', 200, { theme: 'dark' }],
  ['/read', 'theme=; theme=light', 200, { theme: '' }],
  ['/read', 'other=1; other=2; theme=dark', 200, { theme: 'dark' }],
  ['/read', 'page=1; page=x', 200, { page: 1 }],
  ['/read', 'page=x; page=1', 400],
  ['/read', 'seen=a; seen=b', 200, { seen: ['a', 'b'] }],
  ['/json', 'state={"a":1}; state={"a":2}', 200, { state: { a: 1 } }],
  ['/verified', 'sid=a', 200, { sid: 'a' }],
  ['/verified', 'sid=a; sid=b', 401],
  ['/outside', 'sid=a', 200, { sid: 'a' }],
  ['/outside', 'sid=a; sid=b', 400],
];

test.each(FRAMEWORKS)('%s takes the first of several cookies of one name', async (framework) => {
  const { origin, close } = await serve(framework, OPERATIONS);
  try {
    for (const [path, cookie, status, value] of ROWS) {
      const answer = await send(origin, { path, headers: { cookie } });
      const read = answer.status === 200 ? (JSON.parse(answer.body.toString()) as unknown) : undefined;
      expect([path, cookie, answer.status, read]).toEqual([path, cookie, status, value]);
    }
  } finally {
    await close();
  }
});

test('takes the first of each member of an object that is spread over cookies', async () => {
  const spread = operation(
    {
      method: 'GET',
      path: '/spread',
      parameters: [
        {
          name: 'box',
          in: 'cookie',
          style: 'form',
          explode: true,
          schema: {
            type: 'object',
            properties: { width: { type: 'string' }, sides: { type: 'array', items: { type: 'string' } } },
          },
        },
      ],
      responses,
    },
    ({ cookies }) => cookies,
  );
  const { origin, close } = await serve('node:http', [spread]);
  const { status, body } = await send(origin, {
    path: '/spread',
    headers: { cookie: 'width=1; width=2; sides=a; sides=b' },
  });
  await close();
  expect([status, JSON.parse(body.toString())]).toEqual([200, { box: { width: '1', sides: ['a', 'b'] } }]);
});
