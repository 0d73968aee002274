import type * as annotations from '../../../decorators/annotations.js';
import {
  Deprecated,
  Description,
  Extension,
  Hidden,
  Nullable,
  Required,
  Title,
} from '../../../decorators/annotations.js';
import { DecoratorError, placeOf } from '../../../decorators/arguments.js';
import { Query } from '../../../decorators/locations.js';
import { Model } from '../../../decorators/model.js';
import { ownClass, ownProperties } from '../../../decorators/store.js';
import { ArrayOf } from '../../../decorators/types.js';
import { onProperty, untyped } from './record.js';

const PROPERTY: [string, unknown][] = [
  ['@Description', Description('a')],
  ['@Query', Query()],
  ['@Required', Required()],
  ['@Hidden', Hidden()],
  ['@ArrayOf', ArrayOf(() => String)],
];

describe('bad input: places where decorators are not allowed', () => {
  class Order {
    static count = 0;
    total(): number {
      return 1;
    }
  }
  const method = Object.getOwnPropertyDescriptor(Order.prototype, 'total');

  it.each(PROPERTY)('%s refuses a static member', (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order, 'count');
    }).toThrow(
      `Order.count: ${name} cannot decorate a static member. Only members of instances are documented.`,
    );
  });

  it.each(PROPERTY)('%s refuses a method', (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order.prototype, 'total', method);
    }).toThrow(`Order.total: ${name} cannot decorate a method. Put it on a property or an accessor.`);
  });

  it.each(PROPERTY)('%s refuses a symbol', (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order.prototype, Symbol('secret'));
    }).toThrow(`Order.Symbol(secret): ${name} cannot describe a symbol: JSON has only named members.`);
  });

  it.each(PROPERTY)("%s refuses a method's parameter", (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order.prototype, 'total', 0);
    }).toThrow(`Order.total: ${name} cannot decorate a parameter`);
  });

  it("refuses a constructor's parameter, on which it would describe the class", () => {
    expect(() => {
      untyped(Description('a'))(Order, undefined, 0);
    }).toThrow('Order: @Description cannot decorate a parameter');
  });

  it('names the remedy if the compiler calls it as a standard decorator', () => {
    const field = { kind: 'field', name: 'items' };
    expect(() => {
      (Title('a') as unknown as (value: undefined, context: object) => void)(undefined, field);
    }).toThrow(/^items: @Title was called as a standard decorator.*"experimentalDecorators": true\.$/u);
  });

  it('records no rejected use', () => {
    expect([...ownProperties(Order)]).toEqual([]);
    expect(ownClass(Order)).toEqual({});
  });

  it('accepts a getter, a setter, and both', () => {
    class Accessors {
      @Title('got') get read(): number {
        return Date.now();
      }
      @Title('set') set written(_: number) {
        return;
      }
    }
    expect([...ownProperties(Accessors).keys()]).toEqual(['read', 'written']);
  });

  it('has decorator, place and problem in the error', () => {
    const error = new DecoratorError('@Query', 'Order.items', 'needs more.');
    expect(error).toMatchObject({
      code: 'ERR_DECORATOR',
      decorator: '@Query',
      place: 'Order.items',
      problem: 'needs more.',
      message: 'Order.items: @Query needs more.',
    });
  });

  it('names a class without a name in the error', () => {
    const nameless = [class {}][0] as object;
    expect(placeOf(nameless)).toBe('(anonymous class)');
    expect(placeOf((nameless as { prototype: object }).prototype, 'a')).toBe('(anonymous class).a');
  });
});

describe('the store', () => {
  it('keeps the properties of a class apart from those of its base', () => {
    class Base {
      @Title('base') a!: string;
    }
    class Derived extends Base {
      @Title('derived') declare a: string;
      @Nullable() b!: string | null;
    }
    expect(Object.fromEntries(ownProperties(Base))).toEqual({ a: { title: 'base' } });
    expect(Object.fromEntries(ownProperties(Derived))).toEqual({
      a: { title: 'derived' },
      b: { nullable: true },
    });
  });

  it('does not inherit the annotations of a base class', () => {
    @Model({ name: 'Root' })
    class Base {}
    class Derived extends Base {}
    expect(ownClass(Base)).toEqual({ name: 'Root' });
    expect(ownClass(Derived)).toEqual({});
  });

  it('keeps properties in the order they are declared', () => {
    class Order {
      @Title('z') z!: string;
      @Title('a') a!: string;
      @Nullable() @Title('m') m!: string;
    }
    expect([...ownProperties(Order).keys()]).toEqual(['z', 'a', 'm']);
  });

  it('does not confuse properties with members of Object.prototype', () => {
    class Odd {
      @Title('a') constructorName!: string;
      @Title('b') toString!: () => string;
    }
    untyped(Title('c'))(Odd.prototype, '__proto__');
    expect([...ownProperties(Odd).keys()]).toEqual(['constructorName', 'toString', '__proto__']);
  });

  it('lets two copies of the package read each other', () => {
    class Shared {}
    untyped(Title('first'))(Shared.prototype, 'a');
    jest.isolateModules(() => {
      const other = jest.requireActual<typeof annotations>('../../../decorators/annotations');
      expect(other.Title).not.toBe(Title);
      untyped(other.Deprecated())(Shared.prototype, 'a');
    });
    expect(ownProperties(Shared).get('a')).toEqual({ title: 'first', deprecated: true });
  });
});

describe('the order of decorators changes nothing', () => {
  const decorators = [
    Description('d'),
    Title('t'),
    Required(),
    Nullable(),
    Deprecated(),
    Query('q'),
    Extension('x-a', 1),
    ArrayOf(() => String),
  ];

  it('gives the same annotations for every order', () => {
    const forwards = onProperty(...decorators);
    expect(Object.keys(forwards)).toHaveLength(decorators.length);
    for (const turn of decorators.keys()) {
      const turned = [...decorators.slice(turn), ...decorators.slice(0, turn)];
      expect(onProperty(...turned)).toEqual(forwards);
      expect(onProperty(...turned.reverse())).toEqual(forwards);
    }
  });

  it.each([
    [
      'an extension given twice',
      [Extension('x-a', 1), Extension('x-a', 2)],
      '@Extension gives "x-a" a second time',
    ],
    ['two titles', [Title('a'), Title('b')], '@Title contradicts or repeats'],
    ['the same title twice', [Title('a'), Title('a')], '@Title contradicts or repeats'],
    ['@Deprecated twice', [Deprecated(), Deprecated()], '@Deprecated contradicts or repeats'],
  ])('rejects %s in either order', (_, twice, message) => {
    expect(() => onProperty(...twice)).toThrow(`Order.items: ${message}`);
  });
});

it('names the import of reflect-metadata that a bundler has removed', () => {
  class Item {}
  const { getOwnMetadata } = Reflect;
  Object.assign(Reflect, { getOwnMetadata: undefined });
  try {
    expect(() => {
      Title('An item')(Item);
    }).toThrow('reflect-metadata is not loaded: a bundler has removed its import');
  } finally {
    Object.assign(Reflect, { getOwnMetadata });
  }
});
