import {
  Exclude,
  type ExcludeOptions,
  Expose,
  type ExposeOptions,
  instanceToPlain,
  plainToInstance,
  Transform,
} from 'class-transformer';
import * as fc from 'fast-check';
import { Allow } from 'class-validator';
import { describeClass, type PropertyFacts } from '../../../../../src/documents/model/class-facts.js';
import * as wire from '../../../../../src/documents/model/class-transformer/exposure.js';
import type { Constructor } from '../../../../../src/shared/types.js';
import type { View } from '../../../../../src/documents/model/types.js';

const input: View = { direction: 'input', groups: [], version: undefined };
const output: View = { ...input, direction: 'output' };

/** Reads a property, with a rule so that it is one without another decorator too. */
const propertyOf = (target: Constructor, key: string): PropertyFacts => {
  Allow()(target.prototype as object, key);
  const property = describeClass(target).properties.get(key);
  if (property === undefined) throw new Error(`${key} was not read.`);
  return property;
};
const jsonNameOf = (target: Constructor, key: string, view: View): string | undefined =>
  wire.jsonNameOf(
    describeClass(target),
    propertyOf(target, key),
    view,
    wire.leavesOutUnexposed(describeClass(target), view),
  );
const isAssigned = (target: Constructor, key: string, view: View): boolean =>
  wire.isExposed(describeClass(target), key, view);
const isTransformed = (target: Constructor, key: string, view: View): boolean =>
  wire.transformationsIn(propertyOf(target, key), view).length > 0;

function on(...decorators: PropertyDecorator[]): Constructor {
  class Target {
    a = 1;
  }
  for (const decorator of decorators) decorator(Target.prototype, 'a');
  return Target;
}

describe('direction and name of a property', () => {
  it.each<[string, PropertyDecorator[], string | undefined, string | undefined]>([
    ['nothing said', [], 'a', 'a'],
    ['@Expose', [Expose()], 'a', 'a'],
    ['@Expose a name', [Expose({ name: 'b' })], 'b', 'b'],
    ['@Expose an empty name', [Expose({ name: '' })], 'a', 'a'],
    ['@Exclude', [Exclude()], undefined, undefined],
    ['@Exclude toPlainOnly', [Exclude({ toPlainOnly: true })], 'a', undefined],
    ['@Exclude toClassOnly', [Exclude({ toClassOnly: true })], undefined, 'a'],
    ['@Exclude both ways', [Exclude({ toClassOnly: true, toPlainOnly: true })], undefined, undefined],
    ['@Expose and @Exclude', [Expose(), Exclude()], undefined, undefined],
    ['@Expose a name and @Exclude', [Expose({ name: 'b' }), Exclude()], 'b', undefined],
    [
      '@Expose a name to responses and @Exclude it of requests',
      [Expose({ name: 'b', toPlainOnly: true }), Exclude({ toClassOnly: true })],
      'b',
      'b',
    ],
    ['@Expose in a group', [Expose({ groups: ['admin'] })], undefined, undefined],
  ])('%s', (_, decorators, request, response) => {
    expect(jsonNameOf(on(...decorators), 'a', input)).toBe(request);
    expect(jsonNameOf(on(...decorators), 'a', output)).toBe(response);
    const bound = request === undefined ? {} : { a: 2 };
    expect(plainToInstance(on(...decorators) as never, { [request ?? 'b']: 2 })).toMatchObject(bound);
  });

  it.each<[string, PropertyDecorator, Partial<View>, boolean]>([
    ['one of its groups', Expose({ groups: ['a', 'b'] }), { groups: ['b', 'c'] }, true],
    ['another group', Expose({ groups: ['a'] }), { groups: ['b'] }, false],
    ['no group of its own', Expose(), { groups: ['b'] }, true],
    ['before since', Expose({ since: 2 }), { version: 1.9 }, false],
    ['at since', Expose({ since: 2 }), { version: 2 }, true],
    ['before until', Expose({ until: 2 }), { version: 1.9 }, true],
    ['at until', Expose({ until: 2 }), { version: 2 }, false],
    ['no version asked for', Expose({ since: 2, until: 3 }), {}, true],
  ])('%s', (_, decorator, view, seen) => {
    expect(jsonNameOf(on(decorator), 'a', { ...output, ...view }) !== undefined).toBe(seen);
  });

  it('class-wide @Exclude lets only exposed properties through, each in its direction', () => {
    @Exclude()
    class Target {
      a!: string;
      @Expose() b!: string;
      @Expose({ toPlainOnly: true }) c!: string;
    }
    const names = (view: View): unknown[] => ['a', 'b', 'c'].map((key) => jsonNameOf(Target, key, view));
    expect(names(input)).toEqual([undefined, 'b', undefined]);
    expect(names(output)).toEqual([undefined, 'b', 'c']);
  });

  it('a getter is in responses if it is exposed, and in requests if it has a setter', () => {
    class Target {
      get plain(): number {
        return this.count();
      }
      @Expose() get shown(): number {
        return this.count();
      }
      @Expose() get both(): number {
        return this.count();
      }
      set both(_: number) {
        return;
      }
      private count(): number {
        return 1;
      }
    }
    class Derived extends Target {}
    for (const target of [Target, Derived]) {
      const names = (view: View): unknown[] =>
        ['plain', 'shown', 'both'].map((key) => jsonNameOf(target, key, view));
      expect(names(output)).toEqual([undefined, 'shown', 'both']);
      expect(names(input)).toEqual([undefined, undefined, 'both']);
    }
  });

  it('a method is in responses if it is exposed, and never in requests', () => {
    class Target {
      plain(): number {
        return 1;
      }
      @Expose() shown(): number {
        return 2;
      }
    }
    class Derived extends Target {}
    for (const target of [Target, Derived]) {
      const names = (view: View): unknown[] => ['plain', 'shown'].map((key) => jsonNameOf(target, key, view));
      expect(names(output)).toEqual([undefined, 'shown']);
      expect(names(input)).toEqual([undefined, undefined]);
    }
    expect(instanceToPlain(new Derived())).toEqual({ shown: 2 });
    expect(plainToInstance(Derived, { plain: 'x', shown: 'x' })).toEqual(new Derived());
  });

  it.each(['constructor', '__proto__'])('ignores the name %s', (name) => {
    const target = on(Expose({ name }));
    expect(jsonNameOf(target, 'a', input)).toBeUndefined();
    const request = JSON.parse(`{"${name}":2}`) as object;
    expect(plainToInstance(target as never, request)).toHaveProperty('a', 1);
  });

  it('is inherited, and overridden', () => {
    class Base {
      @Expose({ name: 'x' }) a!: string;
      @Exclude() b!: string;
    }
    class Derived extends Base {
      @Expose({ name: 'y' }) declare a: string;
    }
    expect(jsonNameOf(Derived, 'a', output)).toBe('y');
    expect(jsonNameOf(Derived, 'b', output)).toBeUndefined();
  });
});

describe('generated decorators have the same effect as in class-transformer', () => {
  const side = fc.record({ toClassOnly: fc.boolean(), toPlainOnly: fc.boolean() }, { requiredKeys: [] });
  const exposure = fc
    .record(
      {
        name: fc.constantFrom('b', 'a'),
        groups: fc.subarray(['g', 'h']),
        since: fc.constantFrom(1, 2),
        until: fc.constantFrom(2, 3),
      },
      { requiredKeys: [] },
    )
    .chain((options) => side.map((sided) => ({ ...options, ...sided })));
  const decoration = fc.oneof(
    { weight: 3, arbitrary: exposure.map((expose) => ({ expose })) },
    { weight: 1, arbitrary: side.map((exclude) => ({ exclude })) },
  );
  const setting = fc.record({
    ofBase: fc.array(decoration, { maxLength: 2 }),
    own: fc.array(decoration, { maxLength: 2 }),
    ofClass: fc.constantFrom(undefined, Exclude(), Expose()),
    groups: fc.subarray(['g', 'h']),
    version: fc.constantFrom(undefined, 1, 2, 3),
  });

  interface Decoration {
    readonly expose?: ExposeOptions;
    readonly exclude?: ExcludeOptions;
  }

  function build({
    ofBase,
    own,
    ofClass,
  }: {
    ofBase: readonly Decoration[];
    own: readonly Decoration[];
    ofClass: unknown;
  }): new () => { a?: unknown } {
    const decorate = (target: Constructor, { expose, exclude }: Decoration): void => {
      if (expose !== undefined) Expose(expose)(target.prototype, 'a');
      if (exclude !== undefined) Exclude(exclude)(target.prototype, 'a');
    };
    class Base {
      a?: unknown;
    }
    class Derived extends Base {}
    for (const one of ofBase) decorate(Base, one);
    for (const one of own) decorate(Derived, one);
    (ofClass as ClassDecorator | undefined)?.(Derived);
    return Derived;
  }

  it('applies in responses', () => {
    fc.assert(
      fc.property(setting, ({ groups, version, ...decorations }) => {
        const Target = build(decorations);
        const instance = Object.assign(new Target(), { a: 1 });
        const plain = instanceToPlain(instance, { groups, version: version as never });
        const name = jsonNameOf(Target, 'a', { direction: 'output', groups, version });
        expect(Object.keys(plain)).toEqual(name === undefined ? [] : [name]);
      }),
      { numRuns: 400 },
    );
  });

  it('applies in requests, under the documented name', () => {
    fc.assert(
      fc.property(setting, ({ groups, version, ...decorations }) => {
        const Target = build(decorations);
        const name = jsonNameOf(Target, 'a', { direction: 'input', groups, version });
        if (name === undefined) return;
        const instance = plainToInstance(Target, { [name]: 1 }, { groups, version: version as never });
        expect(instance.a).toBe(1);
      }),
      { numRuns: 400 },
    );
  });

  it('in requests, never sets a property without a documented name', () => {
    const name = fc.constantFrom({}, { name: 'a' }, { name: 'b' });
    const expose = fc.tuple(name, side).map(([named, sided]) => ({ ...named, ...sided }));
    const both = fc.record({ expose, exclude: side });
    fc.assert(
      fc.property(setting, both, ({ groups, version, ofClass }, own) => {
        const Target = build({ ofBase: [], own: [own], ofClass });
        fc.pre(jsonNameOf(Target, 'a', { direction: 'input', groups, version }) === undefined);
        const request = { a: 1, b: 1 };
        expect(plainToInstance(Target, request, { groups, version: version as never }).a).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it('in requests, whether an absent property overwrites a default', () => {
    fc.assert(
      fc.property(setting, ({ groups, version, ...decorations }) => {
        const Target = build(decorations);
        const view: View = { direction: 'input', groups, version };
        const isStrategyInherited = decorations.ofClass === undefined;
        fc.pre(isStrategyInherited && jsonNameOf(Target, 'a', view) !== undefined);
        class WithDefault extends Target {
          override a: unknown = 'default';
        }
        const instance = plainToInstance(WithDefault, {}, { groups, version: version as never });
        expect(instance.a === undefined).toBe(isAssigned(WithDefault, 'a', view));
      }),
      { numRuns: 400 },
    );
  });
});

describe('@Transform', () => {
  const transform = (options?: object): PropertyDecorator =>
    Transform(({ value }) => value as unknown, options);

  it.each<[string, PropertyDecorator[], Partial<View>, boolean, boolean]>([
    ['none', [], {}, false, false],
    ['both ways', [transform()], {}, true, true],
    ['toClassOnly', [transform({ toClassOnly: true })], {}, true, false],
    ['toPlainOnly', [transform({ toPlainOnly: true })], {}, false, true],
    ['in a group, none asked for', [transform({ groups: ['g'] })], {}, false, false],
    ['in the group asked for', [transform({ groups: ['g'] })], { groups: ['g'] }, true, true],
    ['not in the version', [transform({ since: 2 })], { version: 1 }, false, false],
    ['one of two', [transform({ toPlainOnly: true }), transform({ since: 2 })], { version: 1 }, false, true],
  ])('%s', (_, decorators, view, request, response) => {
    expect(isTransformed(on(...decorators), 'a', { ...input, ...view })).toBe(request);
    expect(isTransformed(on(...decorators), 'a', { ...output, ...view })).toBe(response);
  });
});
