import * as classValidator from 'class-validator';
import { getMetadataStorage } from 'class-validator';
import { simplify } from '../../../../src/documents/json-schema/intersect.js';
import { ruleEntryOf, ruleTable } from '../../../../src/documents/rules/rule-table.js';
import type { Constructor } from '../../../../src/shared/types.js';
import type { RuleContext } from '../../../../src/documents/rules/types.js';
import { readRules } from '../../../../src/documents/model/class-validator/rules.js';
import { isDecorator } from '../../../../src/documents/rules/own-rules.js';
import { samples } from '../../../law/rules/samples.js';
import { rulesWithoutEntry } from '../../../law/rules/without-entry.js';

/** Arguments of the decorators that do not work without. */
const ARGUMENTS: Readonly<Record<string, unknown[]>> = {
  IsEnum: [{}],
  Validate: [class {}],
  ValidateBy: [{ name: 'x', validator: {} }],
};

/** The name under which the runtime knows each exported property decorator; `undefined` for those without one. */
function namesOfDecorators(): [decorator: string, name: string | undefined][] {
  return Object.entries(classValidator).flatMap(([exported, value]): [string, string | undefined][] => {
    if (!/^[A-Z]/.test(exported) || typeof value !== 'function') return [];
    class Target {}
    try {
      const decorate = (value as (...given: unknown[]) => PropertyDecorator)(...(ARGUMENTS[exported] ?? []));
      decorate(Target.prototype, 'p');
    } catch {
      return []; // A class, not a decorator.
    }
    const found = getMetadataStorage().getTargetValidationMetadatas(Target, '', false, false);
    return found.slice(0, 1).map(({ name }) => [exported, name]);
  });
}

/** What a rule may know of the schema that it narrows. */
const CONTEXTS: readonly RuleContext[] = (['string', 'number', 'array', undefined] as const).map((type) => ({
  type,
  scalarItems: true,
  lowercase: false,
  instance: false,
  component: (_, schema) => schema,
}));

const decorators = namesOfDecorators();

describe('each rule of the installed class-validator', () => {
  it('is found by its decorator', () => {
    const names = decorators.map(([decorator]) => decorator);
    expect(names).toEqual(
      expect.arrayContaining(['IsString', 'Min', 'ArrayUnique', 'ValidateNested', 'IsOptional']),
    );
  });

  it.each(decorators)('%s has an entry or a reason to have none', (decorator, name) => {
    const hasEntry = name !== undefined && Object.hasOwn(ruleTable, name);
    expect(hasEntry).toBe(!Object.hasOwn(rulesWithoutEntry, decorator));
  });

  it('has no entry that no decorator runs under', () => {
    const names = new Set(decorators.map(([, name]) => name));
    expect(Object.keys(ruleTable).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(samples.map((sample) => [`@${sample.decorator}${sample.use}`, sample] as const))(
    '%s has keywords that are simple already, so they are written as they are',
    (_use, sample) => {
      class Target {}
      sample.apply(Target.prototype, 'p');
      const schemas = getMetadataStorage()
        .getTargetValidationMetadatas(Target, '', false, false)
        .flatMap(({ name = '', constraints }) => {
          const schema = ruleEntryOf(name)?.schema ?? {};
          const given = (constraints as unknown[] | undefined) ?? [];
          return CONTEXTS.map((context) => (typeof schema === 'function' ? schema(given, context) : schema));
        });
      expect(schemas.map(simplify)).toEqual(schemas);
    },
  );

  it('ignores names that an object inherits from its prototype', () => {
    expect(ruleEntryOf('toString')).toBeUndefined();
  });
});

describe('a rule of the installed class-validator', () => {
  const own = decorators.flatMap(([decorator, name = 'isOptional']) =>
    ['isOptional', 'x'].includes(name) ? [] : [[decorator, name] as const],
  );
  const decoratorOf = (name: string): unknown => (classValidator as Record<string, unknown>)[name];

  /** Several uses of a decorator, each on a property of its own, without those that it refuses. */
  function usesOf(decorator: string): [property: string, decorate: PropertyDecorator][] {
    const lists = [[], [undefined, 9], [2, 9], [2], [null, null], [Date], [[1, 2]], [{ a: 1 }]];
    return [...lists, [[1], { each: true }], [2, { each: true }]].flatMap((list, index) => {
      try {
        const apply = decoratorOf(decorator) as (...list: unknown[]) => PropertyDecorator;
        return [[`p${index}`, apply(...list)]];
      } catch {
        return [];
      }
    });
  }

  function customIn(target: new () => object): unknown[] {
    return [...readRules(target)].flatMap(([key, { rules }]) => rules.map(({ custom }) => [key, custom]));
  }

  it.each(own)('%s is told from a rule of the application by its message', (decorator, name) => {
    class Own {}
    class Imitation {}
    const uses = usesOf(decorator);
    for (const [property, decorate] of uses) decorate(Own.prototype, property);
    const validator = { validate: () => true, defaultMessage: () => '$property is wrong' };
    for (const {
      propertyName,
      constraints = [],
      each = false,
    } of getMetadataStorage().getTargetValidationMetadatas(Own, '', false, false))
      classValidator.ValidateBy({ name, constraints, validator }, { each })(
        Imitation.prototype,
        propertyName,
      );
    expect(uses).not.toEqual([]);
    expect(customIn(Own)).toEqual(uses.map(([property]) => [property, false]));
    expect(customIn(Imitation)).toEqual(uses.map(([property]) => [property, true]));
  });

  it.each(own)('%s is a decorator by its function', (decorator) => {
    expect(isDecorator(decoratorOf(decorator) as Constructor)).toBe(true);
  });

  it('leaves its name to classes', () => {
    const Length = class Length {};
    const Contains = function Contains(this: unknown) {
      return this;
    } as unknown as Constructor;
    expect([Length, Contains].map(isDecorator)).toEqual([false, false]);
  });
});
