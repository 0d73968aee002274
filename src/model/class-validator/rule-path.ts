import { ruleEntryOf } from '../../rules/index.js';
import type { Branch } from '../branch.js';
import { KINDS, type ValidationMetadata, type ValidationStorage } from './metadata.js';
import { isOptionalCondition } from './optional.js';
import { isOwnRule } from './own-rules.js';
import { constraintsIn, HIDDEN, verdictsOnNothing } from './verdicts.js';

/** Neither absence nor null is refused. */
const ACCEPTS_NOTHING = 3;
const EACH = Symbol('each');
const OPTIONAL = Symbol('optional');
const LIMITED = Symbol('limited');
/** Decorators that have no name, and are no rules. */
const UNNAMED: ReadonlyMap<string, symbol> = new Map([
  [KINDS.nested, Symbol('nested')],
  [KINDS.whitelist, Symbol('whitelist')],
]);

/** The limits of a property: positive integers. */
export interface Limits {
  values: readonly unknown[];
}

/**
 * Follows the rules of a property through a tree, in which rules that do the same but for their limits lead to one place;
 * undefined where more than their names and arguments decides what they do: a function of the application, groups. It is
 * asked of every property of a service, so it makes few calls.
 *
 * @param storage class-validator's, looked up once for a class
 * @param limits takes the limits that the rules have, in one order
 */
export function alongRules<T>(
  start: Branch<T>,
  rules: readonly ValidationMetadata[],
  storage: ValidationStorage,
  limits: Limits,
): Branch<T> | undefined {
  let branch = start;
  // Rules are asked for absence and null from the last on: the one that is written first is most often @IsOptional(),
  // beside which they do not count, or refuses both.
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
    const step = name ?? UNNAMED.get(type);
    if (step === undefined) return undefined;
    const known = branch.next?.get(step);
    if (step === name && !isOwnRule(rule)) return undefined;
    branch = known ?? branch.at(step);
    if (rule.each === true) branch = branch.at(EACH);
    const given = constraints ?? (HIDDEN.has(name) ? constraintsIn(rule) : undefined);
    if (given !== undefined && given.length > 0)
      branch = alongLimits(branch, name, given, limits) ?? branch.along(given);
    // That one refuses is enough, but where only @IsDefined is asked.
    if (type === KINDS.defined) branch = branch.at(verdictsOnNothing(rule, storage));
    else if (verdicts !== 0) verdicts &= verdictsOnNothing(rule, storage);
  }
  return branch.next?.get(verdicts) ?? branch.at(verdicts);
}

/** Undefined where the arguments of a rule are no limits. */
function alongLimits<T>(
  branch: Branch<T>,
  name: string | undefined,
  given: readonly unknown[],
  limits: Limits,
): Branch<T> | undefined {
  if (!isLimit(given[0]) || !given.every(isLimit)) return undefined;
  const known = branch.next?.get(LIMITED);
  if (known === undefined && (name === undefined || ruleEntryOf({ name })?.limit !== true)) return undefined;
  limits.values = limits.values.length === 0 ? given : [...limits.values, ...given];
  return known ?? branch.at(LIMITED);
}

function isLimit(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
