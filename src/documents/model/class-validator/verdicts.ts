import * as classValidator from 'class-validator';
import { decoratorNameOf } from '../../rules/decorator-name.js';
import { type Constraint, type ValidationMetadata, validationStorage } from './metadata.js';
import { observed } from './conditions.js';

/** Names of the rules that class-validator brings: it exports each as a constant. */
const NAMES = Object.values(classValidator).filter((value) => typeof value === 'string');

/** What class-validator's own rules call, by name. */
let own: ReadonlyMap<unknown, Constraint> | undefined;

/**
 * Whether class-validator brings the rule. An application may give its own rule the name of one, so the name decides
 * nothing: the rule must speak with the default message of class-validator's decorator.
 */
export function isOwnRule({ name, constraintCls, constraints, propertyName }: ValidationMetadata): boolean {
  const expected = (own ??= readOwn()).get(name);
  if (expected === undefined) return false;
  const args: classValidator.ValidationArguments = {
    value: undefined,
    constraints: constraints ?? [],
    object: {},
    property: propertyName,
    targetName: '',
  };
  const message = defaultMessage(expected, args);
  for (const constraint of validationStorage().getTargetValidatorConstraints(constraintCls))
    if (constraint.async === true || defaultMessage(constraint, args) !== message) return false;
  return true;
}

/** Returns the message without `each`; undefined where a rule of the application throws. */
function defaultMessage(
  { target: { prototype } }: Constraint,
  args: classValidator.ValidationArguments,
): string | undefined {
  try {
    return prototype.defaultMessage?.(args).replace(EACH, '');
  } catch {
    return undefined;
  }
}

/** The prefix of messages of rules with `each`. */
const EACH = 'each value in ';

/** Applies each decorator of class-validator to a target that is then forgotten. */
function readOwn(): ReadonlyMap<unknown, Constraint> {
  const target = (): void => undefined;
  for (const name of NAMES) {
    const decorator = (classValidator as Readonly<Record<string, unknown>>)[decoratorNameOf(name) ?? ''];
    if (typeof decorator === 'function')
      (decorator as (argument: object) => PropertyDecorator)({})({ constructor: target }, 'value');
  }
  const storage = validationStorage();
  const registered = storage.validationMetadatas.get(target) ?? [];
  (storage.validationMetadatas as Map<unknown, unknown>).delete(target);
  return new Map(
    registered.flatMap(({ name, constraintCls }) => {
      const [constraint] = storage.getTargetValidatorConstraints(constraintCls);
      return constraint === undefined ? [] : [[name, constraint] as const];
    }),
  );
}

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
