import { Type } from 'class-transformer';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateNested,
  IsObject,
} from 'class-validator';
import fc from 'fast-check';
import {
  arrayOf,
  body,
  bodyWithDesc,
  Description,
  Docs,
  Example,
  formBody,
  Model,
  OneOf,
  registerRule,
  response,
  Webhook,
  type Config,
  type Endpoint,
} from '../../../../src/index.js';
import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';
import { info, ok } from './build.js';

class Address {
  @IsString() @MaxLength(80) street!: string;
}

class User {
  @IsInt() id!: number;
  @Description('As printed') @IsString() name!: string;
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
  // Another one in a request and in a response.
  @IsString() role = 'reader';
}

const Twin = (() => {
  class User {
    @IsEmail() email!: string;
  }
  return User;
})();

@Model({ name: 'User' })
class Given {
  @Example('Ada') @IsString() nick!: string;
}

class Cash {
  @IsInt() coins!: number;
}

class Payment {
  @OneOf(() => [Cash, Address], {
    discriminator: { propertyName: 'kind', mapping: { cash: Cash, address: Address } },
  })
  @IsOptional()
  means?: unknown;
}

class Search {
  @IsOptional() @IsString() @Description('What to look for') text?: string;
  @IsOptional() @IsInt() page?: number;
  @ValidateBy({ name: 'isOdd', validator: { validate: () => true } }) odd!: number;
}

class Broken {
  @Type(() => undefined as never) @ValidateNested() part!: unknown;
}

@Webhook('user.made')
class UserMade {
  @ValidateNested() @Type(() => User) user!: User;
}

/** Endpoints that have classes, names, references and paths in common, and some that are wrong. */
const POOL: readonly Endpoint[] = [
  { method: 'GET', path: '/users', queryParams: Search, responses: { 200: response('All', [User]) } },
  { method: 'POST', path: '/users', requestBody: body(User), responses: { 201: response('Made', User) } },
  { method: 'POST', path: '/users/import', requestBody: formBody(User), responses: ok },
  { method: 'GET', path: '/users/:id', responses: { 200: response('One', User), 404: response('None') } },
  { method: 'PUT', path: '/users/:key', requestBody: body(Twin), responses: ok },
  { method: 'GET', path: '/twins', responses: { 200: response('Twins', arrayOf(Twin)) } },
  { method: 'GET', path: '/twins', responses: { 200: response('Others', Given) } },
  { method: 'GET', path: '/given', responses: { 200: response('Given', Given) } },
  { method: 'POST', path: '/payments', requestBody: body(Payment), responses: ok },
  { method: 'GET', path: '/payments', responses: { 200: response('Paid', Payment) } },
  { method: 'GET', path: '/addresses', responses: { 200: response('All', [Address]) } },
  {
    method: 'GET',
    path: '/by-hand',
    responses: { 200: response('By hand', { $ref: '#/components/schemas/Address' }) },
  },
  {
    method: 'POST',
    path: '/examples',
    requestBody: { ...bodyWithDesc('Ada', User), example: { id: 'no number', name: 'Ada', role: 'x' } },
    responses: ok,
  },
  {
    method: 'POST',
    path: '/refers',
    requestBody: body({ anyOf: [{ $ref: '#/components/schemas/UserInput' }, { type: 'nul' as never }] }),
    responses: ok,
  },
  { method: 'GET', path: '/secret', security: ['bearerAuth', 'nobody'], responses: ok },
  { method: 'GET', path: '/same-id', operationId: 'getUsers', responses: ok },
  // Views that are one component, which is called by the one that is met first.
  { method: 'GET', path: '/groups/a', responses: { 200: { ...response('In a', Address), groups: ['a'] } } },
  { method: 'GET', path: '/groups/b', responses: { 200: { ...response('In b', Address), groups: ['b'] } } },
  { method: 'GET', path: '/groups/in-b', responses: { 200: { ...response('In b', User), groups: ['b'] } } },
  { method: 'BREW', path: '/coffee', responses: ok },
  { method: 'POST', path: '/broken', requestBody: body(Broken), responses: ok },
  {
    method: 'POST',
    path: '/calls',
    responses: ok,
    callbacks: {
      done: { '{$request.body#/url}': [{ method: 'POST', requestBody: body(User), responses: ok }] },
    },
  },
  undefined as never,
];

const CONFIGS: readonly Partial<Config>[] = [
  {},
  { openapi: '3.0', security: ['apiKeyAuth'] },
  { openapi: '3.2', models: [Address, Given] },
  { inlineSchemas: true },
  { paths: { '/users/:id': { summary: 'One user' }, '/nowhere': { summary: 'Left out' } } },
  {
    paths: {
      '/given': {
        parameters: [{ name: 'trace', in: 'header', schema: Given as never }],
        operations: [{ method: 'GET', responses: { 200: response('Replaced by the endpoint', Twin) } }],
      },
    },
  },
  { transformDocument: (document) => Object.assign(document, { 'x-seen': true }) },
];

type Step = (docs: Docs) => unknown;

const added = fc.array(fc.nat(POOL.length - 1), { minLength: 1, maxLength: 4 }).map(
  (picked): Step =>
    (docs) =>
      docs.addAll(...picked.map((index) => POOL[index]!)),
);
const others = fc.constantFrom<Step>(
  (docs) => docs.addWebhook(UserMade, { signature: true }),
  (docs) => docs.addWebhook(Twin),
  (docs) => docs.note({ code: 'unread-pipe', message: 'Seen.', place: 'somewhere' }),
);
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: added }, { weight: 1, arbitrary: others }), {
  minLength: 2,
  maxLength: 6,
});

/** All that a reader can learn of it. */
function seen(docs: Docs): unknown {
  return {
    document: docs.specJSON(),
    diagnostics: docs.diagnostics({ notes: true }),
    errors: docs.validate()?.errors.map(({ message, endpoint }) => [message, endpoint]),
  };
}

describe('a document that is made again after more was registered', () => {
  test('equals the document that is built at once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONFIGS), steps, (config, taken) => {
        const grown = new Docs({ info, ...config });
        for (const [index, step] of taken.entries()) {
          step(grown);
          const made = new Docs({ info, ...config });
          for (const earlier of taken.slice(0, index + 1)) earlier(made);
          expect(seen(grown)).toEqual(seen(made));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('has the component names that the whole document requires', () => {
    const inside = { type: 'object', properties: { user: { $ref: '#/components/schemas/User' } } };
    const docs = new Docs({ info, models: [User] }).add(POOL[3]!).add({
      ...{ method: 'GET', path: '/inside' },
      responses: { 200: response('Inside', inside as never) },
    });
    const schemaAt = ({ paths }: OpenApiDocument, path: string): unknown =>
      paths[path]!.get!.responses[200]!.content!['application/json']!.schema;
    const first = docs.buildSpec();
    const text = JSON.stringify(first);
    expect(Object.keys(first.components!.schemas!)).toEqual(['Address', 'User']);
    // A class that was given the name takes it, and the first one's references follow.
    docs.add(POOL[7]!);
    const second = docs.buildSpec();
    expect(second.components!.schemas!.User).toHaveProperty('properties.nick');
    expect(schemaAt(second, '/users/{id}')).toEqual({ $ref: '#/components/schemas/User2' });
    expect(schemaAt(second, '/inside')).toHaveProperty('properties.user.$ref', '#/components/schemas/User2');
    // Who has the first one reads on in it.
    expect(JSON.stringify(first)).toBe(text);
  });

  test('has the name of the first view, even if it was registered last', () => {
    const address = (docs: Docs): string => Object.keys(docs.buildSpec().components!.schemas!)[0]!;
    const [ofAddress, ofUser] = ['/groups/a', '/groups/in-b'].map((path) =>
      POOL.find((endpoint) => endpoint?.path === path)!,
    );
    const docs = new Docs({ info }).add(ofUser!);
    expect(address(docs)).toBe('Address.b');
    // What operations refer to themselves comes before what that refers to.
    expect(address(docs.add(ofAddress!))).toBe('Address.a');
  });

  test('follows a rule that was described in between', () => {
    const docs = new Docs({ info }).add(POOL[0]!);
    const odd = (): unknown =>
      docs.buildSpec().paths['/users']!.get!.parameters!.find(({ name }) => name === 'odd')!.schema;
    expect(odd()).not.toHaveProperty('multipleOf');
    registerRule('isOdd', () => ({ type: 'integer', not: { multipleOf: 2 } }));
    docs.add(POOL[5]!);
    expect(odd()).toEqual({ type: 'integer', not: { multipleOf: 2 } });
  });

  test('is complete again after the error is corrected', () => {
    const late: { type?: unknown } = {};
    class Holder {
      @IsObject() @ValidateNested() @Type(() => late.type as never) part!: unknown;
    }
    const docs = new Docs({ info }).add({
      method: 'POST',
      path: '/a',
      requestBody: body(Holder),
      responses: ok,
    });
    expect(docs.validate()?.errors.map(({ code }) => code)).toEqual(['invalid-type']);
    late.type = Address;
    docs.add(POOL[5]!);
    expect(docs.validate()).toBeNull();
    expect(docs.buildSpec().components!.schemas!.Holder!.properties!.part).toEqual({
      $ref: '#/components/schemas/Address',
    });
  });
});
