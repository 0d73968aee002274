// Getters that return a constant are the point here.
/* oxlint-disable typescript/class-literal-property-style */
import { Exclude, Expose, instanceToPlain, Transform } from 'class-transformer';
import { serialize } from '../../../src/serialize/serialize.js';
import { type SerializeOptions } from '../../../src/serialize/view-plans.js';
import { throughJson } from './support.js';

// Every combination of what @Expose, @Exclude and @Transform can be told, on a class, its base, or both.

type Decorate = (target: object, key: string) => void;

const DIRECTIONS = [
  {},
  { toClassOnly: true },
  { toPlainOnly: true },
  { toClassOnly: true, toPlainOnly: true },
];
const GROUPS = [{}, { groups: ['a'] }, { groups: ['a', 'b'] }, { groups: [] }];
const VERSIONS = [{}, { since: 1 }, { until: 2 }, { since: 1, until: 2 }];
const NOTHING: Decorate = () => undefined;

const EXPOSES: Decorate[] = [
  NOTHING,
  ...cross(DIRECTIONS, GROUPS, VERSIONS).map(([direction, groups, version], index) =>
    Expose({ ...direction, ...groups, ...version, ...(index % 3 === 0 ? {} : { name: 'renamed' }) }),
  ),
];
const EXCLUDES: Decorate[] = [NOTHING, ...DIRECTIONS.map((direction) => Exclude(direction))];
const STRATEGIES = [[], [Exclude()], [Expose()], [Exclude(), Expose()]] as ((target: object) => void)[][];
const VIEWS = cross(
  [{}, { groups: [] }, { groups: ['a'] }, { groups: ['c'] }],
  [{}, { version: 0 }, { version: 1 }, { version: 2 }],
).map(([groups, version]) => ({ ...groups, ...version }));

function cross<T extends unknown[][]>(...lists: T): { [I in keyof T]: T[I][number] }[] {
  return lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((one) => [...row, one])),
    [[]],
  ) as never;
}

/** What a base and its subclass exclude: without DTOSPEC_RUNS each third pair, by turns. */
function excludesFor(turn: number): [Decorate, Decorate][] {
  const all = cross(EXCLUDES, EXCLUDES);
  return process.env.DTOSPEC_RUNS === undefined ? all.filter((_, index) => (index + turn) % 3 === 0) : all;
}

function differences(target: new () => object): string[] {
  return VIEWS.filter(
    (view) =>
      JSON.stringify(serialize(new target(), view)) !== JSON.stringify(instanceToPlain(new target(), view)),
  ).map((view) => JSON.stringify(view));
}

describe('every combination of options', () => {
  it.each(STRATEGIES.map((strategy, index) => [index, strategy] as const))(
    '@Expose with @Exclude, class strategy %i',
    (_, strategy) => {
      for (const expose of EXPOSES)
        for (const exclude of EXCLUDES) {
          class Subject {
            property = 1;
            get getter(): number {
              return 2;
            }
            other = 3;
          }
          for (const key of ['property', 'getter'])
            for (const decorate of [expose, exclude]) decorate(Subject.prototype, key);
          for (const decorate of strategy) decorate(Subject);
          expect(differences(Subject)).toEqual([]);
        }
    },
  );

  it('@Transform', () => {
    for (const [direction, groups, version] of cross(DIRECTIONS, GROUPS, VERSIONS)) {
      class Subject {
        @Transform(({ value }) => [value], { ...direction, ...groups, ...version }) property = 1;
      }
      expect(differences(Subject)).toEqual([]);
    }
  });

  it('a property of the base whose options the subclass sets again', () => {
    const some = EXPOSES.filter((_, index) => index % 7 === 0);
    for (const [turn, [base, sub]] of cross(some, some).entries())
      for (const [baseExclude, subExclude] of excludesFor(turn)) {
        class Base {
          property = 1;
        }
        class Sub extends Base {
          override property = 2;
        }
        for (const decorate of [base, baseExclude]) decorate(Base.prototype, 'property');
        for (const decorate of [sub, subExclude]) decorate(Sub.prototype, 'property');
        expect(differences(Sub)).toEqual([]);
      }
  });

  it('a class-wide strategy is not inherited, the decorators of its properties are', () => {
    @Exclude()
    class Base {
      @Expose({ name: 'out' }) shown = 1;
      hidden = 2;
    }
    class Sub extends Base {
      own = 3;
    }
    expect(differences(Base)).toEqual([]);
    expect(differences(Sub)).toEqual([]);
    expect(throughJson(serialize(new Sub()))).toEqual({ out: 1, hidden: 2, own: 3 });
  });
});

describe('excludePrefixes', () => {
  class Inner {
    @Expose({ name: 'shown' }) _id = 1;
    _undeclared = 2;
    free = 3;
  }
  const untyped = (): object => ({ _a: 1, b: { _c: 1, d: [{ _e: 1, f: 1 }] }, at: new Date(0) });
  const HOLDERS: Readonly<Record<string, () => unknown>> = {
    'untyped data': untyped,
    'what stands in it': () => ({ a: untyped(), list: [untyped()], inner: new Inner() }),
    'what a class does not declare': () => new Inner(),
    'a class without decorators': () => Object.assign(new (class Bare {})(), untyped()),
    'the keys of a map, which are data': () => ({ map: new Map([['_a', untyped()]]) }),
    'no names of another beginning': () => ({ a_: 1, secret: { b_: 1 } }),
  };

  it.each(Object.keys(HOLDERS))('excludes the same as class-transformer: %s', (name) => {
    for (const excludePrefixes of [['_'], ['_', 'sec'], ['x'], [], ['']]) {
      const make = HOLDERS[name]!;
      const plain = throughJson(instanceToPlain(make(), { excludePrefixes }));
      const ours: unknown = serialize(make(), { exposure: { excludePrefixes } } as SerializeOptions);
      expect(ours).toEqual(plain);
    }
  });
});
