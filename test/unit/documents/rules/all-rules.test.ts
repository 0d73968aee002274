import * as classValidator from 'class-validator';
import { getMetadataStorage } from 'class-validator';
import { ruleEntryOf, ruleTable } from '../../../../src/documents/rules/rule-table.js';
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

  it('ignores names that an object inherits from its prototype', () => {
    expect(ruleEntryOf('toString')).toBeUndefined();
  });
});
