import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsInt, IsObject, IsString, ValidateNested } from 'class-validator';
import { Nullable, WriteOnly } from '../../../decorators/annotations.js';
import { ArrayOf, MapOf, OneOf, TupleOf, TypeOf } from '../../../decorators/types.js';
import { typeRefOf } from '../../../src/documents/model/type/type-ref.js';
import {
  arrayOf,
  discriminated,
  mapOf,
  oneOf,
  tupleOf,
} from '../../../src/documents/model/type/type-functions.js';
import { serialize, serializeAs } from '../../../src/serialize/serialize.js';

// Rows of a database, whose columns have the names of other properties, in the places of a documented class.

class Contact {
  @Expose({ name: 'mail' }) @IsString() publicMail!: string;
  @Transform(({ value }) => `***${String(value).slice(-2)}`) @IsString() card!: string;
  @WriteOnly() @IsString() pin!: string;
}
class Other {
  @IsInt() number!: number;
  @Exclude() pin!: string;
}
@OneOf(() => [Contact, Alias, mapOf(Alias)])
class Alias {}

class Typed {
  @TypeOf(() => Contact) it: unknown;
}
class Listed {
  @ArrayOf(() => Contact) it: unknown;
}
class ListedTwice {
  @TypeOf(() => arrayOf(arrayOf(Contact))) it: unknown;
}
class Mapped {
  @MapOf(() => Contact) it: unknown;
}
class MappedTwice {
  @MapOf(() => mapOf(Contact)) it: unknown;
}
class Paired {
  @TupleOf(() => [Contact, Other]) it: unknown;
}
class United {
  @OneOf(() => [String, Other, Contact]) it: unknown;
}
class UnitedBesideType {
  @OneOf(() => [Other, Contact]) @Type(() => Object) it: unknown;
}
class Discriminated {
  @TypeOf(() => discriminated('kind', { other: Other, contact: Contact })) it: unknown;
}
class Compiled {
  @ValidateNested() it!: Contact;
}
class Aliased {
  @TypeOf(() => Alias) it: unknown;
}
class Null {
  @Nullable() @TypeOf(() => oneOf(Contact, { type: 'null' })) it: unknown;
}
class Open {
  @IsObject() it: unknown;
}

const row = { publicMail: 'public', mail: 'secret', card: '1234', pin: 'secret' };
const sent = { mail: 'public', card: '***34' };
const map = new Map(Object.entries(row));

test.each([
  [Typed, row, sent],
  [Typed, map, sent],
  [Listed, [row], [sent]],
  [Listed, [map], [sent]],
  [ListedTwice, [[row]], [[sent]]],
  [Mapped, { a: row }, { a: sent }],
  [Mapped, new Map([['a', row]]), { a: sent }],
  [MappedTwice, { a: { b: row } }, { a: { b: sent } }],
  [Paired, [row, { number: 7, pin: 'secret' }], [sent, { number: 7 }]],
  [United, row, sent],
  [United, map, sent],
  [Compiled, map, sent],
  [United, { number: 7, pin: 'secret' }, { number: 7 }],
  [United, 'text', 'text'],
  [UnitedBesideType, row, sent],
  [Discriminated, { kind: 'contact', ...row }, { kind: 'contact', ...sent }],
  [Compiled, row, sent],
  [Aliased, row, sent],
  [Aliased, { a: row, b: { c: row } }, { a: sent, b: { c: sent } }],
  [Null, row, sent],
  [Null, null, null],
  [Open, row, row],
])('a plain object in the place of a class is written as the class: %p', (target, it, expected) => {
  expect(serialize(Object.assign(new target(), { it }))).toEqual({ it: expected });
  expect(serializeAs(typeRefOf(target as never), { it }, {})).toEqual({ it: expected });
});

test.each([
  [tupleOf(Contact, Other), [row, { number: 7 }], [sent, { number: 7 }]],
  [oneOf(Contact, Other), row, sent],
  [oneOf(Other, arrayOf(Contact)), [row], [sent]],
  [oneOf(Other, mapOf(Contact)), { a: row }, { a: sent }],
  [mapOf(mapOf(Contact)), { a: { b: row } }, { a: { b: sent } }],
  [Alias, row, sent],
])('a plain object as a whole response is written as its class', (type, given, expected) => {
  expect(serializeAs(typeRefOf(type), given, {})).toEqual(expected);
});

test('an instance of a union keeps its own class', () => {
  const other = Object.assign(new Other(), { number: 7, mail: 'own' });
  expect(serialize(Object.assign(new United(), { it: other }))).toEqual({ it: { number: 7, mail: 'own' } });
});

class Counters {
  @IsInt() orders = 7;
  @Exclude() pin = 'secret';
}
class Counted {
  @MapOf(() => Number) it: unknown;
}

test('an instance in the place of a map keeps its own class', () => {
  expect(serialize(Object.assign(new Counted(), { it: new Counters() }))).toEqual({ it: { orders: 7 } });
  expect(serializeAs(typeRefOf(mapOf(Number)), new Counters(), {})).toEqual({ orders: 7 });
});

test('a Map in the place of a class that leads back to itself is an error', () => {
  const cycle = new Map<string, unknown>();
  class Chain {
    @TypeOf(() => Chain) next: unknown;
  }
  expect(() => serialize(Object.assign(new Chain(), { next: cycle.set('next', cycle) }))).toThrow(
    /leads back to/,
  );
});
