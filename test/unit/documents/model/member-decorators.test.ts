import 'reflect-metadata';
import { OmitType as NestOmitType, PartialType as NestPartialType } from '@nestjs/mapped-types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsOptional,
  IsString,
  validateSync,
  ValidateNested,
  type ValidatorOptions,
} from 'class-validator';
import {
  AtLeastOneOf,
  ConfigError,
  type Constructor,
  Description,
  Docs,
  ExactlyOneOf,
  Example,
  IntersectionType,
  jsonSchemaOf,
  Nullable,
  OmitType,
  operation,
  type OperationOptions,
  PartialType,
  PickType,
  ReadOnly,
  RequiredWith,
} from '../../../../src/index.js';
import { createValidator } from '../../../../src/documents/model/class-validator/validator.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';
import { runnerOf } from '../../operations/run.js';

class Members {
  @IsOptional() @IsString() email?: string;
  @IsOptional() @IsString() phone?: string;
  @Expose({ name: 'fax_number' }) @IsOptional() @IsString() fax?: string;
}

@AtLeastOneOf('email', 'phone', 'fax')
class AtLeastOne extends Members {}

@ExactlyOneOf('email', 'phone', 'fax')
class ExactlyOne extends Members {}

@RequiredWith({ email: 'phone', fax: 'email' })
class With extends Members {}

@AtLeastOneOf('email', 'phone')
@AtLeastOneOf('phone', 'fax')
@RequiredWith({ email: 'fax' })
@RequiredWith({ phone: 'fax' })
class Several extends Members {}

@RequiredWith({ phone: 'fax' })
@AtLeastOneOf('phone', 'fax')
@RequiredWith({ email: 'fax' })
@AtLeastOneOf('email', 'phone')
class OtherOrder extends Members {}

class Below extends ExactlyOne {
  @IsOptional() @IsString() note?: string;
}

const CLASSES = { AtLeastOne, ExactlyOne, With, Several, OtherOrder, Below };
const CASES = Object.entries(CLASSES) as [string, Constructor<Members>][];

const NAMES = ['email', 'phone', 'fax_number'];
const VALUES: Record<string, unknown>[] = [undefined, 'x', null].flatMap((email) =>
  [undefined, 'x', null].flatMap((phone) =>
    [undefined, 'x', null].map((fax) =>
      Object.fromEntries(
        [email, phone, fax].flatMap((value, at) => (value === undefined ? [] : [[NAMES[at], value]])),
      ),
    ),
  ),
);

function schemaOf(target: Constructor): Record<string, unknown> {
  return jsonSchemaOf(target, { refs: 'inline', onDiagnostic: () => undefined }) as Record<string, unknown>;
}

function rulesIn(target: Constructor): object {
  const { anyOf, oneOf, allOf, dependentRequired } = schemaOf(target);
  return JSON.parse(JSON.stringify({ anyOf, oneOf, allOf, dependentRequired })) as object;
}

function instance(target: Constructor<object>, value: object): object {
  return plainToInstance(target as new () => object, value);
}

/** The place of a fault: the missing member, if only one can be. */
function pointerOf(message: string): string {
  const name = /^(\w+) is required if/.exec(message)?.[1];
  return name === undefined ? '#' : `#/${name}`;
}

function messages(target: Constructor<object>, value: object, options: ValidatorOptions = {}): string[] {
  const errors = validateSync(instance(target, value), options);
  return errors.flatMap(({ constraints }) => Object.values(constraints ?? {}));
}

/** Branches that repeat the types, because generators of clients make `unknown` or `any` of those without properties. */
const required = (...names: string[]) =>
  names.map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }));

describe.each(CASES)('rules about the members of %s', (_name, target) => {
  const options: ValidatorOptions[] = [
    {},
    { skipMissingProperties: true },
    { whitelist: true, forbidNonWhitelisted: true },
  ];

  it.each(options)('accept what the schema accepts, under %j', async (given) => {
    // Null is documented only where a rule asks for it, so the presence alone is compared.
    const isPresence = (name: string, value: unknown): unknown => (name === 'properties' ? undefined : value);
    const presence = JSON.parse(JSON.stringify(schemaOf(target), isPresence)) as object;
    const accepts = new Ajv2020({ strict: false }).compile(presence);
    const validate = createValidator(given);
    const verdicts = VALUES.map((value) => messages(target, value, given).length === 0);
    expect(verdicts).toEqual(VALUES.map((value) => accepts(value)));
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
    const ours = await Promise.all(
      VALUES.map(async (value) => (await validate(instance(target, value))).length === 0),
    );
    expect(ours).toEqual(verdicts);
  });

  it('run in an operation, which keeps the members', async () => {
    let seen: unknown;
    const at = { method: 'POST', path: '/', body: target } as const;
    const send = (value: object, settings: OperationOptions) =>
      runnerOf(
        operation({ ...at, responses: { 204: { description: 'Read' } } }, ({ body }) => {
          seen = { ...body };
        }),
        settings,
      )({ target: '/', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
    for (const unknownProperties of ['drop', 'refuse'] as const)
      for (const value of VALUES.filter((one) => !Object.values(one).includes(null))) {
        seen = undefined;
        const found = messages(target, value);
        const { status, body } = await send(value, { unknownProperties });
        const { errors = [] } = (body ?? {}) as { errors?: { pointer?: string; detail?: string }[] };
        expect([value, status]).toEqual([value, found.length === 0 ? 204 : 400]);
        expect(errors.map(({ detail }) => detail)).toEqual(found);
        expect(errors.map(({ pointer }) => pointer)).toEqual(found.map(pointerOf));
        if (found.length === 0) expect(seen).toEqual({ ...instance(target, value) });
      }
  });

  it.each(['3.0', '3.1', '3.2'] as const)('are valid in a document of %s', async (openapi) => {
    const docs = new Docs({ info: { title: 'Test', version: '1' }, openapi });
    docs.addOperations([
      operation(
        { method: 'POST', path: '/', body: target, responses: { 204: { description: 'Read' } } },
        () => undefined,
      ),
    ]);
    await expectValidDocument(docs.buildSpec());
  });
});

it('documents the rules with the names of JSON, whatever the order of the decorators', () => {
  expect(rulesIn(AtLeastOne)).toEqual({ anyOf: required(...NAMES) });
  expect(rulesIn(ExactlyOne)).toEqual({ oneOf: required(...NAMES) });
  expect(rulesIn(With)).toEqual({ dependentRequired: { phone: ['email'], email: ['fax_number'] } });
  expect(rulesIn(Several)).toEqual({
    anyOf: required('email', 'phone'),
    allOf: [{ anyOf: required('phone', 'fax_number') }],
    dependentRequired: { fax_number: ['email', 'phone'] },
  });
  expect(rulesIn(OtherOrder)).toEqual(rulesIn(Several));
  expect(Object.keys(schemaOf(AtLeastOne).properties as object)).toEqual(NAMES);
});

it('repeats the type of a member in its branch, and not what documents it', () => {
  class Card {
    @IsString() digits!: string;
  }
  @ExactlyOneOf('card', 'iban')
  class Payment {
    @Description('The card') @IsOptional() @ValidateNested() @Type(() => Card) card?: Card;
    @Example('DE1') @Nullable() @IsOptional() @IsIn(['DE1', 'DE2']) iban?: string | null;
  }
  const docs = new Docs({ info: { title: 'Test', version: '1' }, openapi: '3.0' });
  docs.add({ method: 'POST', path: '/payments', body: Payment, responses: {} });
  const { components } = docs.buildSpec() as unknown as {
    components: { schemas: Record<string, { oneOf?: object[] }> };
  };
  const iban = { type: 'string', nullable: true, enum: ['DE1', 'DE2', null] };
  const branch = (name: string, schema: object) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  });
  expect(components.schemas.Payment?.oneOf).toEqual([
    branch('card', { $ref: '#/components/schemas/Card' }),
    branch('iban', iban),
  ]);
});

describe('an answer names the rule, and what is wrong with the members', () => {
  @AtLeastOneOf('color', 'size')
  class Look {
    @IsOptional() @IsIn(['red']) color?: string;
    @IsOptional() @IsIn(['s']) size?: string;
  }
  class Card {
    @IsString() digits!: string;
  }
  @ExactlyOneOf('card', 'iban')
  class Payment {
    @IsOptional() @ValidateNested() @Type(() => Card) card?: Card;
    @IsOptional() @IsString() iban?: string;
  }
  const color = '#/color color must be one of the following values: red';
  const size = '#/size size must be one of the following values: s';
  const either = '# exactly one of card and iban is required';
  const card = { digits: '1' };

  it.each<[Constructor, unknown, readonly string[]]>([
    [Look, {}, ['# one of color and size is required']],
    [Look, { color: 'blue' }, [color]],
    [Look, { color: 'red', size: 'x' }, [size]],
    [Look, { color: 'blue', size: 'x' }, [color, size]],
    [Look, { color: null }, ['#/color color must be "red"']],
    [Look, [], ['# The value must be an object, not an array']],
    [Payment, {}, [either]],
    [Payment, { card, iban: 'x' }, [either]],
    [Payment, { card: {} }, ['#/card/digits digits must be a string']],
    [Payment, { card: [card] }, ['#/card card must be an object, not an array']],
    [Payment, { card: { ...card, extra: 1 } }, ['#/card/extra extra is not documented']],
    [Payment, { iban: 5 }, ['#/iban iban must be a string']],
    [Payment, { card, iban: 5 }, ['#/iban iban must be a string', either]],
  ])('%p %j', async (target, value, expected) => {
    const responses = { 204: { description: 'Read' } };
    const post = operation({ method: 'POST', path: '/', body: target, responses }, () => undefined);
    const { body } = await runnerOf(post, { unknownProperties: 'refuse' })({
      target: '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
    const { errors } = body as { errors: { pointer: string; detail: string }[] };
    expect(errors.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual(expected);
  });
});

it('names the members and the remedy', () => {
  expect(messages(AtLeastOne, {})).toEqual(['one of email, phone and fax_number is required']);
  expect(messages(ExactlyOne, {})).toEqual(['exactly one of email, phone and fax_number is required']);
  expect(messages(With, { email: '1' })).toEqual(['fax_number is required if email is sent']);
});

it('reports no diagnostic', () => {
  const codes: string[] = [];
  for (const [, target] of CASES)
    jsonSchemaOf(target, {
      onDiagnostic: ({ code }) => codes.push(code),
      validation: { whitelist: true, forbidNonWhitelisted: true },
    });
  expect(codes).toEqual([]);
});

it('rejects a member with the key of a rule, which whitelist would keep', () => {
  const value = { email: 'x', 'dtospec:atLeastOneOf(email, phone, fax)': 1 };
  expect(messages(AtLeastOne, value, { whitelist: true })).toHaveLength(1);
});

it('documents no rule that sees other members than the request has', () => {
  @AtLeastOneOf('one', 'two')
  @ExactlyOneOf('two', 'three')
  @RequiredWith({ one: 'two' })
  class Changed {
    @IsOptional() @IsString() one = 'initial';
    @IsOptional() @IsString() two?: string;
    @Transform(({ value }) => (value as unknown) ?? 'x') @Expose() @IsOptional() @IsString() three?: string;
  }
  expect(rulesIn(Changed)).toEqual({});
});

it('keeps in mapped types the rules whose members all remain', () => {
  expect(rulesIn(PickType(Several, ['email', 'phone']))).toEqual({ anyOf: required('email', 'phone') });
  expect(messages(PickType(Several, ['email', 'phone']), {})).toEqual(['one of email and phone is required']);
  expect(rulesIn(OmitType(Several, ['email']))).toEqual({
    anyOf: required('phone', 'fax_number'),
    dependentRequired: { fax_number: ['phone'] },
  });
  expect(messages(OmitType(ExactlyOne, ['fax']), {})).toEqual([]);
  class Note {
    @IsOptional() @IsString() note?: string;
  }
  expect(rulesIn(IntersectionType(ExactlyOne, Note))).toEqual(rulesIn(ExactlyOne));
  for (const partial of [PartialType(Several), NestPartialType(Several)]) {
    expect(rulesIn(partial)).toEqual({});
    expect(messages(partial, {})).toEqual([]);
  }
  expect(rulesIn(NestOmitType(AtLeastOne, ['fax']))).toEqual({});
});

it('checks the properties', () => {
  // @ts-expect-error Members has no mobile
  AtLeastOneOf('email', 'mobile')(class extends Members {});
  // @ts-expect-error Members has no mobile
  RequiredWith({ mobile: 'email' })(class extends Members {});
  // @ts-expect-error one property is not enough
  const tooFew = () => ExactlyOneOf('email')(class extends Members {});
  expect(tooFew).toThrow(ConfigError);
  expect(() => AtLeastOneOf('email', 'email')(class Twice extends Members {})).toThrow(
    'Twice: @AtLeastOneOf needs different properties',
  );
  expect(() => RequiredWith({})(class Empty {})).toThrow('Empty: @RequiredWith needs pairs of properties');
});

test.each(CASES)(
  'a class of parameters has a note about a rule that OpenAPI cannot describe, and it runs: %s',
  async (_, target) => {
    const responses = { 204: { description: 'Done' } };
    const search = operation({ method: 'GET', path: '/x', query: target, responses }, () => undefined);
    const docs = new Docs({ info: { title: 'x', version: '1' } }).addOperations([search]);
    const notes = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'looser-rule');
    expect(notes.map(({ severity, place }) => [severity, place])).toEqual([['info', target.name]]);
    const statuses = await Promise.all(
      ['', 'email=a&phone=b&fax_number=c', 'fax_number=c', 'phone=b'].map(
        async (query) => (await runnerOf(search)({ target: `/x?${query}` })).status,
      ),
    );
    expect(statuses).toContain(400);
    expect(statuses).toContain(204);
  },
);

describe('a rule that names a read-only member, which no request has', () => {
  @AtLeastOneOf('id', 'email', 'phone')
  class AtLeast {
    @ReadOnly() @IsOptional() @IsString() id?: string;
    @IsOptional() @IsString() email?: string;
    @IsOptional() @IsString() phone?: string;
  }

  @ExactlyOneOf('id', 'email')
  class Exactly {
    @ReadOnly() @IsOptional() @IsString() id?: string;
    @IsOptional() @IsString() email?: string;
  }

  it.each([AtLeast, Exactly])('asks for one of the others in %p', async (target) => {
    const accepts = new Ajv2020({ strict: false }).compile(schemaOf(target));
    const post = operation(
      { method: 'POST', path: '/', body: target, responses: { 204: { description: 'Read' } } },
      () => undefined,
    );
    for (const value of [{}, { email: 'x' }, { email: 'x', phone: 'y' }]) {
      const { status } = await runnerOf(post)({
        target: '/',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      });
      expect([value, status === 204]).toEqual([value, accepts(value)]);
    }
    expect(accepts({})).toBe(false);
  });
});
