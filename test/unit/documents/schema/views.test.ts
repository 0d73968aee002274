import { Exclude, Expose, Type } from 'class-transformer';
import {
  Equals,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { Model } from '../../../../decorators/model.js';
import { Nullable, ReadOnly, WriteOnly } from '../../../../decorators/annotations.js';
import { ArrayOf, OneOf, TypeOf } from '../../../../decorators/types.js';
import type { View } from '../../../../src/documents/model/types.js';
import { compileUses, REQUEST, RESPONSE, type Compiled } from './compile.js';

const groups = (view: View, ...names: string[]): View => ({ ...view, groups: names });
const version = (view: View, number: number): View => ({ ...view, version: number });
const refs = ({ uses }: Compiled): unknown[] =>
  uses.map(({ $ref }) => $ref?.replace('#/components/schemas/', ''));

class Plain {
  @IsString() name!: string;
}
class User {
  @ReadOnly() @IsOptional() @IsInt() id?: number;
  @WriteOnly() @IsString() password!: string;
  @IsString() name!: string;
}
class Grouped {
  @IsString() name!: string;
  @Expose({ groups: ['admin'] }) @IsString() audit!: string;
  @Expose({ since: 2 }) @IsString() late!: string;
}

describe('two views of one class', () => {
  it.each<[string, readonly (readonly [new () => object, View])[], unknown[], string[]]>([
    [
      'equal views are one component',
      [
        [Plain, REQUEST],
        [Plain, RESPONSE],
      ],
      ['Plain', 'Plain'],
      ['Plain'],
    ],
    [
      'where they differ, the request is the input',
      [
        [User, REQUEST],
        [User, RESPONSE],
      ],
      ['UserInput', 'User'],
      ['User', 'UserInput'],
    ],
    [
      'whichever comes first',
      [
        [User, RESPONSE],
        [User, REQUEST],
      ],
      ['User', 'UserInput'],
      ['User', 'UserInput'],
    ],
    ['a request alone needs no suffix', [[User, REQUEST]], ['User'], ['User']],
    [
      'a group names its view',
      [
        [Grouped, RESPONSE],
        [Grouped, groups(RESPONSE, 'admin')],
      ],
      ['Grouped', 'Grouped.admin'],
      ['Grouped', 'Grouped.admin'],
    ],
    ['a group alone, too', [[Grouped, groups(RESPONSE, 'admin')]], ['Grouped.admin'], ['Grouped.admin']],
    [
      'in requests as in responses',
      [
        [Grouped, RESPONSE],
        [Grouped, groups(REQUEST, 'admin')],
      ],
      ['Grouped', 'Grouped.admin'],
      ['Grouped', 'Grouped.admin'],
    ],
    [
      'a version names its view',
      [
        [Grouped, version(RESPONSE, 1)],
        [Grouped, RESPONSE],
      ],
      ['Grouped.v1', 'Grouped'],
      ['Grouped', 'Grouped.v1'],
    ],
    [
      'a group that changes nothing is the plain view',
      [
        [Grouped, RESPONSE],
        [Grouped, groups(RESPONSE, 'guest')],
      ],
      ['Grouped', 'Grouped'],
      ['Grouped'],
    ],
    [
      'a version that changes nothing is the plain view',
      [
        [Grouped, version(RESPONSE, 3)],
        [Grouped, RESPONSE],
      ],
      ['Grouped', 'Grouped'],
      ['Grouped'],
    ],
    [
      'group and version',
      [
        [Grouped, { ...RESPONSE, groups: ['admin'], version: 1 }],
        [Grouped, RESPONSE],
      ],
      ['Grouped.admin.v1', 'Grouped'],
      ['Grouped', 'Grouped.admin.v1'],
    ],
    [
      'the order of groups does not matter',
      [
        [Grouped, groups(RESPONSE, 'a', 'admin')],
        [Grouped, groups(RESPONSE, 'admin', 'a')],
      ],
      ['Grouped.a.admin', 'Grouped.a.admin'],
      ['Grouped.a.admin'],
    ],
  ])('%s', (_, uses, names, components) => {
    const compiled = compileUses(uses);
    expect(refs(compiled)).toEqual(names);
    expect(Object.keys(compiled.schemas)).toEqual(components);
    // Groups that no rule names: nothing passes, and a diagnostic says so.
    expect(compiled.codes.filter((code) => !code.startsWith('no-rule-in-groups'))).toEqual([]);
  });

  it('views that mean the same are one component, whatever the order of their lists', () => {
    @OneOf(() => [Dog, Cat], { discriminator: 'kind' })
    abstract class Pet {
      @IsString() name!: string;
      abstract kind: string;
    }
    class Dog extends Pet {
      @Equals('dog') kind = 'dog' as const;
      @IsBoolean() barks!: boolean;
    }
    class Cat extends Pet {
      @Equals('cat') kind = 'cat' as const;
      @IsInt() lives!: number;
    }
    const compiled = compileUses([
      [Pet, REQUEST],
      [Pet, RESPONSE],
      [Dog, RESPONSE],
    ]);
    expect(refs(compiled)).toEqual(['Pet', 'Pet', 'Dog']);
    expect(Object.keys(compiled.schemas)).toEqual(['Cat', 'Dog', 'Pet']);
    // The discriminator is where the class has it.
    expect(compiled.schemas.Dog?.required).toEqual(['name', 'kind', 'barks']);
  });

  it('members of a union of class-transformer, too', () => {
    class Payment {
      @IsString() id!: string;
    }
    class Card extends Payment {
      @IsIn(['card']) type = 'card' as const;
      @IsString() digits!: string;
    }
    class Transfer extends Payment {
      @IsIn(['transfer']) type = 'transfer' as const;
      @IsOptional() @IsIn(['a', 'b']) kind?: string;
    }
    const subTypes = [
      { name: 'card', value: Card },
      { name: 'transfer', value: Transfer },
    ];
    class Order {
      @IsDefined()
      @ValidateNested()
      @Type(() => Payment, { discriminator: { property: 'type', subTypes }, keepDiscriminatorProperty: true })
      payment!: Card | Transfer;
    }
    const compiled = compileUses([
      [Order, REQUEST],
      [Order, RESPONSE],
      [Card, RESPONSE],
      [[Transfer] as never, RESPONSE],
    ]);
    expect(compiled.codes).toEqual(['assumed-one Order.payment']);
    expect(Object.keys(compiled.schemas)).toEqual(['Card', 'Order', 'Transfer']);
  });

  it('a request that differs from the response in a group is the input of that group', () => {
    class Both extends User {
      @Expose({ groups: ['admin'] }) @IsString() audit!: string;
    }
    const compiled = compileUses([
      [Both, RESPONSE],
      [Both, REQUEST],
      [Both, groups(RESPONSE, 'admin')],
      [Both, groups(REQUEST, 'admin')],
    ]);
    expect(refs(compiled)).toEqual(['Both', 'BothInput', 'Both.admin', 'BothInput.admin']);
  });

  it('a form is named where its files make it differ, a request where it differs in kind', () => {
    class Upload {
      @TypeOf(() => Buffer) file!: Buffer;
      @WriteOnly() @IsString() secret!: string;
    }
    const form: View = { ...REQUEST, binary: 'application/octet-stream' };
    const download: View = { ...RESPONSE, binary: 'application/octet-stream' };
    const names = (...views: View[]): unknown[] => refs(compileUses(views.map((view) => [Upload, view])));
    expect(names(form)).toEqual(['Upload']);
    expect(names(REQUEST, form)).toEqual(['Upload', 'UploadForm']);
    expect(names(RESPONSE, form)).toEqual(['Upload', 'UploadForm']);
    expect(names(RESPONSE, REQUEST, form)).toEqual(['Upload', 'UploadInput', 'UploadForm']);
    expect(names(download, form)).toEqual(['Upload', 'UploadInput']);
  });

  it('gives a valid component key to a group with an invalid name', () => {
    const compiled = compileUses([[Grouped, groups(RESPONSE, 'admin', 'größer als')]]);
    expect(refs(compiled)).toEqual(['Grouped.admin.gr__er_als']);
  });

  it.each<[string, unknown, string[], string[]]>([
    ['@ReadOnly', ReadOnly(), [], ['a']],
    ['@WriteOnly', WriteOnly(), ['a'], []],
    ['@Exclude', Exclude(), [], []],
    ['@Exclude toPlainOnly', Exclude({ toPlainOnly: true }), ['a'], []],
    ['@Exclude toClassOnly', Exclude({ toClassOnly: true }), [], ['a']],
    ['@Expose a name', Expose({ name: 'x' }), ['x'], ['x']],
    ['@Expose a group', Expose({ groups: ['g'] }), [], []],
  ])('%s', (_, decorator, request, response) => {
    class Order {
      @IsInt() z!: number;
    }
    (decorator as PropertyDecorator)(Order.prototype, 'a');
    const compiled = compileUses([
      [Order, REQUEST],
      [Order, RESPONSE],
    ]);
    const keys = refs(compiled).map((name) => Object.keys(compiled.schemas[String(name)]?.properties ?? {}));
    expect(keys.map((list) => list.filter((key) => key !== 'z'))).toEqual([request, response]);
  });

  it('marks properties that only one view has', () => {
    const { schemas } = compileUses([
      [User, RESPONSE],
      [User, REQUEST],
    ]);
    expect(schemas.User?.properties?.id).toEqual({ type: 'integer', readOnly: true });
    expect(schemas.UserInput?.properties?.password).toEqual({ type: 'string', writeOnly: true });
  });

  it('null that only responses have makes two views', () => {
    class Order {
      @Nullable() @IsString() a!: string | null;
    }
    const { schemas } = compileUses([
      [Order, RESPONSE],
      [Order, REQUEST],
    ]);
    expect(schemas.Order?.properties?.a).toEqual({ type: ['string', 'null'] });
    expect(schemas.OrderInput?.properties?.a).toEqual({ type: 'string' });
  });

  it('allows null for optional properties, if the option is set', () => {
    class Order {
      @IsOptional() @IsString() a?: string;
    }
    const { schemas } = compileUses([[Order, REQUEST]], { nullableOptional: true });
    expect(schemas.Order?.properties?.a).toEqual({ type: ['string', 'null'] });
  });
});

describe('views of classes that refer to each other', () => {
  class Tree {
    @IsString() name!: string;
    @ArrayOf(() => Tree) children!: Tree[];
  }
  class SecretTree extends Tree {
    @WriteOnly() @IsString() secret!: string;
    @ArrayOf(() => SecretTree) declare children: SecretTree[];
  }
  class Author {
    @IsString() name!: string;
    @ArrayOf(() => Book) books!: unknown[];
  }
  class Book {
    @IsString() title!: string;
    @TypeOf(() => Author) author!: Author;
  }
  class SecretBook {
    @WriteOnly() @IsString() title!: string;
    @TypeOf(() => Library) library!: unknown;
  }
  class Library {
    @ArrayOf(() => SecretBook) books!: unknown[];
    @TypeOf(() => Author) author!: Author;
  }
  const both = (target: new () => object): Compiled =>
    compileUses([
      [target, REQUEST],
      [target, RESPONSE],
    ]);

  it.each<[string, new () => object, string[]]>([
    ['a recursive class is one component', Tree, ['Tree']],
    ['and two, where its views differ', SecretTree, ['SecretTree', 'SecretTreeInput']],
    ['mutually recursive classes are one component each', Author, ['Author', 'Book']],
    [
      'and two, where those behind them differ',
      Library,
      ['Author', 'Book', 'Library', 'LibraryInput', 'SecretBook', 'SecretBookInput'],
    ],
  ])('%s', (_, target, components) => {
    expect(Object.keys(both(target).schemas)).toEqual(components);
  });

  it('a request refers to requests, a response to responses', () => {
    const { schemas } = both(Library);
    const text = (name: string): string => JSON.stringify(schemas[name]);
    expect(text('LibraryInput')).toContain('/SecretBookInput"');
    expect(text('SecretBookInput')).toContain('/LibraryInput"');
    expect(text('Library')).toContain('/SecretBook"');
    expect(text('SecretBook')).toContain('/Library"');
    expect(text('Library') + text('SecretBook')).not.toContain('Input');
  });

  it('a chain of classes splits as far up as a difference reaches', () => {
    const classes: (new () => object)[] = [];
    for (let index = 0; index < 30; index++) {
      const target = class {};
      Model({ name: `Link${index}` })(target);
      TypeOf(() => classes[index + 1] ?? User)(target.prototype, 'next');
      classes.push(target);
    }
    const names = Object.keys(both(classes[0]!).schemas);
    expect(names).toHaveLength(62);
    expect(names.filter((name) => name.endsWith('Input'))).toHaveLength(31);
  });
});
