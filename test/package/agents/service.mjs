// Operations whose tools agents have called wrong, each with what it received as its answer, and calls that are right.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  Equals,
  IsArray,
  IsDateString,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';

export function toolsOf(dtospec) {
  const { discriminated, Docs, MapOf, Nullable, operation, Path, Query, response, rules, TupleOf } = dtospec;

  class Cat {}
  rules(Cat, { kind: [Equals('cat')], lives: [IsInt()] });
  class Dog {}
  rules(Dog, { kind: [Equals('dog')], breed: [IsString()] });
  const pets = discriminated('kind', { cat: Cat, dog: Dog });
  const subTypes = [
    { value: Cat, name: 'cat' },
    { value: Dog, name: 'dog' },
  ];
  const pet = Type(() => Object, {
    discriminator: { property: 'kind', subTypes },
    keepDiscriminatorProperty: true,
  });
  class Owner {}
  rules(Owner, { pet: [IsObject(), ValidateNested(), pet] });
  class Address {}
  rules(Address, { street: [IsString()] });
  class Customer {}
  rules(Customer, { address: [IsOptional(), Nullable(), IsObject(), ValidateNested(), Type(() => Address)] });
  class Labels {}
  rules(Labels, { labels: [IsObject(), MapOf(() => String)] });
  class Glossary {}
  rules(Glossary, { definitions: [IsArray(), IsString({ each: true })] });
  class Spot {}
  rules(Spot, { spot: [IsArray(), TupleOf(() => [Number, Number])] });
  class Day {}
  rules(Day, { day: [IsDateString()], code: [Matches(/^[\w.-]+$/)] });
  class Category {}
  rules(Category, {
    name: [IsString()],
    children: [IsArray(), ValidateNested({ each: true }), Type(() => Category)],
  });
  class Place {}
  rules(Place, { id: [Path(), IsString()] });
  class Search {}
  rules(Search, { tags: [Query(), IsOptional(), IsArray(), IsString({ each: true })] });

  const echo = (name, body) =>
    operation(
      {
        method: 'POST',
        path: `/${name}`,
        operationId: name,
        body,
        responses: { 200: response('The body', body) },
      },
      ({ body: received }) => received,
    );
  class Found {}
  rules(Found, { id: [IsString()], tags: [IsArray(), IsString({ each: true })] });
  const find = operation(
    {
      method: 'GET',
      path: '/find/{id}',
      operationId: 'find',
      params: Place,
      query: Search,
      responses: { 200: response('The parameters', Found) },
    },
    ({ params, query }) => Object.assign(new Found(), { id: params.id, tags: query.tags ?? [] }),
  );
  return new Docs({ info: { title: 'Tools', version: '1' }, diagnostics: 'silent' }).addOperations([
    echo('pets', pets),
    echo('owner', Owner),
    echo('customer', Customer),
    echo('labels', Labels),
    echo('glossary', Glossary),
    echo('spot', Spot),
    echo('day', Day),
    echo('category', Category),
    find,
  ]);
}

const call = (name, tool, body) => ({ name, tool, arguments: { body }, expected: body });

/** Calls whose schema is another with `flatUnions`. */
export const UNION_CALLS = [
  call('first class of a union', 'pets', { kind: 'cat', lives: 9 }),
  call('last class of a union', 'pets', { kind: 'dog', breed: 'Pug' }),
  call('first class of a union in a property', 'owner', { pet: { kind: 'cat', lives: 9 } }),
  call('last class of a union in a property', 'owner', { pet: { kind: 'dog', breed: 'Pug' } }),
  call('null for an object', 'customer', { address: null }),
];

export const CALLS = [
  ...UNION_CALLS,
  call('map', 'labels', { labels: { a: 'b' } }),
  call('property named `definitions`', 'glossary', { definitions: ['a'] }),
  call('tuple', 'spot', { spot: [1, 2] }),
  call('date of `@IsDateString()`, pattern', 'day', { day: '2026-01-01', code: 'a-b.c' }),
  call('class that contains itself', 'category', { name: 'a', children: [{ name: 'b', children: [] }] }),
  {
    name: 'path and query',
    tool: 'find',
    arguments: { params: { id: 'a/b' }, query: { tags: ['a,b', 'c'] } },
    expected: { id: 'a/b', tags: ['a,b', 'c'] },
  },
];
