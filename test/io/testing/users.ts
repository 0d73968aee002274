import 'reflect-metadata';
import { IsDate, IsEmail, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { Docs, Query, response } from '../../../src/index.js';

class UserPath {
  @IsInt() @Min(1) id!: number;
}

class Fields {
  @Query() @IsOptional() @IsString() fields?: string;
}

export class User {
  @IsInt() id!: number;
  @IsString() name!: string;
  @IsEmail() email!: string;
  @IsDate() joined!: Date;
}

class NewUser {
  @IsString() name!: string;
  @IsEmail() email!: string;
}

const headers = { ETag: { required: true, schema: String } };

export function userDocs(): Docs {
  return new Docs({ info: { title: 'Users', version: '1.0.0' } }).addAll(
    {
      method: 'GET',
      path: '/users/{id}',
      pathParams: UserPath,
      responses: { 200: { ...response('The user', User), headers }, 404: response('There is none') },
    },
    {
      method: 'POST',
      path: '/users',
      queryParams: Fields,
      requestBody: { schema: NewUser, required: true },
      responses: { 201: response('Made', User) },
    },
  );
}

/** What a service answers, whichever framework it is built on. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

const joined = '2020-01-01T00:00:00.000Z';
const ada = { id: 1, name: 'Ada', email: 'ada@example.com', joined };
const { name, ...nameless } = ada;
const etag = { etag: '"1"' };

/** Drift as it happens, by the id of the user that is asked for; 1 is as documented. */
export const DRIFT: Readonly<
  Record<number, readonly [what: string, answer: Answer, found: string | undefined]>
> = {
  1: ['nothing', { status: 200, headers: etag, body: ada }, undefined],
  2: [
    'a renamed field',
    { status: 200, headers: etag, body: { ...nameless, fullName: name } },
    'body-invalid #/name',
  ],
  3: ['a wrong status', { status: 203, headers: etag, body: ada }, 'status-undocumented #'],
  4: ['a missing header', { status: 200, headers: {}, body: ada }, 'header-missing #'],
  5: [
    'a date in another form',
    { status: 200, headers: etag, body: { ...ada, joined: '01/02/2020' } },
    'body-invalid #/joined',
  ],
  6: ['a missing user', { status: 404, headers: {}, body: undefined }, undefined],
};

export const CREATED: Answer = { status: 201, headers: {}, body: ada };

export function answerFor(id: string | undefined): Answer {
  return DRIFT[Number(id)]![1];
}
