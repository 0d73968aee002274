import { inspect } from 'node:util';
import { Exclude, Expose, instanceToPlain, plainToInstance, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { jsonSchemaOf } from '../../src/documents/schema/json-schema.js';
import { IntersectionType, OmitType, PartialType, PickType } from '../../src/documents/model/mapped-types.js';
import { seededRandom, type Random } from '../fixtures/random.js';
import { runs } from '../fixtures/runs.js';

type Made = new () => object;

const KEYS = ['a', 'b', 'c'] as const;
const first = Number(process.env.DTOSPEC_SEED ?? 1);

/** Appends a letter, so that the result shows which functions ran, and in which order. */
const append = (letter: string, options = {}): PropertyDecorator =>
  Transform(({ value }) => (typeof value === 'string' ? value + letter : (value as unknown)), options);

const DECORATORS: readonly (() => PropertyDecorator)[] = [
  () => append('x'),
  () => append('y', { toClassOnly: true }),
  () => append('z', { toPlainOnly: true }),
  () => append('v', { since: 2 }),
  () => Exclude(),
  () => Exclude({ toPlainOnly: true }),
  () => Exclude({ toClassOnly: true }),
  () => Expose(),
  () => Expose({ toPlainOnly: true }),
  () => Expose({ toClassOnly: true }),
  () => Expose({ groups: ['admin'] }),
  () => Type(() => String),
  () => Type(() => Number),
  () => IsString(),
  () => IsInt(),
  () => MinLength(2),
  () => MaxLength(3),
  () => IsOptional(),
  () => Allow(),
];

/** Three classes that extend each other, each with up to four decorators on each property. */
function generate(random: Random): Made {
  class Base {}
  class Middle extends Base {}
  class Top extends Middle {}
  for (const level of [Base, Middle, Top])
    for (const key of KEYS)
      for (let count = random.below(5); count > 0; count -= 1)
        random.pick(DECORATORS)()(level.prototype, key);
  for (const key of KEYS) Allow()(Top.prototype, key);
  return Top;
}

const VALUES: readonly object[] = [
  { a: 'p', b: 'q', c: 'r' },
  { a: 'pp', b: 1, c: null },
  { a: 'pppp', b: '7', c: ['s'] },
];

/** What class-transformer and class-validator do with the values, and what is documented. */
function behaviourOf(target: Made): unknown {
  const transforms = [{}, { groups: ['admin'] }, { version: 1 }, { version: 2 }].flatMap((options) =>
    VALUES.map((value) => [
      { ...plainToInstance(target, value, options) },
      instanceToPlain(Object.assign(new target(), value), options),
    ]),
  );
  const errors = VALUES.map((value) => validateSync(Object.assign(new target(), value)).map(textOf).sort());
  const { title: _, ...input } = jsonSchemaOf(target, { direction: 'input', refs: 'inline' });
  const { title: __, ...output } = jsonSchemaOf(target, { direction: 'output', refs: 'inline' });
  return { transforms, errors, input, output };
}

function textOf({ property, constraints = {} }: ValidationError): string {
  return `${property}: ${Object.keys(constraints).sort().join()}`;
}

const MAPPERS: Readonly<Record<string, (target: Made) => Made>> = {
  PickType: (target) => PickType(target, KEYS as never) as Made,
  OmitType: (target) => OmitType(target, []) as Made,
  IntersectionType: (target) => IntersectionType(target, class Other {}) as Made,
  'a mapped type of a mapped type': (target) => OmitType(PickType(target, KEYS as never), []) as Made,
  'a class that extends a mapped type': (target) =>
    class Heir extends (PickType(target, KEYS as never) as Made) {},
};

describe('a mapped type of all properties behaves as its class does', () => {
  const seeds = Array.from({ length: runs(60) }, (_, index) => first + index);

  it.each(Object.keys(MAPPERS))('%s', (mapper) => {
    for (const seed of seeds) {
      const target = generate(seededRandom(seed));
      expect([seed, behaviourOf(MAPPERS[mapper]!(target))]).toEqual([seed, behaviourOf(target)]);
    }
  });

  it('PartialType, if each property has a value', () => {
    for (const seed of seeds) {
      const target = generate(seededRandom(seed));
      const partial = PartialType(target) as Made;
      const given = VALUES.slice(0, 1).flatMap((value) => [
        [plainToInstance(target, value), plainToInstance(partial, value)],
        [
          instanceToPlain(Object.assign(new target(), value)),
          instanceToPlain(Object.assign(new partial(), value)),
        ],
      ]);
      for (const [expected, made] of given)
        expect(inspect({ seed, ...made })).toBe(inspect({ seed, ...expected }));
    }
  });
});
