import * as classValidator from 'class-validator';
import { decoratorNameOf } from '../../rules/decorator-name.js';
import { validationStorage, type Constraint, type ValidationMetadata } from './metadata.js';

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
