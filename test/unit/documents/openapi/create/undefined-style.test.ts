import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested, IsObject } from 'class-validator';
import { z } from 'zod';
import {
  ArrayOf,
  arrayOf,
  Docs,
  formBody,
  formURLEncodedBody,
  MapOf,
  type Constructor,
  type Endpoint,
} from '../../../../../src/index.js';
import { buildOperation } from '../build.js';

class Filter {
  @IsString() column!: string;
  @IsInt() value!: number;
}
class WithList {
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Filter) filters?: Filter[];
}
class WithLists {
  @IsOptional() @IsArray() @IsArray({ each: true }) @ArrayOf(() => [Number]) points?: number[][];
}
class Nested {
  @IsOptional() @ValidateNested() @Type(() => WithList) where?: WithList;
}
class Mapped {
  @IsOptional() @MapOf(() => [Filter]) by?: Record<string, Filter[]>;
}
class Recursive {
  @IsOptional() @IsObject() @ValidateNested() @Type(() => Recursive) inner?: Recursive;
  @IsOptional() @IsInt({ each: true }) ids?: number[];
}
class Plain {
  @IsOptional() @IsArray() @IsString({ each: true }) names?: string[];
  @IsOptional() @ValidateNested() @Type(() => Filter) filter?: Filter;
}

const json = { 'application/json': { schema: arrayOf(Filter) } };

const codesOf = async (endpoint: Partial<Endpoint>): Promise<string[]> => {
  const { codes } = await buildOperation(endpoint);
  return codes.filter((code) => !['nested-not-validated', 'list-in-deep-object'].includes(code));
};

it.each<[string, Partial<Endpoint>]>([
  ['a class with a list of objects', { queryParams: WithList }],
  ['a list of lists', { queryParams: WithLists }],
  ['a member of an object', { queryParams: Nested }],
  ['a member of a map', { queryParams: Mapped }],
  ['a header', { headerParams: WithList }],
  ['a single parameter', { parameters: [{ name: 'filters', in: 'query', schema: arrayOf(Filter) }] }],
  ['a schema', { queryParams: z.object({ filters: z.array(z.object({ a: z.string() })) }) }],
  ['a URL-encoded form', { method: 'POST', requestBody: formURLEncodedBody(WithList) }],
])('reports a list that OpenAPI cannot write in a parameter: %s', async (_, endpoint) => {
  expect(await codesOf(endpoint)).toEqual(['undefined-style']);
});

it.each<[string, Partial<Endpoint>]>([
  ['JSON as content', { parameters: [{ name: 'filters', in: 'query', content: json }] }],
  ['lists of scalars, and objects', { queryParams: Plain }],
  ['a class that contains itself', { queryParams: Recursive as Constructor }],
  ['a multipart form', { method: 'POST', requestBody: formBody(WithList) }],
  ['a URL-encoded form of scalars', { method: 'POST', requestBody: formURLEncodedBody(Plain) }],
])('reports nothing about %s', async (_, endpoint) => {
  expect(await codesOf(endpoint)).toEqual([]);
});

class Tagged {
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}
class Filtered {
  @IsOptional() @ValidateNested() @Type(() => Tagged) filter?: Tagged;
}
class Deep {
  @IsOptional() @ValidateNested() @Type(() => Filtered) where?: Filtered;
}

it.each<[string, Partial<Endpoint>, string]>([
  ['a class', { queryParams: Filtered }, 'filter[tags]'],
  ['an object in it', { queryParams: Deep }, 'where[filter][tags]'],
  [
    'a single parameter',
    { parameters: [{ name: 'f', in: 'query', style: 'deepObject', schema: Tagged }] },
    'f[tags]',
  ],
  ['a schema', { queryParams: z.object({ f: z.object({ tags: z.array(z.string()) }) }) }, 'f[tags]'],
])('notes a list inside a deepObject parameter, of %s', (_, endpoint, name) => {
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  docs.add({ method: 'GET', path: '/', responses: {}, ...endpoint });
  expect(
    docs.diagnostics({ notes: true }).filter(({ code }) => code === 'list-in-deep-object'),
  ).toMatchObject([{ severity: 'info', message: expect.stringContaining(`${name}[0]=a`) as unknown }]);
  expect(docs.diagnostics().filter(({ code }) => code === 'list-in-deep-object')).toEqual([]);
});
