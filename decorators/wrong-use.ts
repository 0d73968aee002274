import { isClass } from '../src/shared/values.js';
import { DecoratorError, placeOf } from './arguments.js';

/**
 * Rejects `@Query` without parentheses: the compiler would pass the property to the factory, and nothing
 * would be recorded. Each factory calls it first.
 *
 * @param args the arguments of the factory
 */
export function refuseBareUse(decorator: string, [target, key]: readonly unknown[]): void {
  if (isStandardContext(key)) refuseForeignUse(decorator, target, key, undefined);
  const isKey = typeof key === 'string' || typeof key === 'symbol';
  const onMember = isKey && (isPrototype(target) || isClass(target));
  const onClass = key === undefined && isClass(target) && !TAKES_TYPES.has(decorator);
  if (onMember || onClass)
    throw new DecoratorError(
      decorator,
      placeOf(target, isKey ? key : undefined),
      `needs its parentheses: write ${decorator}(), with its arguments if it has any. ` +
        'A class is not an argument.',
    );
}

/** Decorators that take a type; their error for a class as argument has a hint. */
const TAKES_TYPES: ReadonlySet<string> = new Set([
  '@TypeOf',
  '@ArrayOf',
  '@MapOf',
  '@TupleOf',
  '@OneOf',
  '@Returns',
]);

function isPrototype(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'constructor')) return false;
  return (value.constructor as { prototype?: unknown }).prototype === value;
}

function isStandardContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'addInitializer' in value;
}

/**
 * Rejects a use as standard decorator (its second argument is a context object) or as parameter decorator
 * (its third is an index).
 */
export function refuseForeignUse(
  decorator: string,
  target: unknown,
  key: unknown,
  descriptor: unknown,
): void {
  if (typeof key === 'object' && key !== null)
    throw new DecoratorError(
      decorator,
      String((key as { name?: unknown }).name),
      "was called as a standard decorator, but class-validator's are legacy ones: " +
        'compile with "experimentalDecorators": true.',
    );
  if (typeof descriptor === 'number')
    throw new DecoratorError(
      decorator,
      placeOf(target as object, key as string | undefined),
      'cannot decorate a parameter. Put it on a property or an accessor.',
    );
}
