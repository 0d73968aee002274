import { Type } from 'class-transformer';
import { IsArray, IsEnum, IsInt, IsISO8601, IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import { operation, Path, Query, reply, response, type Schema } from '../../../../src/index.js';
import { excludesComma } from '../../../../src/operations/request/without-comma.js';
import { runnerOf } from '../run.js';

enum Animal {
  Cat = 'CAT',
  Dog = 'DOG',
}
enum Named {
  Both = 'a,b',
  One = 'a',
}
const csv = { explode: false };

class Search {
  @Query(undefined, csv) @IsOptional() @IsEnum(Animal, { each: true }) animals?: Animal[];
  @Query(undefined, csv) @IsOptional() @IsArray() @IsInt({ each: true }) @Type(() => Number) ids?: number[];
  @Query(undefined, csv) @IsOptional() @IsArray() @IsUUID(4, { each: true }) keys?: string[];
  @Query(undefined, csv) @IsOptional() @IsArray() @Matches(/^[a-z]{1,3}$/, { each: true }) codes?: string[];
  @Query(undefined, csv) @IsOptional() @IsArray() @IsString({ each: true }) names?: string[];
  @Query(undefined, csv) @IsOptional() @IsEnum(Named, { each: true }) named?: Named[];
  @Query(undefined, csv) @IsOptional() @IsArray() @IsISO8601({}, { each: true }) moments?: string[];
}
class Key {
  @Path() @IsArray() @IsInt({ each: true }) @Type(() => Number) ids!: number[];
}

const responses = { 200: response('What came', { type: 'object' } as const) };
const search = runnerOf(
  operation({ method: 'GET', path: '/x', query: Search, responses }, ({ query }) => reply(200, query)),
);
const get = runnerOf(
  operation({ method: 'GET', path: '/x/{ids}', params: Key, responses }, ({ params }) => reply(200, params)),
);

/** How generated clients write a list without `explode`. */
const CLIENTS: readonly [string, (name: string, items: readonly unknown[]) => string][] = [
  ['@hey-api/openapi-ts', (name, items) => `${name}=${items.map(String).map(encodeURIComponent).join(',')}`],
  ['orval', (name, items) => new URLSearchParams({ [name]: items.join(',') }).toString()],
  ['OpenAPI Generator', (name, items) => `${name}=${encodeURIComponent(items.join(','))}`],
  ['a client in lower case', (name, items) => `${name}=${items.join('%2c')}`],
];
const uuid = '9f1c7a52-3c41-4e1b-9d43-6d1f1cf7a001';

describe.each(CLIENTS)('%s', (_, write) => {
  it.each<[string, readonly unknown[]]>([
    ['animals', ['CAT', 'DOG']],
    ['animals', ['CAT']],
    ['ids', [1, 2, 3]],
    ['keys', [uuid, uuid]],
    ['codes', ['a', 'bcd']],
  ])('writes a list without commas in its items: %s = %j', async (name, items) => {
    const { status, body } = await search({ target: `/x?${write(name, items)}` });
    expect({ status, body }).toEqual({ status: 200, body: { [name]: items } });
  });

  it('writes a list in a path', async () => {
    const [, text = ''] = write('ids', [4, 5]).split('=');
    expect(await get({ target: `/x/${text}` })).toMatchObject({ status: 200, body: { ids: [4, 5] } });
  });
});

it('keeps an encoded comma of items that may contain one', async () => {
  const { body } = await search({ target: '/x?names=a%2Cb,c&named=a%2Cb' });
  expect(body).toEqual({ names: ['a,b', 'c'], named: ['a,b'] });
});

it.each(['animals=CAT%2CCOW', 'ids=1%2Cx', `keys=${uuid}%2C7`, 'codes=a%2CB'])(
  'rejects an invalid item: %s',
  async (query) => {
    expect((await search({ target: `/x?${query}` })).status).toBe(400);
  },
);

const resolve = (): undefined => undefined;

it('keeps the comma of a fraction of a second, which ISO 8601 allows', async () => {
  const moments = ['2026-01-31T12:00:00,5Z', '2026-02-01T00:00:00Z'];
  const text = moments.map(encodeURIComponent).join(',');
  expect(await search({ target: `/x?moments=${text}` })).toMatchObject({ status: 200, body: { moments } });
});

it.each(['date-time', 'time', 'duration'])('does not split items of the format %s', (format) => {
  expect(excludesComma({ type: 'array', items: { type: 'string', format } }, resolve)).toBe(false);
});

const list = (pattern: string): Schema => ({ type: 'array', items: { type: 'string', pattern } });

it.each(['^[A-Z]{2}$', '^(?:a|b[0-9]+)$', String.raw`^\d+$`, '^[^,;]*$', '^a$|^b$', String.raw`^(?!x)\w+$`])(
  'splits items of the pattern %s',
  (pattern) => {
    expect(excludesComma(list(pattern), resolve)).toBe(true);
  },
);

it.each([
  '[A-Z]',
  '^[A-Z]',
  '^.*$',
  '^[ -~]$',
  '^a|b$',
  String.raw`^\D$`,
  String.raw`^a\b`,
  '^[^;]*$',
  '^(?:a|,)$',
])('does not split items of the pattern %s', (pattern) => {
  expect(excludesComma(list(pattern), resolve)).toBe(false);
});

it.each([
  { type: 'array' },
  {},
  { type: 'array', items: {} },
  { type: ['string', 'array'], items: { type: 'integer' } },
])('does not split a list of unknown items: %j', (schema) => {
  expect(excludesComma(schema as Schema, resolve)).toBe(false);
});
