import { Exclude, Expose, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsLatitude,
  IsNotEmpty,
  IsNotEmptyObject,
  IsOptional,
  IsString,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ArrayOf, body, Docs, jsonSchemaOf, response, type Constructor } from '../../../../src/index.js';

// What DTO classes of public services have, and documents used to say wrongly.

class SentAs {
  @Expose({ name: 'p_w', toPlainOnly: true }) @IsString() w!: string;
}

class Labels {
  @IsString({ each: true }) @Type() labels!: Map<string, string>;
}

class NotLists {
  @IsIn(['a', 'b'], { each: true }) letter!: string;
  @IsString() words!: string[];
}

class Unset {
  @IsInt() count: number | null = null;
}

class Unless {
  @ValidateIf((one: Unless) => one.count != null) @IsInt() count!: number;
  @IsString({ validateIf: (one: Unless) => one.count === 1 }) label!: string;
}

class Position {
  @IsLatitude() latitude!: number;
}

class Settings {
  @IsNotEmptyObject() all!: object;
}

@Exclude()
class Chosen {
  @Expose() @IsNotEmptyObject() some!: object;
}

class Filled {
  @IsNotEmpty() @IsString() name!: string;
  @IsNotEmpty() anything!: unknown;
}

class Dynamic {
  @Type(({ object } = { object: {}, newObject: {}, property: '' }) => (object.kind === 'a' ? SentAs : Labels))
  @ValidateNested()
  @IsOptional()
  inner?: object;
}

const LATITUDE = {
  anyOf: [{ type: 'number', minimum: -90, maximum: 90 }, expect.objectContaining({ type: 'string' })],
};

test.each<[Constructor, 'input' | 'output', object, string[] | undefined]>([
  [SentAs, 'input', { w: { type: 'string' } }, ['w']],
  [SentAs, 'output', { p_w: { type: 'string' } }, ['p_w']],
  [Labels, 'input', { labels: { type: 'object', additionalProperties: { type: 'string' } } }, ['labels']],
  [
    NotLists,
    'input',
    { letter: { type: 'string', enum: ['a', 'b'] }, words: { type: 'string' } },
    ['letter', 'words'],
  ],
  [Unset, 'input', { count: { type: 'integer' } }, ['count']],
  [Unset, 'output', { count: { type: ['integer', 'null'] } }, ['count']],
  [Unless, 'input', { count: { type: ['integer', 'null'] }, label: { type: 'string' } }, undefined],
  [Position, 'input', { latitude: LATITUDE }, ['latitude']],
  [Settings, 'input', { all: { type: 'object', minProperties: 1 } }, ['all']],
  [Chosen, 'output', { some: { type: 'object', minProperties: 1 } }, ['some']],
  [
    Filled,
    'input',
    { name: { type: 'string', minLength: 1 }, anything: { not: { enum: ['', null] } } },
    ['name', 'anything'],
  ],
  [Dynamic, 'input', { inner: {} }, undefined],
])('%p as %s', (target, direction, properties, required) => {
  const { $defs } = jsonSchemaOf(target, { direction, onDiagnostic: () => undefined }) as Record<
    string,
    unknown
  >;
  const { [target.name]: schema } = $defs as Record<string, { properties: object; required?: string[] }>;
  expect({ properties: schema!.properties, required: schema!.required }).toEqual({ properties, required });
});

class User {
  @IsOptional() @IsString() name?: string;
  @IsInt() id!: number;
}

class Team {
  @ValidateNested({ each: true }) @ArrayOf(() => User) users!: User[];
}

test('a class is one component if requests and responses differ by null alone', () => {
  const docs = new Docs({ info: { title: 'Users', version: '1' } }).add({
    method: 'POST',
    path: '/teams',
    requestBody: body(Team),
    responses: { 200: response('The team', Team), 201: response('The user', User) },
  });
  expect(Object.keys(docs.buildSpec().components!.schemas!)).toEqual(['Team', 'User']);
});

test('names components independent of the order of endpoints, and distinguishes classes of one name', () => {
  const named = (name: string): Constructor => {
    class Named {
      @IsInt() id!: number;
    }
    Object.defineProperty(Named, 'name', { value: name });
    return Named;
  };
  const [beta, alpha, other] = [named('Beta'), named('Alpha'), named('Gamma')];
  const endpoints = [beta, alpha, other].map((target, index) => ({
    method: 'GET',
    path: `/${index}`,
    responses: { 200: response('One', target) },
  }));
  const given = [...endpoints];
  const build = (order: typeof endpoints): unknown =>
    new Docs({ info: { title: 'x', version: '1' } }).addAll(...order).buildSpec().components;
  const first = JSON.stringify(build(endpoints));
  expect(JSON.stringify(build([...endpoints].reverse()))).toBe(first);
  expect(endpoints).toEqual(given);
});
