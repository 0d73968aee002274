import type { Branch } from '../branch.js';
import { KINDS, NOT_RULES, type ValidationMetadata, type ValidationStorage } from './metadata.js';
import { isOptionalCondition } from './optional.js';
import { constraintsIn, HIDDEN, OWN_RULES, verdictsOnNothing } from './verdicts.js';

/** Neither absence nor null is refused. */
const ACCEPTS_NOTHING = 3;
const EACH = Symbol('each');
const OPTIONAL = Symbol('optional');

/**
 * Follows the rules of a property through a tree, in which rules that do the same lead to one place; undefined where more
 * than their names and arguments decides what they do: a function of the application, groups, a nested class. It is asked of
 * every property of a service, so it makes few calls.
 *
 * @param storage class-validator's, looked up once for a class
 */
export function alongRules<T>(
  start: Branch<T>,
  rules: readonly ValidationMetadata[],
  storage: ValidationStorage,
): Branch<T> | undefined {
  let branch = start;
  // A validator of the application's own may go by the name of one of class-validator's, so they are asked whether they
  // let absence and null through: from the last on, as the one that is written first is most often @IsOptional(), beside
  // which it does not count, or refuses both.
  let verdicts = ACCEPTS_NOTHING;
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const rule = rules[index];
    if (rule === undefined) break;
    const { type, name, groups, constraints } = rule;
    if (rule.validateIf !== undefined || rule.always !== undefined) return undefined;
    if (groups !== undefined && groups.length > 0) return undefined;
    if (type === KINDS.conditional) {
      if (!isOptionalCondition(rule)) return undefined;
      // Its constraint is a function of its own each time, but the same.
      branch = branch.next?.get(OPTIONAL) ?? branch.at(OPTIONAL);
      verdicts = 0;
      continue;
    }
    if (type !== KINDS.whitelist && (NOT_RULES.has(type) || !OWN_RULES.has(name))) return undefined;
    const step = name ?? type;
    branch = branch.next?.get(step) ?? branch.at(step);
    if (rule.each === true) branch = branch.at(EACH);
    const given = constraints ?? (HIDDEN.has(name) ? constraintsIn(rule) : undefined);
    if (given !== undefined && given.length > 0) branch = branch.along(given);
    // That one refuses is enough, but where only @IsDefined is asked.
    if (type === KINDS.defined) branch = branch.at(verdictsOnNothing(rule, storage));
    else if (verdicts !== 0) verdicts &= verdictsOnNothing(rule, storage);
  }
  return branch.next?.get(verdicts) ?? branch.at(verdicts);
}
