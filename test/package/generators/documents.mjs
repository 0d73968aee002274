// One document in three versions, with what generators of clients have read wrong.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { Equals, IsArray, IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

/** The documents, by version, of the built package. */
export async function documentsOfGenerators() {
  const dtospec = await import('../../../dist/index.js');
  const { AtLeastOneOf, ExactlyOneOf, eventStream, Docs, formBody, Nullable, OneOf, Required } = dtospec;
  const { response, rules, TypeOf } = dtospec;

  class Contact {}
  const optional = [IsOptional(), IsString()];
  rules(Contact, { email: optional, phone: optional }, AtLeastOneOf('email', 'phone'));
  class Card {}
  rules(Card, { digits: [IsString()] });
  class Payment {}
  const card = [IsOptional(), ValidateNested(), Type(() => Card)];
  rules(Payment, { card, iban: optional }, ExactlyOneOf('card', 'iban'));
  class Cat {}
  rules(Cat, { kind: [Equals('cat')], lives: [IsInt()] });
  class Dog {}
  rules(Dog, { kind: [Equals('dog')], breed: [IsString()] });
  class Owner {}
  rules(Owner, {
    color: [IsIn(['red', 'blue']), Nullable()],
    pet: [Required(), OneOf(() => [Cat, Dog], { discriminator: 'kind' })],
    tags: [IsOptional(), IsArray(), IsString({ each: true })],
  });
  class Photo {}
  rules(Photo, { file: [Required(), TypeOf(() => File)] });
  class Tick {}
  rules(Tick, { id: [IsInt()] });

  const endpoints = [
    {
      method: 'POST',
      path: '/contacts',
      operationId: 'addContact',
      body: Contact,
      responses: { 204: response('Added') },
    },
    {
      method: 'POST',
      path: '/payments',
      operationId: 'pay',
      body: Payment,
      responses: { 204: response('Paid') },
    },
    {
      method: 'POST',
      path: '/owners',
      operationId: 'addOwner',
      body: Owner,
      responses: { 201: response('Added', Owner) },
    },
    {
      method: 'POST',
      path: '/photos',
      operationId: 'addPhoto',
      body: formBody(Photo),
      responses: { 204: response('Added') },
    },
    { method: 'GET', path: '/ticks', operationId: 'ticks', responses: { 200: eventStream('Ticks', Tick) } },
  ];
  return Object.fromEntries(
    ['3.0', '3.1', '3.2'].map((openapi) => {
      const docs = new Docs({ info: { title: 'Generators', version: '1' }, openapi });
      return [openapi, docs.addAll(...endpoints).buildSpec()];
    }),
  );
}
