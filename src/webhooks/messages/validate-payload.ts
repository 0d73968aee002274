import type { ValidationError } from 'class-validator';
import { createValidator, type Validate } from '../../documents/model/class-validator/validator.js';
import { classOf, withholds } from '../../serialize/plan.js';
import { plansOf, type ViewPlans, type SerializeOptions } from '../../serialize/view-plans.js';
import { InvalidPayloadError, type Violation } from './errors.js';
import type { FoundInstance } from './body.js';

/**
 * Validates the objects to send with class-validator. It ignores rules of properties that are not sent and,
 * if the view has groups, rules of other groups. A class without rules is valid.
 * @throws InvalidPayloadError with properties and rules, but without values
 */
export async function checkInstances(
  instances: readonly FoundInstance[],
  view: SerializeOptions = {},
): Promise<void> {
  const validate = validatorIn(view);
  // All validations start at once: an asynchronous rule must not delay the others, whose objects may change.
  const checks = instances.map(({ value }) => {
    const check = validate(value);
    // If a later object throws, nothing awaits this one.
    if (check instanceof Promise) check.catch(() => undefined);
    return check;
  });
  // Most results are synchronous.
  const results = checks.every(isReady) ? checks : await Promise.all(checks.map(async (check) => check));
  for (const [index, { path, value }] of instances.entries()) {
    const errors = results[index] ?? [];
    if (errors.length === 0) continue;
    const violations = errors.flatMap((error) => listViolations(error, path, plansOf(view)));
    if (violations.length > 0) throw new InvalidPayloadError(value.constructor.name, violations);
  }
}

function isReady(check: ReturnType<Validate>): check is readonly ValidationError[] {
  return !(check instanceof Promise);
}

const validators = new WeakMap<ViewPlans, Validate>();

function validatorIn(view: SerializeOptions): Validate {
  const plans = plansOf(view);
  const known = validators.get(plans);
  if (known !== undefined) return known;
  const validate = createValidator({
    // By default, class-validator rejects a class without rules.
    forbidUnknownValues: false,
    // By default, class-validator ignores rules without groups if groups are given.
    ...(view.groups && { groups: [...view.groups], always: true }),
  });
  validators.set(plans, validate);
  return validate;
}

function listViolations(error: ValidationError, parent: string, plans: ViewPlans): Violation[] {
  const { target, property, constraints = {}, children = [] } = error;
  if (target !== undefined && withholds(plans.planOf(classOf(target)), property)) return [];
  const path = joinPath(parent, property);
  const own = Object.keys(constraints).sort();
  const nested = children.flatMap((child) => listViolations(child, path, plans));
  return own.length > 0 ? [{ path, rules: own }, ...nested] : nested;
}

function joinPath(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}
