import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  ArrayOf,
  arrayOf,
  discriminated,
  eventStream,
  jsonLines,
  mapOf,
  MapOf,
  OneOf,
  oneOf,
  operation,
  response,
  ResponseMismatchError,
  type Operation,
  type ResponseSpec,
} from '../../../src/index.js';
import { runnerOf } from '../../unit/operations/run.js';
import { FRAMEWORKS, serve } from './servers.js';

// What a class hides, nothing sends: neither as another class of a union, nor under an unknown discriminator.

class PublicUser {
  @IsInt() id!: number;
}

class AdminUser extends PublicUser {
  @IsString() iban!: string;
}

class Holder {
  @IsOptional() @OneOf(() => [PublicUser, AdminUser]) user?: PublicUser | AdminUser;
  @IsOptional() @OneOf(() => [AdminUser, PublicUser]) other?: PublicUser | AdminUser;
  @IsOptional() @MapOf(() => oneOf(PublicUser, AdminUser)) byName?: Record<string, PublicUser | AdminUser>;
  @IsOptional() @ArrayOf(() => oneOf(PublicUser, AdminUser)) list?: (PublicUser | AdminUser)[];
  @IsOptional() @ValidateNested() @Type(() => PublicUser) plain?: PublicUser;
}

class Card {
  @IsIn(['card']) kind!: string;
  @IsString() number!: string;
}

class Cash {
  @IsIn(['cash']) kind!: string;
  @IsInt() amount!: number;
}

class Paid {
  @IsInt() total!: number;
}

class Refunded extends Paid {
  @IsString() iban!: string;
}

class Booking {
  @OneOf(() => [Paid, Refunded], {
    discriminator: { propertyName: 'state', mapping: { paid: Paid, refunded: Refunded } },
  })
  payment!: Paid | Refunded;
}

const row = { id: 1, iban: 'DE1', hash: 'x' };
const user = (): PublicUser => Object.assign(new PublicUser(), row);
const admin = (): AdminUser => Object.assign(new AdminUser(), row);

const answering = (path: string, documented: ResponseSpec, result: unknown): Operation =>
  operation(
    { method: 'GET', path, responses: { 200: documented } } as never,
    (() => (typeof result === 'function' ? (result as () => unknown)() : result)) as never,
  );

const either = response('One', oneOf(PublicUser, AdminUser));
const eitherWay = response('One', oneOf(AdminUser, PublicUser));
const tagged = response('One', discriminated('kind', { card: Card, cash: Cash }));

const untagged = discriminated('state', { paid: Paid, refunded: Refunded });
const paid = (): Paid => Object.assign(new Paid(), { total: 1, iban: 'DE1' });
const refunded = (): Refunded => Object.assign(new Refunded(), { total: 2, iban: 'DE2' });

const SENT: readonly (readonly [what: string, Operation, unknown])[] = [
  ['an instance in a union', answering('/a', either, user()), { id: 1 }],
  ['an instance in a union of another order', answering('/b', eitherWay, user()), { id: 1 }],
  ['an instance of the other class', answering('/c', either, admin()), { id: 1, iban: 'DE1' }],
  [
    'items',
    answering('/d', response('All', arrayOf(oneOf(PublicUser, AdminUser))), [user(), admin()]),
    [{ id: 1 }, { id: 1, iban: 'DE1' }],
  ],
  [
    'values of a map',
    answering('/e', response('All', mapOf(oneOf(AdminUser, PublicUser))), { a: user() }),
    { a: { id: 1 } },
  ],
  [
    'members',
    answering('/f', response('It', Holder), {
      user: user(),
      other: user(),
      byName: { a: user() },
      list: [user()],
      plain: admin(),
    }),
    { user: { id: 1 }, other: { id: 1 }, byName: { a: { id: 1 } }, list: [{ id: 1 }], plain: { id: 1 } },
  ],
  [
    'a known kind',
    answering('/g', tagged, { kind: 'cash', amount: 5, number: '4111' }),
    { kind: 'cash', amount: 5 },
  ],
  [
    'instances whose classes do not have the discriminator',
    answering('/m', response('All', arrayOf(untagged)), [paid(), refunded()]),
    [
      { total: 1, state: 'paid' },
      { total: 2, iban: 'DE2', state: 'refunded' },
    ],
  ],
  [
    'a member whose class does not have the discriminator',
    answering('/n', response('One', Booking), Object.assign(new Booking(), { payment: paid() })),
    { payment: { total: 1, state: 'paid' } },
  ],
];

const REFUSED: readonly (readonly [what: string, Operation])[] = [
  ['an unknown kind', answering('/h', tagged, { kind: 'gold', number: '4111', amount: 5 })],
  ['no kind', answering('/i', tagged, { number: '4111', amount: 5 })],
  [
    'an unknown kind in a list',
    answering('/j', response('All', arrayOf(oneOf(Card, Cash))), [{ kind: 'gold', number: '4111' }]),
  ],
];

async function* users(): AsyncGenerator<PublicUser, void, undefined> {
  yield await Promise.resolve(user());
}

const STREAMS: readonly (readonly [what: string, Operation, string])[] = [
  ['JSON lines', answering('/k', jsonLines('All', oneOf(PublicUser, AdminUser)), users), '{"id":1}'],
  ['events', answering('/l', eventStream('All', PublicUser), users), 'data: {"id":1}'],
];

describe.each(FRAMEWORKS)('%s', (framework) => {
  it('sends an instance as its own class, and nothing of a branch that has not its constants', async () => {
    const { origin, close } = await serve(framework, [
      ...SENT.map(([, one]) => one),
      ...REFUSED.map(([, one]) => one),
      ...STREAMS.map(([, one]) => one),
    ]);
    for (const [what, { definition }, expected] of SENT) {
      const answer = await fetch(origin + definition.path);
      expect([what, await answer.json()]).toEqual([what, expected]);
    }
    for (const [what, { definition }] of REFUSED) {
      const answer = await fetch(origin + definition.path);
      expect([what, answer.status]).toEqual([what, 500]);
      expect(await answer.text()).not.toContain('4111');
    }
    for (const [what, { definition }, expected] of STREAMS) {
      const text = await (await fetch(origin + definition.path)).text();
      expect([what, text.trim().replace(/^:\s+/, '')]).toEqual([what, expected]);
    }
    await close();
  });
});

it.each([
  ...REFUSED,
  [
    'no kind, without a class',
    answering('/o', response('One', untagged), { total: 1, iban: '4111' }),
  ] as const,
])('sends nothing of %s, even if responses are not checked', async (_, one) => {
  const run = runnerOf(one, { checkResponses: false });
  await expect(run({ target: one.definition.path })).rejects.toThrow(ResponseMismatchError);
});
