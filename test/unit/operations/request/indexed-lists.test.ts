import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { MapOf, operation, reply, response } from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Filter {
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsArray() @IsInt({ each: true }) @Type(() => Number) ids?: number[];
  @IsOptional() @MapOf(() => String) names?: Record<string, string>;
}
class Search {
  @IsOptional() @ValidateNested() @Type(() => Filter) filter?: Filter;
}

const responses = { 200: response('What came', { type: 'object' } as const) };
const search = runnerOf(
  operation({ method: 'GET', path: '/x', query: Search, responses }, ({ query }) => reply(200, query)),
);

// OpenAPI does not define it, and generated clients and `qs` write it in these ways.
it.each<[string, object]>([
  ['filter[tags]=a&filter[tags]=b', { tags: ['a', 'b'] }],
  ['filter[tags][]=a&filter[tags][]=b', { tags: ['a', 'b'] }],
  ['filter[tags][0]=a&filter[tags][1]=b', { tags: ['a', 'b'] }],
  ['filter[tags][1]=b&filter[tags][0]=a', { tags: ['a', 'b'] }],
  ['filter[tags][]=a', { tags: ['a'] }],
  ['filter[tags][0]=a', { tags: ['a'] }],
  ['filter%5Bids%5D%5B0%5D=7', { ids: [7] }],
  ['filter[names][0]=a', { names: { 0: 'a' } }],
])('reads a list inside a deepObject parameter: %s', async (query, filter) => {
  expect(await search({ target: `/x?${query}` })).toMatchObject({ status: 200, body: { filter } });
});

it.each([
  'filter[tags][1]=a',
  'filter[tags][0]=a&filter[tags][2]=b',
  'filter[tags][00]=a',
  'filter[tags][x]=a',
])('refuses indexes that are not those of a list: %s', async (query) => {
  const { status, body } = await search({ target: `/x?${query}` });
  expect([status, (body as { errors: { pointer: string }[] }).errors[0]?.pointer]).toEqual([
    400,
    '#/filter/tags',
  ]);
});
