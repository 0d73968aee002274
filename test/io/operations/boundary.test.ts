import { Exclude, Expose, Type } from 'class-transformer';
import { IsArray, IsEmail, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayOf,
  arrayOf,
  Description,
  Docs,
  formBody,
  formURLEncodedBody,
  eventStream,
  MapOf,
  OneOf,
  oneOf,
  operation,
  ReadOnly,
  reply,
  response,
  WriteOnly,
  type Operation,
} from '../../../src/index.js';
import { runnerOf } from '../../unit/operations/run.js';
import { FRAMEWORKS, serve } from './servers.js';

class Tag {
  @IsString() label!: string;
}

class Note {
  @ReadOnly() @IsInt() id!: number;
  @IsString() text!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tag) tags?: Tag[];
  @IsOptional() @ValidateNested() @Type(() => Tag) tag?: Tag;
  @IsOptional() @IsObject() meta?: Record<string, unknown>;
  @Description('Only our decorators describe it') @IsOptional() hint?: string;
  @IsOptional() @IsString() @Expose({ name: 'wire_name' }) renamed?: string;
}

class Many {
  @ValidateNested({ each: true }) @Type(() => Note) notes!: Note[];
}

class Filter {
  @IsOptional() @IsString() label?: string;
}

class NoteQuery {
  @IsOptional() @ValidateNested() @Type(() => Filter) filter?: Filter;
}

class Admin {
  @IsEmail() email!: string;
  @IsOptional() @IsString() role?: string;
}

class Guest {
  @IsString() email!: string;
}

class Pet {
  @IsOptional() @IsString() kind?: string;
}

class Cat extends Pet {
  @IsInt() lives!: number;
}

class Dog extends Pet {
  @IsInt() bones!: number;
}

class Owner {
  @ValidateNested()
  @Type(() => Pet, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'cat', value: Cat },
        { name: 'dog', value: Dog },
      ],
    },
  })
  pet!: Pet;
}

class Seen {
  @IsString() json!: string;
}

/** What the handler was given, with each member. */
const seen = (...values: unknown[]): Seen => ({ json: JSON.stringify(values) });

const responses = { 200: response('What the handler has seen', Seen) };
const INCOMING: readonly Operation[] = [
  operation({ method: 'POST', path: '/notes', body: Note, responses }, ({ body }) => seen(body)),
  operation({ method: 'POST', path: '/many', body: arrayOf(Note), responses }, ({ body }) => seen(body)),
  operation({ method: 'POST', path: '/form', body: formURLEncodedBody(Note), responses }, ({ body }) =>
    seen(body),
  ),
  operation({ method: 'POST', path: '/multipart', body: formBody(Note), responses }, ({ body }) =>
    seen(body),
  ),
  operation({ method: 'POST', path: '/invite', body: oneOf(Admin, Guest), responses }, ({ body }) =>
    seen(body),
  ),
  operation({ method: 'POST', path: '/owners', body: Owner, responses }, ({ body }) => seen(body)),
  operation({ method: 'GET', path: '/search', query: NoteQuery, responses }, ({ query }) => seen(query)),
];

const json = (text: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: text,
});

function multipart(fields: Readonly<Record<string, string>>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', body };
}

const REQUESTS: readonly (readonly [string, string, RequestInit, unknown])[] = [
  ['an undocumented member', '/notes', json('{"text":"x","isAdmin":true}'), { text: 'x' }],
  ['a read-only member', '/notes', json('{"text":"x","id":77}'), { text: 'x' }],
  ['a read-only member of a wrong type', '/notes', json('{"text":"x","id":{"a":1}}'), { text: 'x' }],
  [
    'members of nested objects',
    '/notes',
    json('{"text":"x","tag":{"label":"a","role":1}}'),
    { text: 'x', tag: { label: 'a' } },
  ],
  [
    'members of items',
    '/notes',
    json('{"text":"x","tags":[{"label":"a","role":1},{"label":"b"}]}'),
    { text: 'x', tags: [{ label: 'a' }, { label: 'b' }] },
  ],
  [
    '__proto__ and constructor',
    '/notes',
    json('{"text":"x","__proto__":{"isAdmin":true},"constructor":1}'),
    { text: 'x' },
  ],
  [
    'what an open object holds',
    '/notes',
    json('{"text":"x","meta":{"any":{"thing":1}}}'),
    { text: 'x', meta: { any: { thing: 1 } } },
  ],
  [
    'a member that only our decorators describe',
    '/notes',
    json('{"text":"x","hint":"y"}'),
    { text: 'x', hint: 'y' },
  ],
  [
    'the own name of a renamed member',
    '/notes',
    json('{"text":"x","wire_name":"a","renamed":"b"}'),
    { text: 'x', renamed: 'a' },
  ],
  ['members of a list of bodies', '/many', json('[{"text":"x","isAdmin":true}]'), [{ text: 'x' }]],
  [
    'fields of a form',
    '/form',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'text=x&isAdmin=true&id=7',
    },
    { text: 'x' },
  ],
  [
    'fields of a multipart form',
    '/multipart',
    multipart({ text: 'x', isAdmin: 'true', id: '7', tag: '{"label":"a","role":1}' }),
    { text: 'x', tag: { label: 'a' } },
  ],
  [
    'a member of another alternative, which a rule refuses',
    '/invite',
    json('{"email":"no address","role":"admin"}'),
    { email: 'no address' },
  ],
  [
    'members of an object in the query',
    '/search?filter[label]=a&filter[role]=1&isAdmin=true',
    {},
    { filter: { label: 'a' } },
  ],
];

class Profile {
  @IsString() name!: string;
}

class Account {
  @IsInt() id!: number;
  @IsOptional() @Type(() => Profile) profile?: Profile;
  @IsOptional() @IsArray() @Type(() => Profile) friends?: Profile[];
  @IsOptional() @MapOf(() => Profile) byName?: Record<string, Profile>;
  @IsOptional() @IsObject() settings?: object;
  @IsOptional() @OneOf(() => [Profile, Tag]) either?: Profile | Tag;
}

class DetailedAccount extends Account {
  @IsString() passwordHash = 'hash';
}

class LabelledAccount extends Account {
  @IsString() label!: string;
}

class Contact {
  @Expose({ name: 'mail' }) @IsString() publicMail!: string;
}

class Contacts {
  @ArrayOf(() => Contact) contacts!: Contact[];
}

@Exclude()
class Hidden {
  @Expose() @IsInt() id!: number;
  @IsString() passwordHash!: string;
}

class Secrets {
  @WriteOnly() @IsString() password!: string;
}

class Either {
  @IsOptional() @OneOf(() => [String, Number]) value?: string | number;
}

class Row {
  id = 1;
  passwordHash = 'hash';
}

const answering = (path: string, result: unknown, more: object = {}): Operation =>
  operation(
    {
      method: 'GET',
      path,
      responses: { 200: response('It', Account), 404: response('None', Account) },
      ...more,
    } as never,
    (() => result) as never,
  );

const OUTGOING: readonly (readonly [string, Operation, unknown])[] = [
  ['a row', answering('/row', { id: 1, passwordHash: 'hash' }), { id: 1 }],
  [
    'an instance of the class',
    answering('/own', Object.assign(new Account(), { id: 1, passwordHash: 'hash' })),
    { id: 1 },
  ],
  ['an instance of another class', answering('/other', new Row()), { id: 1 }],
  [
    'an instance of a subclass',
    answering('/sub', Object.assign(new DetailedAccount(), { id: 1 })),
    { id: 1 },
  ],
  [
    'nested objects',
    answering('/nested', { id: 1, profile: { name: 'a', hash: 'x' } }),
    { id: 1, profile: { name: 'a' } },
  ],
  [
    'items',
    answering('/items', { id: 1, friends: [{ name: 'a', hash: 'x' }] }),
    { id: 1, friends: [{ name: 'a' }] },
  ],
  [
    'values of a map',
    answering('/map', { id: 1, byName: { a: { name: 'a', hash: 'x' } } }),
    { id: 1, byName: { a: { name: 'a' } } },
  ],
  [
    'items in the place of a map',
    answering('/map-list', { id: 1, byName: [{ name: 'a', hash: 'x' }] }, { checkResponses: false }),
    { id: 1, byName: [{ name: 'a' }] },
  ],
  ...['mail', 'publicMail'].map((first): (typeof OUTGOING)[number] => [
    `a column with the name of a renamed property, ${first} first`,
    answering(
      `/renamed/${first}`,
      { [first]: `${first}@a.de`, mail: 'mail@a.de', publicMail: 'publicMail@a.de' },
      { responses: { 200: response('It', Contact) } },
    ),
    { mail: 'publicMail@a.de' },
  ]),
  [
    'a column with the name of a renamed property of an item',
    answering(
      '/renamed/items',
      { contacts: [{ mail: 'secret', publicMail: 'a@a.de' }] },
      { responses: { 200: response('They', Contacts) } },
    ),
    { contacts: [{ mail: 'a@a.de' }] },
  ],
  [
    'what an open object holds',
    answering('/open', { id: 1, settings: { any: 1 } }),
    { id: 1, settings: { any: 1 } },
  ],
  [
    'a member of a union',
    answering('/union', { id: 1, either: { label: 'a', name2: 'x' } }),
    { id: 1, either: { label: 'a' } },
  ],
  [
    'the larger of two classes',
    answering(
      '/larger',
      { id: 1, label: 'a', hash: 'x' },
      { responses: { 200: response('It', oneOf(Profile, Account, LabelledAccount)) } },
    ),
    { id: 1, label: 'a' },
  ],
  [
    'an object for one of two scalars',
    answering(
      '/scalars',
      { value: { hash: 'x' } },
      {
        responses: { 200: response('It', Either) },
        checkResponses: false,
      },
    ),
    { value: {} },
  ],
  [
    'the text of a JSON column',
    answering(
      '/json-column',
      { id: 1, profile: '{"hash":"x"}', friends: '[{"hash":"x"}]', settings: '{"any":1}' },
      { checkResponses: false },
    ),
    { id: 1, profile: null, friends: null, settings: '{"any":1}' },
  ],
  ['text for an object', answering('/text', '{"id":1,"hash":"x"}', { checkResponses: false }), null],
  [
    'a class whose members are all write-only',
    answering('/secrets', { password: 'x', hash: 'x' }, { responses: { 200: response('It', Secrets) } }),
    {},
  ],
  ['toJSON', answering('/to-json', { toJSON: () => ({ id: 1, passwordHash: 'hash' }) }), { id: 1 }],
  ['a documented failure', answering('/failure', reply(404, { id: 1, passwordHash: 'hash' })), { id: 1 }],
  [
    'a plain object for a class that excludes all',
    answering(
      '/hidden-plain',
      { id: 1, passwordHash: 'hash' },
      { responses: { 200: response('It', Hidden) } },
    ),
    { id: 1 },
  ],
  [
    'an instance of a class that excludes all',
    answering('/hidden', Object.assign(new Hidden(), { id: 1, passwordHash: 'hash' }), {
      responses: { 200: response('It', Hidden) },
    }),
    { id: 1 },
  ],
  [
    'a list',
    answering('/list', [{ id: 1, passwordHash: 'hash' }], { responses: { 200: response('All', [Account]) } }),
    [{ id: 1 }],
  ],
  [
    'an object that looks like a reply',
    answering('/stored', { status: 201, headers: { 'set-cookie': 'a=b' }, body: 'x', id: 1 }),
    { id: 1 },
  ],
  [
    'a schema without a class',
    answering(
      '/schema',
      { id: 1, hash: 'x' },
      { responses: { 200: response('It', { type: 'object', properties: { id: {} } }) } },
    ),
    { id: 1 },
  ],
];

/** Nothing documents these, so nothing of them leaves. */
const REFUSED: readonly (readonly [string, Operation])[] = [
  ['an undocumented status', answering('/status', reply(201, { id: 1, passwordHash: 'hash' }))],
  [
    'an undocumented content type',
    answering(
      '/type',
      reply(200, { id: 1, passwordHash: 'hash' }, { headers: { 'content-type': 'application/hal+json' } }),
    ),
  ],
  [
    'text for an object, where the operation throws',
    answering('/throw-text', { id: 1, profile: '{"hash":"x"}' }, { undocumentedProperties: 'throw' }),
  ],
  [
    'a member, where the operation throws',
    answering('/throw', { id: 1, passwordHash: 'hash' }, { undocumentedProperties: 'throw' }),
  ],
];

describe.each(FRAMEWORKS)('%s', (framework) => {
  it('passes only documented members to the handler, and sends only documented members', async () => {
    const { origin, close } = await serve(framework, [
      ...INCOMING,
      ...OUTGOING.map(([, one]) => one),
      ...REFUSED.map(([, one]) => one),
    ]);
    for (const [what, path, init, expected] of REQUESTS) {
      const answer = await fetch(origin + path, init);
      const text = await answer.text();
      expect([what, answer.status, text]).toEqual([what, 200, expect.anything()]);
      expect([what, JSON.parse((JSON.parse(text) as Seen).json)]).toEqual([what, [expected]]);
    }
    for (const [what, { definition }, expected] of OUTGOING) {
      const answer = await fetch(origin + definition.path);
      expect([what, await answer.json()]).toEqual([what, expected]);
      expect([what, answer.headers.get('set-cookie')]).toEqual([what, null]);
    }
    for (const [what, { definition }] of REFUSED) {
      const answer = await fetch(origin + definition.path);
      expect([what, answer.status]).toEqual([what, 500]);
      expect(await answer.text()).not.toContain('"hash"');
    }
    await close();
  });
});

describe('unknownProperties', () => {
  const create = (unknownProperties: 'drop' | 'refuse' | 'keep'): Operation =>
    operation({ method: 'POST', path: '/notes', body: Note, responses, unknownProperties }, ({ body }) =>
      seen(body),
    );
  const body = '{"text":"x","isAdmin":true,"tags":[{"label":"a","role":1}]}';
  const target = { target: '/notes', headers: { 'content-type': 'application/json' } };

  it('rejects them with a pointer to each, as documented', async () => {
    const refused = await runnerOf(create('refuse'))({ ...target, body });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/tags/0/role' }, { pointer: '#/isAdmin' }] },
    });
    const docs = new Docs({ info: { title: 'x', version: '1' } });
    docs.bindOperations([create('refuse')]);
    const {
      Note: note,
      NoteInput: input,
      Tag: tag,
      TagInput: tagInput,
    } = docs.buildSpec().components!.schemas! as Record<string, { additionalProperties?: boolean }>;
    expect((input ?? note)!.additionalProperties).toBe(false);
    expect((tagInput ?? tag)!.additionalProperties).toBe(false);
    const allowed = await runnerOf(create('refuse'))({ ...target, body: '{"text":"x"}' });
    expect(allowed.status).toBe(200);
  });

  it('closes the request of a class that a response has, too', () => {
    const echo = operation(
      {
        method: 'POST',
        path: '/tags',
        body: Tag,
        responses: { 200: response('It', Tag) },
        unknownProperties: 'refuse',
      },
      ({ body: tag }) => tag,
    );
    const docs = new Docs({ info: { title: 'x', version: '1' } });
    docs.bindOperations([echo]);
    expect(docs.buildSpec().components!.schemas).toMatchObject({
      Tag: expect.not.objectContaining({ additionalProperties: false }) as unknown,
      TagInput: { additionalProperties: false },
    });
  });

  it('validates properties with @ApiProperty({ readOnly: true }), which no library drops', async () => {
    class Legacy {
      @ApiProperty({ readOnly: true }) @IsInt() id!: number;
    }
    const take = operation({ method: 'POST', path: '/x', body: Legacy, responses }, ({ body: given }) =>
      seen(given),
    );
    const run = runnerOf(take);
    const ask = (text: string): Promise<{ status: number }> => run({ ...target, target: '/x', body: text });
    expect((await ask('{"id":"text"}')).status).toBe(400);
    expect((await ask('{"id":7}')).status).toBe(200);
  });

  it('keeps undocumented members, except read-only ones', async () => {
    const kept = await runnerOf(create('keep'))({ ...target, body: '{"text":"x","isAdmin":true,"id":7}' });
    expect(JSON.parse((kept.body as Seen).json)).toEqual([{ text: 'x', isAdmin: true }]);
  });

  it('drops read-only properties in lists', async () => {
    const take = operation(
      { method: 'POST', path: '/x', body: Many, responses, unknownProperties: 'keep' },
      ({ body: given }) => seen(given),
    );
    const text = '{"notes":[{"text":"x","isAdmin":true,"id":7}]}';
    const kept = await runnerOf(take)({ ...target, target: '/x', body: text });
    expect(JSON.parse((kept.body as Seen).json)).toEqual([{ notes: [{ text: 'x', isAdmin: true }] }]);
  });

  it('lets class-validator reject members of a closed object, with its messages', async () => {
    const run = runnerOf(create('drop'), {}, { validation: { whitelist: true, forbidNonWhitelisted: true } });
    const { body: problem } = await run({ ...target, body });
    expect(problem).toMatchObject({
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: '#/isAdmin', rule: 'whitelistValidation' }),
      ]) as unknown,
    });
  });
});

it('accepts requests under forbidNonWhitelisted although each new object has a member without a rule', async () => {
  class Field {
    @IsString() name!: string;
    note?: string = undefined;
    tags: string[] = [];
  }
  const create = operation({ method: 'POST', path: '/notes', body: Field, responses }, ({ body }) =>
    seen(body),
  );
  const run = runnerOf(create, {}, { validation: { whitelist: true, forbidNonWhitelisted: true } });
  const send = async (body: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await run({ target: '/notes', headers, body })).status;
  };
  expect(await send('{"name":"a"}')).toBe(200);
  expect(await send('{"name":"a","note":"b"}')).toBe(400);
  expect(await send('{"name":"a","other":"b"}')).toBe(400);
});

it('refuses undocumented members of a closed object where class-validator does not look', async () => {
  class Shallow {
    @IsOptional() @Type(() => Tag) tag?: Tag;
  }
  const create = operation({ method: 'POST', path: '/notes', body: Shallow, responses }, ({ body }) =>
    seen(body),
  );
  const run = runnerOf(create, {}, { validation: { whitelist: true, forbidNonWhitelisted: true } });
  const { status, body } = await run({
    target: '/notes',
    headers: { 'content-type': 'application/json' },
    body: '{"tag":{"label":"a","role":1}}',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ pointer: '#/tag/role', rule: 'unknownProperty' }] });
});

it.each(['3.0', '3.1', '3.2'] as const)(
  'sends documented members of events only, in OpenAPI %s',
  async (openapi) => {
    const watch = operation(
      { method: 'GET', path: '/events', responses: { 200: eventStream('Them', arrayOf(Profile)) } },
      async function* () {
        yield await Promise.resolve([Object.assign(new Profile(), { name: 'a', hash: 'x' })]);
      },
    );
    const { body } = await runnerOf(watch, {}, { openapi })({ target: '/events' });
    let text = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
    expect(text).toBe(':\n\ndata: [{"name":"a"}]\n\n');
  },
);

it('lets one class with a read-only member serve requests and responses', async () => {
  const echo = operation(
    { method: 'PUT', path: '/notes', body: Note, responses: { 200: response('It', Note) } },
    ({ body }) => Object.assign(body, { id: 1 }),
  );
  const run = runnerOf(echo);
  const headers = { 'content-type': 'application/json' };
  expect(await run({ target: '/notes', headers, body: '{"text":"x","id":77}' })).toMatchObject({
    status: 200,
    body: { id: 1, text: 'x' },
  });
  // Other rules still run, and only theirs are told.
  const refused = await run({ target: '/notes', headers, body: '{"text":1}' });
  expect((refused.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
    '#/text',
  ]);
});
