import { isClass, isRecord, show } from '../src/shared/values.js';
import { DecoratorError, placeOf } from './arguments.js';

/** A decorator of a property with values `V`, as class-validator, class-transformer and dtospec make them. */
type MemberDecorator<V> = (target: object, key: string, descriptor?: TypedPropertyDescriptor<V>) => void;

/** Names of properties that are not methods. */
type PropertyOf<T> = {
  [K in keyof T & string]: T[K] extends (...args: never[]) => unknown ? never : K;
}[keyof T & string];

/** The decorators of each property, in the order in which they would be written above it. */
export type PropertyRules<T> = { readonly [K in PropertyOf<T>]?: readonly MemberDecorator<T[K]>[] };

const NAME = 'rules()';

/**
 * Decorates a class without decorator syntax, for plain JavaScript and for compilers that do not compile
 * decorators, such as the type stripping of Node.js. The result is the same as with the syntax. These
 * compilers record no types, so rules or type decorators declare them.
 *
 * For example `rules(User, { name: [Length(1, 80), Example('Ada')], age: [IsOptional(), IsInt()] })`.
 *
 * @param members the decorators by property; a name that the class does not have does not compile
 * @param ofClass the decorators of the class
 * @throws ConfigError for a value that is no decorator, such as `IsInt` without its parentheses, and for what
 *   the decorators refuse
 */
export function rules<T extends object>(
  target: abstract new (...args: never[]) => T,
  members: PropertyRules<T>,
  ...ofClass: readonly ((target: abstract new (...args: never[]) => T) => void)[]
): void {
  if (!isClass(target)) throw new DecoratorError(NAME, 'rules', `needs a class, not ${show(target)}.`);
  const place = placeOf(target);
  if (!isRecord(members))
    throw new DecoratorError(NAME, place, `needs decorators by property, as in { name: [IsString()] }.`);
  const prototype = target.prototype as object;
  const checked = Object.entries(members).map(
    ([key, decorators]) => [key, decoratorsIn(decorators, placeOf(prototype, key))] as const,
  );
  const checkedOfClass = decoratorsIn(ofClass, place);
  for (const [key, decorators] of checked) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    // Decorators run from the last to the first.
    for (const decorate of [...decorators].reverse())
      requireDecorator(decorate(prototype, key, descriptor), placeOf(prototype, key));
  }
  for (const decorate of [...checkedOfClass].reverse()) requireDecorator(decorate(target), place);
}

type AnyDecorator = (...use: unknown[]) => unknown;

/** Checks all decorators before the first one runs, so that a mistake leaves nothing half-decorated. */
function decoratorsIn(decorators: unknown, place: string): readonly AnyDecorator[] {
  if (!Array.isArray(decorators))
    throw new DecoratorError(
      NAME,
      place,
      `needs a list of decorators, as in [IsString()], not ${show(decorators)}.`,
    );
  for (const decorator of decorators as unknown[])
    if (typeof decorator !== 'function' || isClass(decorator))
      throw new DecoratorError(NAME, place, `needs decorators, as in [IsString()], not ${show(decorator)}.`);
  return decorators as AnyDecorator[];
}

/** A factory that is called as a decorator returns a decorator, and records nothing. */
function requireDecorator(result: unknown, place: string): void {
  if (typeof result === 'function')
    throw new DecoratorError(
      NAME,
      place,
      'has a decorator without its parentheses: write [IsInt()], not [IsInt].',
    );
}
