import 'reflect-metadata';
import { Exclude, Expose, instanceToPlain, plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  validateSync,
} from 'class-validator';
import {
  Description,
  Doc,
  Example,
  Hidden,
  Nullable,
  ReadOnly,
  SchemaOverride,
  Title,
  WriteOnly,
} from '../../../../decorators/annotations.js';
import { Query } from '../../../../decorators/locations.js';
import { Model } from '../../../../decorators/model.js';
import { mergeOrders } from '../../../../src/documents/model/annotations.js';
import { componentName } from '../../../../src/documents/model/class-facts.js';
import type { Constructor } from '../../../../src/shared/types.js';
import type { View } from '../../../../src/documents/model/types.js';
import { walk } from './walk.js';

const keysOf = (target: Constructor, view?: Partial<View>): string[] =>
  walk(target, view).model.properties.map(({ key }) => key);

describe('fields without a decorator', () => {
  class Task {
    @IsString() title!: string;
    done!: boolean;
    count = 0;
    declare row: object;
    @Exclude() secret?: string;
    @Expose() get label(): string {
      return this.title;
    }
    readonly toText = (): string => this.title;
    isOpen(): boolean {
      return !this.done;
    }
  }

  it('are reported: they are not documented', () => {
    expect(walk(Task).codes).toEqual(['undecorated-field Task.done', 'undecorated-field Task.count']);
    class More extends Task {
      note?: string;
    }
    expect(walk(More).codes).toContain('undecorated-field More.note');
  });

  it('are not reported if toJSON leaves them out, as the values of a model of Sequelize', () => {
    class Model {
      readonly values = { title: 'a' };
      readonly isNew = true;
      size?: number;
      toJSON(): object {
        return { ...this.values, isNew: this.isNew, ...(this.size !== undefined && { size: this.size }) };
      }
    }
    class Note extends Model {
      @IsString() title!: string;
    }
    expect(walk(Note).codes).toEqual(['undecorated-field Note.isNew', 'undecorated-field Note.size']);
  });

  it('are left out on purpose by a class that excludes its properties', () => {
    @Exclude()
    class Row {
      @Expose() @IsString() id!: string;
      hash!: string;
    }
    expect(walk(Row).codes).toEqual([]);
  });

  it('of a class with schemas of its own are its own matter', () => {
    @SchemaOverride({ properties: { hash: { type: 'string' } } })
    class Raw {
      hash!: string;
    }
    expect(walk(Raw).codes).toEqual([]);
  });
});

describe('inheritance', () => {
  class Base {
    @Description('of the base') @Title('base') @IsString() a!: string;
    @Expose({ name: 'bee' }) @IsInt() @Min(1) b!: number;
  }
  abstract class Middle extends Base {
    @IsString() m!: string;
  }
  class Derived extends Middle {
    @Description('of the subclass') declare a: string;
    @Max(9) declare b: number;
    @IsString() c!: string;
  }

  it('properties of the base come first, in the order they are declared', () => {
    expect(keysOf(Derived)).toEqual(['a', 'b', 'm', 'c']);
  });

  it('annotations of the subclass win, field by field', () => {
    expect(walk(Derived).property('a').annotations).toEqual({
      description: 'of the subclass',
      title: 'base',
    });
    expect(walk(Base).property('a').annotations.description).toBe('of the base');
  });

  it('rules are merged as class-validator merges them, names as class-transformer does', () => {
    expect(walk(Derived).property('b')).toMatchObject({ name: 'bee', rules: [{ name: 'max' }] });
    expect(walk(Derived).property('a').rules).toMatchObject([{ name: 'isString' }]);
  });

  it('annotations of a base class do not apply to its subclass', () => {
    @Model({ name: 'Root', description: 'the root' })
    class Root {
      @IsString() a!: string;
    }
    class Leaf extends Root {}
    expect(walk(Root).model).toMatchObject({ name: 'Root', annotations: { description: 'the root' } });
    expect(walk(Leaf).model).toMatchObject({ name: 'Leaf', annotations: {} });
  });
});

describe('finds every decorated property', () => {
  it('finds those of class-validator, class-transformer and dtospec', () => {
    class Order {
      @IsString() validated!: string;
      @Expose() exposed!: string;
      @Exclude({ toPlainOnly: true }) excluded!: string;
      @Type(() => String) typed!: string;
      @Transform(() => 1) transformed!: number;
      @Title('ours') ours!: string;
      undecorated = 1;
    }
    expect(keysOf(Order).sort()).toEqual([
      'excluded',
      'exposed',
      'ours',
      'transformed',
      'typed',
      'validated',
    ]);
  });

  it.each<[string[][], string[]]>([
    [
      [['a', 'b'], []],
      ['a', 'b'],
    ],
    [
      [
        ['a', 'c'],
        ['a', 'b', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      [['b'], ['a', 'b']],
      ['a', 'b'],
    ],
    [
      [['b'], ['b', 'c'], ['a', 'b']],
      ['a', 'b', 'c'],
    ],
    [
      [['a'], ['z']],
      ['a', 'z'],
    ],
    [
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a', 'b'],
    ],
    [[[], []], []],
  ])('orders %j as %j', (lists, merged) => {
    expect(mergeOrders(lists)).toEqual(merged);
  });

  it('does not lose names of Object.prototype', () => {
    class Odd {
      @IsString() constructorName!: string;
      @IsString() declare toString: never;
      @IsString() hasOwnProperty!: never;
    }
    expect(keysOf(Odd)).toEqual(['constructorName', 'toString', 'hasOwnProperty']);
  });
});

describe('two views of one class', () => {
  class User {
    @ReadOnly() @IsString() id!: string;
    @WriteOnly() @IsString() password!: string;
    @Exclude({ toPlainOnly: true }) @IsString() secret!: string;
    @Expose({ toPlainOnly: true }) @IsString() shown!: string;
    @Exclude() @IsString() gone!: string;
    @Hidden() @IsString() hidden!: string;
    @Expose({ groups: ['admin'] }) @IsString() audit!: string;
    @Expose({ since: 2 }) @IsString() late!: string;
    @IsString() name!: string;
  }

  it.each<[Partial<View>, string[]]>([
    [{ direction: 'input' }, ['password', 'secret', 'shown', 'late', 'name']],
    [{ direction: 'output' }, ['id', 'shown', 'late', 'name']],
    [{ direction: 'output', groups: ['admin'] }, ['id', 'shown', 'audit', 'late', 'name']],
    [{ direction: 'output', groups: ['guest'] }, ['id', 'shown', 'late', 'name']],
    [{ direction: 'output', version: 1 }, ['id', 'shown', 'name']],
    [{ direction: 'output', version: 2 }, ['id', 'shown', 'late', 'name']],
  ])('%j has %j', (view, keys) => {
    expect(keysOf(User, view).sort()).toEqual(keys.sort());
  });

  it('two properties with one JSON name: documents the property that is used, and reports the other', () => {
    class Twice {
      @Expose({ name: 'x' }) @IsString() a!: string;
      @IsInt() x!: number;
    }
    const walked = walk(Twice);
    expect(plainToInstance(Twice, { x: 1 })).toEqual(Object.assign(new Twice(), { a: 1 }));
    expect(walked.model.properties).toMatchObject([{ key: 'a', name: 'x' }]);
    expect(walked.codes).toEqual(['duplicate-property-name Twice.x']);
    expect(instanceToPlain(Object.assign(new Twice(), { a: 'a', x: 1 }))).toEqual({ x: 1 });
    expect(keysOf(Twice, { direction: 'output' })).toEqual(['x']);
  });
});

describe('contents of a property model', () => {
  it('contains the rules, unless a condition on other properties may exempt it', () => {
    class Order {
      @MinLength(2) @MaxLength(5) plain!: string;
      @ValidateIf((order: Order) => order.plain === 'x') @MinLength(2) freed!: string;
      @Transform(() => 'x', { toClassOnly: true }) @MinLength(2) transformed!: string;
    }
    const request = walk(Order);
    expect(request.property('plain')).toMatchObject({ conversion: { converted: false } });
    expect(request.property('plain').rules).toHaveLength(2);
    expect(request.property('freed')).toMatchObject({ rules: [] });
    expect(request.property('transformed')).toMatchObject({ conversion: { converted: true } });
    const response = walk(Order, { direction: 'output' }).property('transformed');
    expect([response.conversion.converted, response.rules.length]).toEqual([false, 1]);
  });

  it('contains the annotations', () => {
    class Order {
      @Doc('d') @Example(1) @Nullable() @Query('q') @IsOptional() a?: number;
    }
    expect(walk(Order).property('a').annotations).toEqual({
      doc: 'd',
      examples: [{ value: 1 }],
      nullable: true,
      locations: { query: 'q' },
    });
  });

  it('a class that no decorator describes gets a diagnostic, and no properties', () => {
    class Empty {
      a = 1;
    }
    const walked = walk(Empty);
    expect(walked.model.properties).toEqual([]);
    expect(walked.codes).toEqual(['class-without-metadata Empty']);
    expect(walked.diagnostics[0]?.message).toContain('Decorate its properties');
  });
});

describe('Names: names are legal component keys', () => {
  it.each([
    ['User', 'User'],
    ['User$', 'User_'],
    ['Größe', 'Gr__e'],
    ['用户', '__'],
    ['a.b-c_d', 'a.b-c_d'],
    ['😀', '_'],
    ['', 'Anonymous'],
  ])('%j becomes %j', (name, component) => {
    expect(componentName(name)).toBe(component);
  });

  it('a class without a name is Anonymous', () => {
    const nameless = [class {}][0]!;
    expect(walk(nameless).model.name).toBe('Anonymous');
  });

  it('a static member called name does not break the walk', () => {
    class Odd {
      static readonly name = 5 as never;
      @IsString() a!: string;
    }
    expect(walk(Odd).model.name).toBe('Anonymous');
  });
});

describe('reports where the libraries do not do what the decorators suggest', () => {
  it('reports a property with the name of a member of every object', () => {
    class Odd {
      @IsString() toString!: () => string;
      @IsString() @Expose({ name: 'valueOf' }) value!: string;
    }
    expect(walk(Odd).codes).toEqual(['inherited-property-name Odd.toString']);
    expect(() => validateSync(plainToInstance(Odd, {}))).toThrow();
  });

  it('reports groups and versions of a renamed property, in requests', () => {
    class Account {
      @Expose({ name: 'user_role', groups: ['admin'] }) @IsString() role = 'guest';
      @Expose({ name: 'user_plan', since: 2 }) @IsString() plan = 'free';
      @Expose({ name: 'user_name' }) @IsString() name = '';
      @Expose({ groups: ['admin'] }) @IsString() notes = '';
      @Expose({ name: 'user_since', groups: ['admin'], toPlainOnly: true }) @IsString() since = '';
    }
    expect(walk(Account).codes).toEqual([
      'groups-of-renamed-property Account.role',
      'groups-of-renamed-property Account.plan',
    ]);
    expect(walk(Account, { direction: 'output' }).codes).toEqual([]);
    const request = { user_role: 'admin', notes: 'x' };
    expect(plainToInstance(Account, request, { groups: ['user'] })).toMatchObject({
      role: 'admin',
      notes: '',
    });
  });

  it('reports an excluded property that requests set by its exposed name', () => {
    class Account {
      @Expose({ name: 'user_role' }) @Exclude() @IsOptional() @IsString() role = 'guest';
      @Expose({ name: 'user_plan' }) @Exclude({ toPlainOnly: true }) @IsString() plan = 'free';
      @Expose() @Exclude({ toClassOnly: true }) @IsOptional() @IsString() notes = '';
    }
    expect(walk(Account).codes).toEqual(['excluded-but-bound Account.role']);
    expect(walk(Account, { direction: 'output' }).codes).toEqual([]);
    const request = { role: 'x', user_role: 'admin', notes: 'x' };
    expect(plainToInstance(Account, request)).toMatchObject({ role: 'admin', notes: '' });
  });

  it('reports a getter of a base class that requests would set', () => {
    class Base {
      @Expose() get full(): string {
        return String(1);
      }
      @Expose({ toPlainOnly: true }) get shown(): string {
        return String(2);
      }
    }
    class Derived extends Base {}
    class Repeated extends Base {
      @Expose() override get full(): string {
        return String(3);
      }
    }
    expect(walk(Derived).codes).toEqual(['inherited-getter Derived.full']);
    expect(() => plainToInstance(Derived, {})).toThrow('only a getter');
    expect([walk(Base).codes, walk(Repeated).codes]).toEqual([[], []]);
    expect(plainToInstance(Repeated, { full: 'x' })).toHaveProperty('full', '3');
    expect(walk(Derived, { direction: 'output' }).codes).toEqual([]);
  });
});
