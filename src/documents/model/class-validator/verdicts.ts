import * as classValidator from 'class-validator';
import { observed } from '../observed.js';
import { validationStorage, type Constraint, type ValidationMetadata } from './metadata.js';
import { isOwnRule } from './own-rules.js';

/** The name that class-validator knows a rule by; `@Validate(Constraint)` has none of its own, its constraint has. */
export function nameOf(metadata: ValidationMetadata): string {
  return metadata.name ?? constraintsOf(metadata)[0]?.name ?? metadata.type;
}

/** What a rule calls: more than one only where constraint classes share a name. */
export function constraintsOf(metadata: ValidationMetadata): readonly Constraint[] {
  if (metadata.constraintCls === undefined) return [];
  return validationStorage().getTargetValidatorConstraints(metadata.constraintCls);
}

/**
 * Whether a rule lets a value through. A rule that class-validator does not bring may look into a database: it is
 * asked about absence only. What it does not answer at once, or by another property, counts as a yes.
 *
 * @param isOwn class-validator brings the rule
 */
export function accepts(metadata: ValidationMetadata, isOwn: boolean, value: unknown): boolean {
  if (!isOwn && value !== undefined) return true;
  const { constraints, propertyName: property } = metadata;
  if (isOwn) {
    // None of them looks at the object.
    const args = { value, constraints, object: NOTHING, property, targetName: '' };
    return constraintsOf(metadata).every(({ target: { prototype } }) =>
      metadata.each === true && Array.isArray(value)
        ? value.every((item) => Boolean(prototype.validate(item, args)))
        : Boolean(prototype.validate(value, args)),
    );
  }
  const watch = { strayed: false };
  const object = observed({}, property, watch);
  const args = { value, constraints, object, property, targetName: '' };
  return constraintsOf(metadata).every((constraint) => acceptsAtOnce(constraint, args) || watch.strayed);
}

const NOTHING: object = Object.freeze({});

function acceptsAtOnce(constraint: Constraint, args: { readonly value: unknown }): boolean {
  if (constraint.async === true) return true;
  try {
    const answer = constraint.instance.validate(args.value, args);
    if (!(answer instanceof Promise)) return Boolean(answer);
    // Whatever it comes to, nobody waits for it.
    answer.catch(() => undefined);
    return true;
  } catch {
    return true;
  }
}

/**
 * Constraints that class-validator keeps in a closure instead of its metadata, found by asking the validator.
 * `@ArrayUnique(identifier)`: whether it has an identifier, which two objects that forbid every look tell.
 */
const HIDDEN: ReadonlyMap<unknown, (metadata: ValidationMetadata) => unknown[]> = new Map([
  [
    classValidator.ARRAY_UNIQUE,
    (metadata) => {
      try {
        return accepts({ ...metadata, each: false }, isOwnRule(metadata), [forbidding(), forbidding()])
          ? []
          : [true];
      } catch {
        return [true];
      }
    },
  ],
]);

/** The arguments that a rule was declared with. */
export function constraintsIn(metadata: ValidationMetadata): readonly unknown[] {
  return metadata.constraints ?? HIDDEN.get(metadata.name)?.(metadata) ?? [];
}

/** An object that throws when anything is read of it. */
function forbidding(): object {
  return new Proxy(
    {},
    {
      get: () => {
        throw new TypeError('Not to be looked at.');
      },
    },
  );
}
