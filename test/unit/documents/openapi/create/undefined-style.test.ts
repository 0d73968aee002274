import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested, IsObject } from 'class-validator';
import { z } from 'zod';
import {
  ArrayOf,
  arrayOf,
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
  return codes.filter((code) => code !== 'nested-not-validated');
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
