import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Description, Docs, Query, Webhook, body, response, type Config } from '../src/index.js';
import { expectValidDocument } from './support/validate-document.js';

class Address {
  @IsString() street!: string;
}

class User {
  @IsInt() id!: number;
  @Description('As printed on the invoice') @IsString() name!: string;
  @IsOptional() @IsString() nickname?: string;
  @ValidateNested() @Type(() => Address) address!: Address;
}

class Search {
  @Query('q') @IsString() text!: string;
  @IsOptional() @IsInt() page?: number;
}

@Webhook('user.created')
class UserCreated {
  @ValidateNested() @Type(() => User) user!: User;
}

const info = { title: 'Shop', version: '1.0.0' };

function shop(config: Partial<Config> = {}): Docs {
  return new Docs({ info, ...config })
    .addAll(
      { method: 'GET', path: '/users', queryParams: Search, responses: { 200: response('All', [User]) } },
      { method: 'post', path: '/users', requestBody: body(User), responses: { 201: response('Made', User) } },
      { method: 'GET', path: '/users/:id', responses: { 200: response('One', User), 404: response('None') } },
    )
    .addWebhook(UserCreated, { signature: true });
}

describe('seed 1 and 4.1: from classes and endpoints to a document', () => {
  test.each(['3.0', '3.1', '3.2'] as const)('the document in OpenAPI %s is valid', async (openapi) => {
    await expectValidDocument(shop({ openapi }).buildSpec());
  });
});
