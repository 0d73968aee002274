import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDate,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  arrayOf,
  bearerAuth,
  body,
  Default,
  Deprecated,
  Description,
  discriminated,
  Docs,
  Enum,
  Example,
  formBody,
  generic,
  Header,
  MapOf,
  Nullable,
  PartialType,
  PickType,
  Query,
  Required,
  response,
  TypeOf,
  type Constructor,
  type Endpoint,
} from '../../../src/index.js';

enum Role {
  Admin = 'admin',
  Guest = 'guest',
}

class Address {
  @IsString() street!: string;
}

class Card {
  @IsIn(['card']) type!: 'card';
}

class Transfer {
  @IsIn(['transfer']) type!: 'transfer';
}

class UserBase {
  @Description('As it stands in letters')
  @Example('Ada')
  @IsString()
  @Length(1, 80)
  name!: string;

  @IsEmail() mail!: string;
}

@Description('Somebody who may sign in')
class User extends UserBase {
  @IsInt() id!: number;
  @Matches(/^[a-z]{2}$/) country!: string;
  @Enum(Role, { name: 'Role' }) @IsEnum(Role) role!: Role;
  @IsIn(['small', 'large']) size!: 'small' | 'large';
  @IsOptional() @IsString() nickname?: string;
  @Nullable() @ValidateIf((_, value) => value !== null) @IsString() phone!: string | null;
  @Default(20) @IsOptional() @IsInt() pageSize?: number;
  @Type(() => Date) @IsDate() born!: Date;
  @IsString({ each: true }) @ArrayMinSize(1) @ArrayUnique() tags!: string[];
  @Required() @MapOf(() => Number) scores!: Record<string, number>;
  @IsDefined() @ValidateNested() @Type(() => Address) address!: Address;
  @Deprecated() @IsOptional() @IsString() fax?: string;
  @TypeOf(() => discriminated('type', { card: Card, transfer: Transfer })) payment?: Card | Transfer;
}

class NewUser extends PickType(User, ['name', 'mail']) {}
class ChangeUser extends PartialType(NewUser) {}

const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
  class Page {
    @IsArray() @ValidateNested({ each: true }) @Type(() => item) items!: T[];
    @IsInt() @Min(0) total!: number;
  }
  return Page;
});

class Paging {
  @Query('limit') @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number;
}

class Tracing {
  @Header('X-Request-Id') @Description('Comes back') @IsOptional() @IsString() requestId?: string;
}

class Named {
  @IsString() name!: string;
}

class UserPath {
  @IsInt() id!: number;
}

class Problem {
  @IsString() title!: string;
}

class Photo {
  @Required() @TypeOf(() => File) photo!: File;
  @IsString() caption!: string;
}

/** What is registered in the place of what each library reads; the first endpoint is the list of users. */
export function ourDocs(list: Endpoint['responses'], path = '/users'): Docs {
  return new Docs({
    openapi: '3.0',
    info: { title: 'Users', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    tags: [{ name: 'Users', description: 'All about users' }],
    components: { responses: { NotFound: response('User not found') } },
    auth: {
      schemes: [
        bearerAuth('bearer'),
        {
          name: 'oauth',
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { write: 'Writes' } },
          },
        },
      ],
    },
    security: ['bearer'],
  }).addAll(
    {
      method: 'GET',
      path,
      tags: ['Users'],
      operationId: 'listUsers',
      summary: 'Lists users',
      description: 'All of them, a page at a time',
      security: [],
      queryParams: Paging,
      headerParams: Tracing,
      responses: list,
    },
    { method: 'GET', path: '/users/found', queryParams: Named, responses: { 200: response('Found') } },
    {
      method: 'GET',
      path: '/users/export',
      responses: { 200: { ...response('Ok', String), contentType: 'text/csv' } },
    },
    {
      method: 'GET',
      path: '/users/{id}',
      pathParams: UserPath,
      security: ['bearer'],
      responses: { 200: response('The user', User), 404: response('User not found', Problem) },
    },
    {
      method: 'POST',
      path,
      requestBody: body(NewUser),
      responses: { 201: response('Created', User) },
    },
    {
      method: 'PATCH',
      path: '/users/{id}',
      deprecated: true,
      security: [{ oauth: ['write'] }],
      pathParams: UserPath,
      requestBody: body(ChangeUser),
      responses: { 204: response('No content') },
    },
    {
      method: 'PUT',
      path: '/users/{id}/photo',
      pathParams: UserPath,
      requestBody: formBody(Photo),
      responses: { 204: response('It is kept') },
    },
    {
      method: 'DELETE',
      path: '/users/{id}',
      pathParams: UserPath,
      responses: { 404: { $ref: 'NotFound' } },
    },
  );
}

/** The list of users as each has it. */
export const LISTS = {
  page: { 200: response('Ok', PageOf(User)) },
  array: { 200: response('The users', [User]) },
  several: {
    200: {
      description: 'The users',
      headers: { 'X-Total': { schema: Number } },
      content: { 'application/json': arrayOf(User), 'text/csv': String },
    },
  },
} satisfies Record<string, Endpoint['responses']>;
