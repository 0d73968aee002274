import { Expose, Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  ArrayOf,
  Docs,
  Header,
  mapOf,
  oneOf,
  operation,
  type Operation,
  Path,
  Query,
  response,
} from '../../../../src/index.js';

class Renamed {
  @Expose({ name: 'line_count' }) @IsInt() lineCount!: number;
}
class Plain {
  @IsInt() id!: number;
}
class OtherName {
  @Expose({ name: 'count' }) @IsInt() lineCount!: number;
}
class Tree {
  @IsString() name!: string;
  @ArrayOf(() => Tree) @Type(() => Tree) @ValidateNested({ each: true }) children!: Tree[];
  @IsOptional() @ValidateNested() @Type(() => Plain) plain?: Plain;
}
class Cat {
  @IsIn(['cat']) kind!: 'cat';
  @Expose({ name: 'lives_left' }) @IsInt() lives!: number;
}
class Dog {
  @IsIn(['dog']) kind!: 'dog';
  @IsInt() lives!: number;
}
class OneWay {
  @Expose({ name: 'n', toPlainOnly: true }) @IsInt() amount!: number;
}
class Exploded {
  @Header('x-range', { explode: true })
  @IsObject()
  @ValidateNested()
  @Type(() => Plain)
  range!: Plain;
}
class Labelled {
  @Path('id', { style: 'label' }) @IsString() id!: string;
}
class Holder {
  @IsOptional() @ValidateNested() @Type(() => Plain) @Query('holder', { style: 'deepObject' }) range?: Plain;
}

const at = { method: 'GET', path: '/x' } as const;
const none = { 204: response('') };

function docsOf(...operations: Operation[]): Docs {
  return new Docs({ info: { title: 'Test', version: '1' } }).addOperations(operations);
}

it.each<[string, Operation, string]>([
  [
    'one property under two names',
    operation(
      { ...at, responses: { 200: response('', oneOf(Renamed, OtherName)) } },
      () => undefined as never,
    ),
    'GET /x: Renamed | OtherName has lineCount, which travels as line_count, beside lineCount, which travels as count',
  ],
  [
    'one property that is renamed in one of two classes',
    operation({ ...at, responses: { 200: response('', oneOf(Cat, Dog)) } }, () => undefined as never),
    'GET /x: Cat | Dog has lives, which travels as lives_left, beside lives, which travels as lives',
  ],
  [
    'a class beside a map of it',
    operation(
      { ...at, method: 'PUT', body: oneOf(Renamed, mapOf(Renamed)), responses: none },
      () => undefined,
    ),
    'GET /x: its body has renamed members in some of its types, and any members in others'.replace(
      'GET',
      'PUT',
    ),
  ],
  [
    'a class beside any object',
    operation({ ...at, method: 'PUT', body: oneOf(Renamed, Object), responses: none }, () => undefined),
    'PUT /x: its body has renamed members in some of its types, and any members in others',
  ],
  [
    'an exploded object in a header',
    operation({ ...at, headers: Exploded, responses: none }, () => undefined),
    'the header parameter x-range has a style that clients do not write',
  ],
  [
    'a label in a path',
    operation({ ...at, path: '/x/{id}', params: Labelled, responses: none }, () => undefined),
    'the path parameter id has a style that clients do not write',
  ],
])('refuses %s, in every operation that has it', (_, wrong, message) => {
  const first = operation(
    { ...wrong.definition, path: wrong.definition.path.replace('x', 'y') } as never,
    (() => undefined) as never,
  );
  const docs = docsOf(first, wrong);
  expect(() => docs.clientApi([wrong], { manifest: true })).toThrow(message);
  expect(docs.clientManifest()).toEqual({ operations: {}, classes: {} });
});

it('contains only names that the types do not show', () => {
  const list = operation(
    {
      ...at,
      query: Holder,
      responses: { 200: response('', [Tree]), '4XX': response('', oneOf(Plain, mapOf(Plain))) },
    },
    () => [],
  );
  const put = operation(
    { ...at, method: 'PUT', body: oneOf(Renamed, Tree), responses: { 200: response('', Cat) } },
    () => undefined as never,
  );
  expect(docsOf(list, put).clientManifest()).toEqual({
    operations: {
      'GET /x': { query: { range: { name: 'holder' } } },
      'PUT /x': { body: 'Renamed | Tree', responses: { 200: 'Cat' } },
    },
    classes: {
      'Renamed | Tree': { lineCount: { name: 'line_count' } },
      Cat: { lives: { name: 'lives_left' } },
    },
  });
});

it('has the names of each direction', () => {
  const change = operation(
    { ...at, method: 'PUT', body: OneWay, responses: { 200: response('', OneWay) } },
    ({ body }) => body,
  );
  expect(docsOf(change).clientManifest()).toEqual({
    operations: { 'PUT /x': { responses: { 200: 'OneWay' } } },
    classes: { OneWay: { amount: { name: 'n' } } },
  });
});
