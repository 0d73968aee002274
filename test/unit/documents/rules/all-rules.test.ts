import * as classValidator from 'class-validator';
import { getMetadataStorage } from 'class-validator';
import { simplify } from '../../../../src/documents/json-schema/intersect.js';
import { ruleEntryOf, ruleTable } from '../../../../src/documents/rules/rule-table.js';
import type { RuleContext } from '../../../../src/documents/rules/types.js';
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
