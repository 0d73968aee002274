import { Ajv2020 } from 'ajv/dist/2020.js';
import { plainToInstance, Type } from 'class-transformer';
import { IsEnum, IsIn, IsOptional, IsString, ValidateNested, validateSync } from 'class-validator';
import { Description } from '../../../../decorators/annotations.js';
import { OneOf, TupleOf } from '../../../../decorators/types.js';
import { arrayOf, oneOf } from '../../../../src/documents/model/type/type-functions.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../../src/shared/types.js';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';
import { compile, compileUses, RESPONSE } from './compile.js';

class Card {
  @IsString() digits!: string;
}
class Transfer {
  @IsString() iban!: string;
}
class Payment {
  @OneOf(() => [Card, Transfer], {
    discriminator: { propertyName: 'by', mapping: { visa: Card, master: Card, bank: Transfer } },
  })
  method!: Card | Transfer;
}
class Never {
  @IsEnum({}) nothing!: string;
}

describe('discriminated unions', () => {
  it('several names of one class are one branch', () => {
    const { components } = jsonSchemaOf(Payment, { refs: 'components' }) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> };
    };
    const $defs = components.schemas;
    expect(Object.keys($defs)).toEqual(['Card', 'Payment', 'Transfer']);
    expect($defs.Card?.properties.by).toEqual({ type: 'string', enum: ['visa', 'master'] });
    expect($defs.Payment?.properties.method).toEqual({
      type: 'object',
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Transfer' }],
      discriminator: {
        propertyName: 'by',
        mapping: {
          visa: '#/components/schemas/Card',
          master: '#/components/schemas/Card',
          bank: '#/components/schemas/Transfer',
        },
      },
    });
  });

  it('an enum without members accepts no value', () => {
    expect(jsonSchemaOf(Never, { refs: 'inline' })).toMatchObject({ properties: { nothing: { not: {} } } });
  });
});

describe('a class with @OneOf, as a branch of a discriminated union', () => {
  class Sepa {
    @IsString() iban!: string;
  }
  class Bank {}
  OneOf(() => [Sepa, Transfer])(Bank);
  class Refund {
    @OneOf(() => [Bank, Card, Refund], {
      discriminator: { propertyName: 'by', mapping: { bank: Bank, card: Card, refund: Refund } },
    })
    @IsOptional()
    method?: Bank | Card;
  }

  it.each(['defs', 'inline'] as const)('has the discriminator value of its class, refs %p', (refs) => {
    const ajv = new Ajv2020({ discriminator: false, strict: false });
    const accepts = ajv.compile(jsonSchemaOf(Refund, { refs }) as object);
    const takes = (method: object): boolean => accepts({ method });
    expect(takes({ by: 'bank', iban: 'DE1' })).toBe(true);
    expect(takes({ by: 'card', digits: '4', iban: 'DE1' })).toBe(true);
    expect(takes({ by: 'card', iban: 'DE1' })).toBe(false);
    expect(takes({ by: 'bank', digits: '4' })).toBe(false);
    expect(takes({ iban: 'DE1' })).toBe(false);
  });
});

describe('class-transformer takes the discriminator away before validation', () => {
  class Cat {
    @IsString() kind!: string;
  }
  class Dog {
    @IsOptional() @IsString() kind?: string;
  }
  const zoo = (keepDiscriminatorProperty: boolean) => {
    const subTypes = [Cat, Dog].map((value) => ({ value, name: value.name }));
    class Zoo {
      @ValidateNested()
      @Type(() => Dog, { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty })
      star!: Cat | Dog;
    }
    return Zoo;
  };
  const tagged = (name: string) => ({
    type: 'object',
    properties: { kind: { type: 'string', enum: [name], const: name } },
    required: ['kind'],
  });

  it('from a class that insists on it, which no request passes', () => {
    const { codes, schemas } = compile(zoo(false));
    expect(codes).toEqual(['assumed-one Zoo.star', 'discriminator-removed Cat.kind']);
    expect(schemas).toMatchObject({ Cat: { not: {} }, Dog: tagged('Dog') });
  });

  it('unless the option keeps it', () => {
    const { codes, schemas } = compile(zoo(true));
    expect(codes).toEqual(['assumed-one Zoo.star']);
    expect(schemas).toMatchObject({ Cat: tagged('Cat'), Dog: tagged('Dog') });
  });

  it('a member of a numeric enum maps to its class as a number', () => {
    const subTypes = [Cat, Dog].map((value, name) => ({ value, name: name as never }));
    class Zoo {
      @ValidateNested()
      @Type(() => Object, { discriminator: { property: 'kind', subTypes } })
      star!: Cat | Dog;
    }
    const { schemas } = compile(Zoo);
    expect(schemas).toMatchObject({ Dog: { properties: { kind: { type: 'number', const: 1 } } } });
    expect(plainToInstance(Zoo, { star: { kind: 1 } }).star).toBeInstanceOf(Dog);
  });

  it('reports discriminator values that the class rejects', () => {
    class Strict {
      @IsIn(['strict', 'severe']) kind!: string;
    }
    const subTypes = ['strict', 'loose'].map((name) => ({ value: Strict, name }));
    class Half {
      @ValidateNested()
      @Type(() => Dog, { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: true })
      star!: Strict;
    }
    const half = compile(Half);
    expect(half.codes).toEqual(['discriminator-refused Strict.kind']);
    expect(half.schemas).toMatchObject({ Strict: tagged('strict') });
    class None {
      @ValidateNested()
      @Type(() => Dog, {
        discriminator: { property: 'kind', subTypes: subTypes.slice(1) },
        keepDiscriminatorProperty: true,
      })
      star!: Strict;
    }
    const none = compile(None);
    expect(none.codes).toEqual(['discriminator-refused Strict.kind']);
    expect(none.schemas).toMatchObject({ Strict: { not: {} } });
    const star = { kind: 'loose' };
    expect(validateSync(plainToInstance(None, { star }))).toHaveLength(1);
    expect(validateSync(plainToInstance(None, { star: { kind: 'strict' } }))).toEqual([]);
    expect(compileUses([[None, RESPONSE]]).codes).toEqual([]);
  });

  it('applies to requests only', () => {
    const { codes, schemas } = compileUses([[zoo(false), RESPONSE]]);
    expect(codes).toEqual(['assumed-one Zoo.star']);
    expect(schemas).toMatchObject({ Cat: tagged('Cat'), Dog: tagged('Dog') });
  });
});

describe('bad input: an invalid union is a diagnostic, and the rest stays documented', () => {
  const both = [Card, Transfer];
  const by = (mapping: Record<string, unknown>) =>
    ({ discriminator: { propertyName: 'by', mapping } }) as never;
  it.each<[string, (decorate: typeof OneOf) => unknown, string]>([
    [
      'no members',
      (decorate) => decorate(() => []),
      'A union without members is not a type. Name its types, as in @OneOf(() => [Card, Transfer]).',
    ],
    [
      'nothing',
      (decorate) => decorate(() => undefined as never),
      'The types of a union are a list, not undefined. Return one, as in () => [Card, Transfer].',
    ],
    [
      'a class',
      (decorate) => decorate(() => Card as never),
      'The types of a union are a list, not the class Card. Return one, as in () => [Card, Transfer].',
    ],
    [
      'a discriminator over others than classes',
      (decorate) => decorate(() => [Card, String], { discriminator: 'by' }),
      'A discriminator distinguishes classes, but the union has other members. Take the discriminator away, or make each member a class.',
    ],
    [
      'a value for no member',
      (decorate) => decorate(() => [Card], by({ visa: Card, bank: Transfer })),
      'The discriminator "by" maps "bank" to the class Transfer, which is not a member of the union. Map it to one of Card.',
    ],
    [
      'a value for nothing',
      (decorate) => decorate(() => both, by({ visa: Card, bank: () => undefined })),
      'The discriminator "by" maps "bank" to undefined, which is not a member of the union. Map it to one of Card, Transfer.',
    ],
    [
      'a member without a value',
      (decorate) => decorate(() => both, by({ visa: Card })),
      'The discriminator "by" has no value for Transfer. Add it to the mapping, as in { transfer: Transfer }.',
    ],
  ])('%s', (_title, use, message) => {
    class Order {
      @IsString() note!: string;
    }
    (use(OneOf) as PropertyDecorator)(Order.prototype, 'method');
    Description('How it is paid')(Order.prototype, 'method');
    const { schemas, diagnostics } = compile(Order);
    expect(diagnostics).toEqual([
      { code: 'invalid-type', severity: 'error', place: 'Order.method', message },
    ]);
    expect(schemas.Order).toMatchObject({
      properties: { note: { type: 'string' }, method: { description: 'How it is paid' } },
      required: ['note'],
    });

    class Either {}
    (use(OneOf) as ClassDecorator)(Either);
    const onClass = compile([Either]);
    expect(onClass.diagnostics).toEqual([
      { code: 'invalid-type', severity: 'error', place: 'Either', message },
    ]);
    expect(onClass.schemas).toEqual({ Either: {} });
  });

  it('reports tuple types that are not a list', () => {
    class Order {
      @TupleOf(() => Card as never) pair!: unknown;
    }
    expect(compile(Order).diagnostics).toMatchObject([
      {
        place: 'Order.pair',
        message:
          'The types of a tuple are a list, not the class Card. Return one, as in () => [Card, Transfer].',
      },
    ]);
  });
});

describe('bad input: a class with @OneOf of itself', () => {
  class Self {}
  class Left {}
  class Right {}
  const union = (target: Constructor, ...members: [TypeInput, ...TypeInput[]]): void => {
    OneOf(() => members)(target);
  };
  union(Self, Self);
  union(Left, Right, Card);
  union(Right, oneOf(Left, Transfer));
  class Wrapped {}
  union(Wrapped, oneOf(Wrapped));
  class Tagged {}
  OneOf(() => [Tagged, Card], { discriminator: 'by' })(Tagged);
  class List {}
  union(List, arrayOf(List), String);

  const message = (way: string, rest = ''): string =>
    `The union contains itself (${way}), so only its other members are documented${rest}. Name its classes, as in @OneOf(() => [Card, Transfer]).`;
  const NONE = ', and there are none';
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it.each<[string, Constructor, unknown, string]>([
    ['alone', Self, {}, message('Self → Self', NONE)],
    ['by a union in it', Wrapped, {}, message('Wrapped → Wrapped', NONE)],
    [
      'by another class, first',
      Left,
      { anyOf: [ref('Transfer'), ref('Card')] },
      message('Left → Right → Left'),
    ],
    [
      'by another class, last',
      Right,
      { anyOf: [ref('Card'), ref('Transfer')] },
      message('Right → Left → Right'),
    ],
  ])('%s', (_title, target, schema, said) => {
    const { use, schemas, diagnostics } = compile(target);
    expect(use).toEqual(ref(target.name));
    expect(schemas[target.name]).toEqual(schema);
    expect(diagnostics).toEqual([
      { code: 'union-of-itself', severity: 'error', place: target.name, message: said },
    ]);
    const { use: inline } = compile(target, { inlineSchemas: true });
    expect(JSON.stringify(inline)).not.toContain('Recursive');
  });

  it('under a discriminator', () => {
    const { schemas, codes } = compile(Tagged);
    expect(codes).toEqual(['union-of-itself Tagged']);
    expect(schemas.Tagged).toEqual({
      type: 'object',
      oneOf: [ref('Card')],
      discriminator: { propertyName: 'by', mapping: { Card: '#/components/schemas/Card' } },
    });
  });

  it('ignores unions of lists of the class', () => {
    const { schemas, codes } = compile(List);
    expect(codes).toEqual([]);
    expect(schemas.List).toEqual({ oneOf: [{ type: 'array', items: ref('List') }, { type: 'string' }] });
  });

  it('ignores a class that uses such a union', () => {
    class User {
      @OneOf(() => [Left, String]) either!: unknown;
    }
    expect(compile(User).codes).toEqual(['union-of-itself Left']);
  });
});
