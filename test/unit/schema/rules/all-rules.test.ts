import * as classValidator from 'class-validator';
import { getMetadataStorage } from 'class-validator';
import { ruleTable } from '../../../../src/schema/rules/index.js';
import { rulesOutsideTable } from '../../../../src/schema/rules/outside.js';
import { samples } from '../../../law/rules/samples.js';

/** Exported functions with a capital that are no property decorators. */
const NO_DECORATORS = [
  'ValidatorConstraint',
  'ValidationError',
  'ValidationTypes',
  'Validator',
  'MetadataStorage',
];

const decorators = Object.entries(classValidator)
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
  .map(([name]) => name)
  .filter((name) => !NO_DECORATORS.includes(name));

/** The name under which class-validator runs the rule of a decorator. */
function runtimeNameOf(decorator: PropertyDecorator): string | undefined {
  class Probe {}
  decorator(Probe.prototype, 'p');
  return getMetadataStorage().getTargetValidationMetadatas(Probe, '', true, false)[0]?.name;
}

describe('issue 3 point 1: all of class-validator', () => {
  it('knows the 113 property decorators of the installed version', () => {
    expect(decorators).toHaveLength(113);
  });

  it.each(decorators)('%s is in the rule table or in the list of what stands outside it', (name) => {
    if (Object.hasOwn(rulesOutsideTable, name)) {
      expect(['presence', 'type', 'registerRule', 'nobody']).toContain(rulesOutsideTable[name]!.said);
      expect(rulesOutsideTable[name]!.reason).toMatch(/\w{3}.*\.$/);
      return;
    }
    const sample = samples.find(({ decorator }) => decorator === name);
    expect(sample).toBeDefined();
    expect(Object.keys(ruleTable)).toContain(runtimeNameOf(sample!.apply));
  });

  it('has no row that no decorator runs under', () => {
    const names = new Set(samples.map(({ apply }) => runtimeNameOf(apply)));
    expect(Object.keys(ruleTable).filter((name) => !names.has(name))).toEqual([]);
  });
});
