import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import {
  formBody,
  formURLEncodedBody,
  mapOf,
  MapOf,
  operation,
  Required,
  response,
  TupleOf,
  TypeOf,
  type Operation,
} from 'dtospec';

// What the document refuses, no handler gets, although class-validator accepts each of these. The tests of frameworks and
// of other runtimes send the same requests.

enum Role {
  User = 1,
  Admin = 2,
}

class Discount {
  @IsNumber() @Max(50) percent!: number;
}

class Animal {
  @IsOptional() @IsString() name?: string;
}

class Cat extends Animal {
  @IsInt() lives!: number;
}

class Everything {
  @IsOptional() @IsEnum(Role) role?: Role;
  @IsOptional() @ValidateNested() @Type(() => Discount) discount?: Discount;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Discount) discounts?: Discount[];
  @IsOptional() @IsNotEmpty() email?: string;
  @IsOptional() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsInt() age?: number;
  @IsOptional() @IsBoolean() @Type(() => Boolean) ok?: boolean;
  @IsOptional() @IsNumber() @Type(() => Number) price?: number;
  @IsOptional()
  @ValidateNested()
  @Type(() => Animal, {
    keepDiscriminatorProperty: true,
    discriminator: { property: 'kind', subTypes: [{ name: 'cat', value: Cat }] },
  })
  animal?: Animal;
  @IsOptional() @TupleOf(() => [String, Number]) pair?: [string, number];
  @IsOptional() @MapOf(() => Number) scores?: Record<string, number>;
  @IsOptional() @TypeOf(() => BigInt) big?: bigint;
  @Required() @IsOptional() @IsString() needed?: string;
}

class Owner {
  @IsOptional() @IsString() owner?: string;
}

export class Query {
  @IsOptional() @ValidateNested() @Type(() => Owner) filter?: Owner;
  @IsOptional() @MapOf(() => Number) scores?: Record<string, number>;
  @IsOptional() @IsInt({ each: true }) ids?: number[];
  @IsOptional() @IsInt() page?: number;
  @IsOptional() @IsString() text?: string;
  @IsOptional() @IsEnum(Role) role?: Role;
}

class Form {
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Discount) discounts?: Discount[];
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @IsString({ each: true }) tags?: string[];
  @IsOptional() @TupleOf(() => [String, Number]) pair?: [string, number];
}

export class Spaced {
  @IsString() @MaxLength(3) @Transform(({ value }) => String(value).trim()) word!: string;
  @IsOptional()
  @IsInt({ each: true })
  @Transform(({ value }) => String(value).split(',').map(Number))
  list?: number[];
  #size = 0;
  @IsOptional() @IsInt() set size(value: number) {
    this.#size = Math.trunc(value);
  }
  get size(): number {
    return this.#size;
  }
}

/** What the handlers got, in order. */
export const received: unknown[] = [];

export const taking = (path: string, more: object): Operation =>
  operation(
    { method: 'POST', path, responses: { 204: response('Taken') }, ...more } as never,
    (({ body, query }: { body: unknown; query: unknown }) => {
      received.push(body ?? query);
    }) as never,
  );

export const OPERATIONS = [
  taking('/everything', { body: Everything }),
  taking('/list', { body: mapOf(Discount) }),
  taking('/form', { body: formURLEncodedBody(Form) }),
  taking('/parts', { body: formBody(Form) }),
  taking('/spaced', { body: Spaced }),
  operation(
    { method: 'DELETE', path: '/search', query: Query, responses: { 204: response('Gone') } },
    ({ query }) => {
      received.push(query);
    },
  ),
];

const json = (value: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

function parts(fields: Readonly<Record<string, string | readonly string[]>>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) body.append(name, one as string);
  return { method: 'POST', body };
}

const everything = (member: object): readonly [string, RequestInit] => [
  '/everything',
  json({ needed: 'x', ...member }),
];
const search = (query: string): readonly [string, RequestInit] => [`/search?${query}`, { method: 'DELETE' }];

type Refused = readonly [what: string, request: readonly [string, RequestInit], fault: string];

/** Each request with the fault that its client reads. */
export const REFUSED: readonly Refused[] = [
  ['the name of a numeric enum', everything({ role: 'Admin' }), 'body #/role role must be one of 1, 2'],
  [
    'a list for an object',
    everything({ discount: [] }),
    'body #/discount discount must be an object, not an array',
  ],
  [
    'an object for a list',
    everything({ discounts: { percent: 1 } }),
    'body #/discounts discounts must be an array, not an object',
  ],
  [
    'a list of lists',
    everything({ discounts: [[{ percent: 1 }]] }),
    'body #/discounts/0 discounts[0] must be an object, not an array',
  ],
  [
    'a list for text',
    everything({ email: ['a@x', 'b@x'] }),
    'body #/email email must be a string, not an array',
  ],
  ['text for a list', everything({ tags: 'abc' }), 'body #/tags tags must be an array, not a string'],
  ['null for an optional number', everything({ age: null }), 'body #/age age must be an integer, not null'],
  ['text for a boolean', everything({ ok: 'false' }), 'body #/ok ok must be a boolean, not a string'],
  ['text for a number', everything({ price: '5' }), 'body #/price price must be a number, not a string'],
  [
    'an unknown discriminator',
    everything({ animal: { kind: 'nope' } }),
    'body #/animal/kind kind must be "cat"',
  ],
  ['no discriminator', everything({ animal: { lives: 9 } }), 'body #/animal/kind kind must be "cat"'],
  ['a tuple of another length', everything({ pair: ['a'] }), 'body #/pair pair must have at least 2 items'],
  [
    'a tuple of other types',
    everything({ pair: [1, 2] }),
    'body #/pair/0 pair[0] must be a string, not an integer',
  ],
  [
    'a map of other values',
    everything({ scores: { a: 'x' } }),
    'body #/scores/a a must be a number, not a string',
  ],
  ['a list for a map', everything({ scores: [1] }), 'body #/scores scores must be an object, not an array'],
  ['a number for a bigint', everything({ big: 5 }), 'body #/big big must be a string, not an integer'],
  [
    'a missing member that only @Required() knows',
    ['/everything', json({})],
    'body #/needed needed is required',
  ],
  ['a list for the body', ['/everything', json([])], 'body # The value must be an object, not an array'],
  ['a list for a map of objects', ['/list', json({ a: [] })], 'body #/a a must be an object, not an array'],
  [
    'an object as text in the query',
    search('filter={"owner":"me"}'),
    'query #/filter nested property filter must be either object or array',
  ],
  [
    'an object with a member of another type',
    search('scores[a]=x'),
    'query #/scores/a a must be a number, not a string',
  ],
  [
    'a list in another spelling',
    search('ids[]=1'),
    'query #/ids each value in ids must be an integer number; write ids=… without brackets',
  ],
  ['text in a list of numbers', search('ids=x'), 'query #/ids each value in ids must be an integer number'],
  [
    'an object beside its text',
    search('filter=x&filter[owner]=me'),
    'query #/filter nested property filter must be either object or array',
  ],
  ['an empty number', search('page='), 'query #/page page must be an integer number'],
  ['the name of a numeric enum in the query', search('role=Admin'), 'query #/role role must be one of 1, 2'],
  ['a repeated scalar', search('text=a&text=b'), 'query #/text text must be a string'],
  [
    'a list in one part, with a list inside',
    ['/parts', parts({ discounts: '[[{"percent":1}]]' })],
    'body #/discounts/0 discounts[0] must be an object, not an array',
  ],
  ['an empty number in a form', ['/form', form('count=')], 'body #/count count must be an integer number'],
  [
    'a number of another spelling in a form',
    ['/form', form('count=0x10')],
    'body #/count count must be an integer number',
  ],
];

export const OTHER_SPELLING: Refused = [
  'a list of a form in another spelling',
  ['/form', form('tags[]=a')],
  'body #/tags each value in tags must be a string',
];

export const ACCEPTED: readonly (readonly [
  what: string,
  request: readonly [string, RequestInit],
  unknown,
])[] = [
  ['a value of a numeric enum', everything({ role: 2 }), { needed: 'x', role: 2 }],
  ['a bigint', everything({ big: '9007199254740993' }), { needed: 'x', big: 9007199254740993n }],
  [
    'a known discriminator',
    everything({ animal: { kind: 'cat', lives: 9 } }),
    { needed: 'x', animal: { kind: 'cat', lives: 9 } },
  ],
  [
    'a list as JSON in one part',
    ['/parts', parts({ discounts: '[{"percent":1}]' })],
    { discounts: [{ percent: 1 }] },
  ],
  ['a tuple in the parts of one name', ['/parts', parts({ pair: ['1', '2'] })], { pair: ['1', 2] }],
  [
    'what a @Transform converts',
    ['/spaced', json({ word: '   abc  ', list: '1,2' })],
    { word: 'abc', list: [1, 2] },
  ],
  ['an object of the query', search('filter[owner]=me'), { filter: { owner: 'me' } }],
  ['an empty text', search('text='), { text: '' }],
  ['an undocumented name', search('other=1'), {}],
];

interface Problem {
  readonly errors: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}

/** Returns the faults that a client reads in a response, as in `REFUSED`. */
export function faultsIn(text: string): string[] {
  const { errors = [] } = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Problem>;
  return errors.map(({ in: place, pointer, detail }) => `${place} ${pointer} ${detail}`);
}
