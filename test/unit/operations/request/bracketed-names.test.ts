import { Type } from 'class-transformer';
import { IsArray, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { Docs, operation, Query, response } from '../../../../src/index.js';

class Range {
  @IsInt() min!: number;
}

class Search {
  @Query('tag') @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsInt() page?: number;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => Range) price?: Range;
}

const search = operation(
  { method: 'GET', path: '/items', query: Search, responses: { 200: response('The query', Search) } },
  ({ query }) => query,
);
const serve = fetchOperations(new Docs({ info: { title: 'Items', version: '1' } }), [search]);

async function detailsOf(query: string): Promise<unknown> {
  const answer = await serve(new Request(`http://localhost/items?${query}`));
  const { errors } = (await answer!.json()) as { errors?: readonly { pointer: string; detail: string }[] };
  return [
    answer!.status,
    ...new Set(errors?.map(({ pointer, detail }) => `${pointer} ${detail.split(';')[1] ?? ''}`)),
  ];
}

// axios writes a list like this, unless paramsSerializer is set; PHP and jQuery write it, too.
it.each(['tag[]=a&tag[]=b', 'tag%5B%5D=a', 'tag[0]=a'])('names the spelling that %s needs', async (query) => {
  expect(await detailsOf(query)).toEqual([400, '#/tag  write tag=… without brackets']);
});

it('leaves other faults as they are', async () => {
  expect(await detailsOf('page[]=1')).toEqual([400, '#/page  write page=… without brackets']);
  expect(await detailsOf('page=x&tag=a')).toEqual([400, '#/page ']);
  expect(await detailsOf('price[min]=x')).toEqual([400, '#/price/min ']);
});
