import { Expose, Type } from 'class-transformer';
import { IsEnum, IsIn, IsString, ValidateNested } from 'class-validator';
import { Docs, Enum, Model, body, jsonSchemaOf, response, type Constructor } from '../../../../src/index.js';
import type { View } from '../../../../src/documents/model/types.js';
import { compileUses, RESPONSE } from './compile.js';

/** Named like another class, elsewhere in an application. */
function namedCard(property: string): new () => object {
  class Card {}
  IsString()(Card.prototype, property);
  return Card;
}

const components = (docs: Docs) => docs.buildSpec().components?.schemas ?? {};
const docsOf = (...types: (new () => object)[]) =>
  new Docs({ info: { title: 'Test', version: '1' } }).addAll(
    ...types.map((type, index) => ({
      method: 'POST',
      path: `/${index}`,
      requestBody: body(type),
      responses: { 204: response('Done') },
    })),
  );

describe('two lists of values on one property', () => {
  const lists: readonly [title: string, lists: readonly string[][], expected: string[]][] = [
    ['the shorter one gives the order', [['d', 'c', 'b', 'a'], ['b', 'd', 'a']], ['b', 'd', 'a']], // prettier-ignore
    ['of two as long, the first by its text', [['c', 'b', 'd'], ['b', 'c', 'a']], ['b', 'c']], // prettier-ignore
  ];

  test.each(lists)('%s, whichever decorator comes first', (_title, [first = [], second = []], expected) => {
    class Forwards {
      @IsIn(first) @IsIn(second) value!: string;
    }
    class Backwards {
      @IsIn(second) @IsIn(first) value!: string;
    }
    for (const type of [Forwards, Backwards])
      expect(jsonSchemaOf(type, { refs: 'inline' }).properties?.value?.enum).toEqual(expected);
  });

  test('the list with names gives the order, and its members keep their names', () => {
    enum Level {
      High = 3,
      Low = 1,
      Middle = 2,
    }
    class Ticket {
      @IsEnum(Level) @IsIn([1, 2, 3]) level!: Level;
    }
    const { level } = components(docsOf(Ticket)).Ticket?.properties ?? {};
    expect(level).toMatchObject({ enum: [3, 1, 2], 'x-enum-varnames': ['High', 'Low', 'Middle'] });
  });
});

describe('the name of an enum', () => {
  const Colours = ['red', 'green'] as const;

  test('is its component, referred to by every property of it', () => {
    class Car {
      @Enum(Colours, { name: 'Colour' }) body!: string;
      @Enum(Colours, { name: 'Colour' }) roof!: string;
    }
    const { Car: car, ...others } = components(docsOf(Car));
    const ref = { $ref: '#/components/schemas/Colour' };
    expect(car).toMatchObject({ properties: { body: ref, roof: ref } });
    expect(others).toEqual({ Colour: { type: 'string', enum: ['red', 'green'] } });
  });

  test('takes precedence over a class of that name that comes before it', () => {
    class Colour {
      @IsString() code!: string;
    }
    class Car {
      @Enum(Colours, { name: 'Colour' }) body!: string;
    }
    const docs = new Docs({ info: { title: 'Test', version: '1' } }).add({
      method: 'GET',
      path: '/',
      responses: { 200: response('The mixture', Colour), 203: response('The car', Car) },
    });
    expect(components(docs)).toMatchObject({
      Colour: { enum: ['red', 'green'] },
      Colour2: { properties: { code: { type: 'string' } } },
    });
  });
});

describe('which component gets the plain name', () => {
  test('a class that is used by itself, before one of that name that is a branch of a union', () => {
    const Branch = namedCard('number');
    class Payment {
      @ValidateNested()
      @Type(() => Object, {
        discriminator: { property: 'kind', subTypes: [{ value: Branch, name: 'card' }] },
        keepDiscriminatorProperty: true,
      })
      by!: object;
    }
    const Plain = namedCard('colour');
    class Wallet {
      @ValidateNested() @Type(() => Plain) card!: object;
    }
    expect(components(docsOf(Payment, Wallet))).toMatchObject({
      Card: { properties: { colour: { type: 'string' } } },
      Card2: { properties: { number: { type: 'string' } } },
    });
  });
});

describe('names that client generators write alike', () => {
  class Account {
    @IsString() name!: string;
    @Expose({ groups: ['admin'] }) @IsString() audit!: string;
  }
  const called = (name: string): Constructor => {
    class Named {
      @IsString() boss!: string;
    }
    Model({ name })(Named);
    return Named;
  };
  const admin: View = { ...RESPONSE, groups: ['admin'] };

  test.each<[string, readonly (readonly [Constructor, View])[], string[]]>([
    [
      'a view and a class',
      [
        [Account, admin],
        [called('AccountAdmin'), RESPONSE],
      ],
      ['Account.admin', 'AccountAdmin'],
    ],
    [
      'an underscore',
      [
        [called('Bank_Account'), RESPONSE],
        [called('BankAccount'), RESPONSE],
      ],
      ['BankAccount', 'Bank_Account'],
    ],
    [
      'upper case',
      [
        [called('URL'), RESPONSE],
        [called('Url'), RESPONSE],
      ],
      ['URL', 'Url'],
    ],
  ])('are reported: %s', (_, uses, names) => {
    const { schemas, codes } = compileUses(uses as never);
    expect(Object.keys(schemas)).toEqual(names);
    expect(codes).toEqual([expect.stringMatching(/^name-clash use [01]$/)]);
  });

  test('other names are not', () => {
    expect(
      compileUses([
        [Account, admin],
        [Account, RESPONSE],
        [called('Admin') as never, RESPONSE],
      ]).codes,
    ).toEqual([]);
  });
});
