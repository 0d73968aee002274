import { Exclude, Expose, Type } from 'class-transformer';
import fc from 'fast-check';
import { serialize } from '../../../src/serialize/serialize.js';
import { plansOf } from '../../../src/serialize/view-plans.js';
import { expectSame } from './support.js';

class User {
  @Expose({ groups: ['g7', 'admin'] }) email = 'a';
}

describe('plans of classes', () => {
  it.each([
    [{}],
    [{ groups: [] }],
    [{ groups: ['admin'] }],
    [{ groups: ['admin'], version: 2 }],
    [{ version: 2 }],
  ])('are cached for a class and a view: %j', (view) => {
    expect(plansOf(view)).toBe(plansOf({ ...view }));
    expect(plansOf(view).planOf(User)).toBe(plansOf(view).planOf(User));
  });

  it('differ for each view', () => {
    const views = [
      {},
      { groups: ['admin'] },
      { groups: ['user'] },
      { version: 1 },
      { groups: ['admin'], version: 1 },
    ];
    expect(new Set(views.map((view) => plansOf(view).planOf(User))).size).toBe(views.length);
  });

  it('are correct if a program creates views without end', () => {
    for (let index = 0; index < 2500; index += 1) {
      const expected = index === 7 ? { email: 'a' } : {};
      expect(serialize(new User(), { groups: [`g${index}`] })).toEqual(expected);
    }
    expect(serialize(new User(), { groups: ['admin'] })).toEqual({ email: 'a' });
  });
});

class Part {
  @Expose({ name: 'called' }) declare name?: string;
  @Exclude() declare hidden?: string;
  declare free?: number;
  @Type(() => Date) declare at?: Date;
  @Expose() get label(): string {
    return `label of ${String(this.free)}`;
  }
}

class Holder {
  @Type(() => Part) part: unknown;
}

const MEMBERS = { name: 'Ada', hidden: 'x', free: 1, at: new Date(0), more: [1], last: null } as const;

describe('objects with different keys after one another', () => {
  const keySets = fc.array(fc.shuffledSubarray(Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]), {
    minLength: 20,
    maxLength: 40,
  });

  it('are serialized as in class-transformer', () => {
    fc.assert(
      fc.property(keySets, (sets) => {
        for (const keys of sets) {
          const members = Object.fromEntries(keys.map((key) => [key, MEMBERS[key]]));
          expectSame(() => Object.assign(new Part(), members));
          expectSame(() => Object.assign(new Holder(), { part: { ...members } }));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('does not apply to an instance of another class', () => {
    class Declared {
      @Expose({ name: 'called' }) name!: string;
    }
    class Secretive {
      @Exclude() name = 'kept';
      free = 1;
    }
    class Held {
      @Type(() => Declared) part: unknown;
    }
    const told = { name: 'told', free: 1 };
    const written = [told, new Secretive(), told, new Secretive()].map((part) =>
      serialize(Object.assign(new Held(), { part })),
    );
    const [plain, secretive] = [{ part: { called: 'told', free: 1 } }, { part: { free: 1 } }];
    expect(written).toEqual([plain, secretive, plain, secretive]);
  });
});
