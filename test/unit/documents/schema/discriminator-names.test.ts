import { Ajv2020 } from 'ajv/dist/2020.js';
import { instanceToPlain, plainToInstance, Type } from 'class-transformer';
import { Allow, Equals, IsInt, IsString, validate, ValidateNested } from 'class-validator';
import { ArrayOf, OneOf } from '../../../../decorators/types.js';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { Docs, operation, oneOf, response } from '../../../../src/index.js';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';
import type { Constructor } from '../../../../src/shared/types.js';

type Name = string | number | boolean;

/** A class with a list of two classes, which a member with these values distinguishes. */
function holderOf(first: Name, second: Name, keep: boolean): new () => object {
  class First {
    @IsInt() value!: number;
  }
  class Second {
    @IsString() reason!: string;
  }
  if (keep) {
    Equals(first)(First.prototype, 'kind');
    Equals(second)(Second.prototype, 'kind');
  }
  class Holder {
    @ValidateNested({ each: true })
    @Type(() => Object, {
      keepDiscriminatorProperty: keep,
      discriminator: {
        property: 'kind',
        subTypes: [
          { name: first as string, value: First },
          { name: second as string, value: Second },
        ],
      },
    })
    list!: unknown[];
  }
  return Holder;
}

const NAMES: readonly (readonly [Name, Name])[] = [
  [true, false],
  [1, 2],
  [0, 'zero'],
  [true, 'other'],
  [1, '1'],
  ['a', 'b'],
];

const post = async (target: Constructor, body: unknown): Promise<[number, unknown]> => {
  const docs = new Docs({ info: { title: 'x', version: '1' }, diagnostics: 'silent' });
  const echo = operation(
    { method: 'POST', path: '/x', body: target, responses: { 200: response('x', target) } },
    (request) => request.body,
  );
  const serve = fetchOperations(docs, [echo], { checkResponses: 'throw' });
  const answer = await serve(
    new Request('http://localhost/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  return [answer?.status ?? 0, await answer?.json()];
};

describe.each([true, false])('subTypes with names of any type, kept: %s', (keep) => {
  it.each(NAMES)('%p and %p', async (first, second) => {
    const Holder = holderOf(first, second, keep);
    const valid = {
      list: [
        { kind: first, value: 1 },
        { kind: second, reason: 'r' },
      ],
    };
    // class-transformer deletes the discriminator of its argument.
    const instance = plainToInstance(Holder, JSON.parse(JSON.stringify(valid)) as object);
    expect(await validate(instance)).toEqual([]);
    expect(await post(Holder, valid)).toEqual([200, valid]);
    if (keep) expect(instanceToPlain(instance)).toEqual(valid);
    const accepts = new Ajv2020({ strict: false }).compile(jsonSchemaOf(Holder));
    expect(accepts(valid)).toBe(true);
    expect(accepts({ list: [{ kind: String(first).concat('?'), value: 1 }] })).toBe(false);
  });

  it.each(NAMES)('%p and %p name the faults of their classes', async (first, second) => {
    const [status, problem] = await post(holderOf(first, second, keep), {
      list: [{ kind: first, value: 'x' }, { kind: second }],
    });
    expect(status).toBe(400);
    const { errors } = problem as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(['#/list/0/value', '#/list/1/reason']);
  });

  it('another type than that of the names is refused', async () => {
    const Holder = holderOf(true, false, keep);
    expect((await post(Holder, { list: [{ kind: 'true', value: 1 }] }))[0]).toBe(400);
    expect((await post(Holder, { list: [{ kind: 1, value: 1 }] }))[0]).toBe(400);
  });
});

it.each<[Name, Name, object]>([
  [true, false, { type: 'boolean', const: true }],
  [1, 2, { type: 'number', const: 1 }],
  ['a', 1, { type: 'string', const: 'a' }],
])('documents %p and %p with their type', (first, second, schema) => {
  for (const dialect of ['3.0', '3.1'] as const) {
    const docs = new Docs({ info: { title: 'x', version: '1' }, openapi: dialect, diagnostics: 'silent' });
    docs.add({
      method: 'GET',
      path: '/x',
      responses: { 200: response('x', holderOf(first, second, true)) },
    });
    const { First, Holder } = docs.buildSpec().components!.schemas! as Record<
      string,
      { properties: Record<string, object> }
    >;
    const { const: value, ...type } = schema as { const: Name };
    const listed = { ...type, enum: [value] };
    expect(First!.properties.kind).toEqual(dialect === '3.1' ? { ...listed, const: value } : listed);
    expect(Holder!.properties.list).toMatchObject({
      items: {
        discriminator: {
          propertyName: 'kind',
          mapping: {
            [String(first)]: '#/components/schemas/First',
            [String(second)]: '#/components/schemas/Second',
          },
        },
      },
    });
  }
});

it('leaves out the mapping if two names are one text', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' }, diagnostics: 'silent' });
  docs.add({ method: 'GET', path: '/x', responses: { 200: response('x', holderOf(1, '1', true)) } });
  const { Holder } = docs.buildSpec().components!.schemas! as Record<
    string,
    { properties: { list: { items: object } } }
  >;
  expect(Object.keys(Holder!.properties.list.items)).toEqual(['type', 'oneOf']);
});

describe('classes whose rules require true, false or a number', () => {
  class Done {
    @Equals(true) ok = true as const;
    @IsInt() value!: number;
  }
  class Failed {
    @Equals(false) ok = false as const;
    @IsString() reason!: string;
  }
  class Listed {
    @Allow() @ArrayOf(() => oneOf(Done, Failed)) list!: unknown[];
  }
  class Named {
    @Allow() @OneOf(() => [Done, Failed], { discriminator: 'ok' }) item!: unknown;
  }
  class Mapped {
    @Allow()
    @OneOf(() => [Done, Failed], {
      discriminator: { propertyName: 'ok', mapping: { true: Done, false: Failed } },
    })
    item!: unknown;
  }

  it.each([Named, Mapped])('%p reads and writes both', async (target) => {
    for (const item of [
      { ok: true, value: 1 },
      { ok: false, reason: 'r' },
    ])
      expect(await post(target, { item })).toEqual([200, { item }]);
    expect((await post(target, { item: { ok: false, value: 1 } }))[0]).toBe(400);
    const [, problem] = await post(target, { item: { ok: 'true', value: 1 } });
    expect((problem as { errors: unknown[] }).errors).toMatchObject([
      { pointer: '#/item/ok', detail: 'ok must be one of true, false' },
    ]);
  });

  it('without a discriminator, the constants decide', async () => {
    const list = [
      { ok: false, reason: 'r' },
      { ok: true, value: 1 },
    ];
    expect(await post(Listed, { list })).toEqual([200, { list }]);
  });
});
