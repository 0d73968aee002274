import { type Checks, FUNCTION } from '../src/shared/checks.js';
import type { Constructor } from '../src/shared/types.js';
import { isConstructor, isRecord, show } from '../src/shared/values.js';
import { DecoratorError, placeOf, requireKnownOptions } from './arguments.js';
import { type RegisteredType, registry } from './registered-types.js';
import { hasOwnMetadata } from './store.js';
import type { StandardType, StandardValue, TypeInput } from './type-input.js';

const NAME = 'registerType()';

/** The TypeScript type of a type's JSON: the schema decides, as in `{ type: 'string' }`. */
export type JsonOf<T> = T extends StringConstructor | DateConstructor | BigIntConstructor
  ? string
  : T extends NumberConstructor
    ? number
    : T extends BooleanConstructor
      ? boolean
      : T extends StandardType
        ? StandardValue<T, 'input'>
        : T extends readonly [infer I]
          ? JsonOf<I>[]
          : T extends { readonly type: infer K extends keyof SchemaJson }
            ? SchemaJson[K]
            : unknown;

interface SchemaJson {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
}

// Methods, so that `parse` may declare a type that its schema does not show to TypeScript.

interface Conversions<T, I, O> {
  /**
   * Returns the instance for JSON that `input` accepts; it is not called for null. To refuse a value, throw
   * an error, or return a text that follows the name of the property, such as `must be a prime number`. The
   * response is then 400.
   */
  parse(json: JsonOf<I>): T | string;
  /** Returns the JSON of an instance, which must satisfy `output`. */
  write(instance: T): JsonOf<O>;
}

/** The registration of a class with one schema for both directions. */
export interface TypeDefinition<T, S extends TypeInput = TypeInput> extends Conversions<T, S, S> {
  /** The type of the JSON: a JSON Schema, or a type without classes, such as `String`. */
  readonly schema: S;
}

/** The registration of a class with a schema for each direction. */
export interface DirectedTypeDefinition<
  T,
  I extends TypeInput = TypeInput,
  O extends TypeInput = TypeInput,
> extends Conversions<T, I, O> {
  /** The type of the JSON in requests. */
  readonly input: I;
  /** The type of the JSON in responses and webhooks. */
  readonly output: O;
}

/**
 * Registers how the instances of a class that is no DTO are documented, read and written: a `Decimal`, an
 * `ObjectId`, a `Temporal.Instant`. Each property, list, map, parameter and body of the class then needs no
 * further decorator.
 *
 * Call it before the class is documented or serialized, in a module that your DTO classes import. The same
 * definition again has no effect.
 *
 * @example
 * registerType(Decimal, {
 *   schema: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
 *   parse: (text) => new Decimal(text),
 *   write: (decimal) => decimal.toFixed(),
 * });
 *
 * @throws ConfigError for a definition with a missing or unknown field, a class with another definition, a
 *   class that was already read, a DTO class, and a built-in class
 */
export function registerType<T, const S extends TypeInput>(
  target: Constructor<T>,
  definition: TypeDefinition<T, S>,
): void;
export function registerType<T, const I extends TypeInput, const O extends TypeInput>(
  target: Constructor<T>,
  definition: DirectedTypeDefinition<T, I, O>,
): void;
export function registerType(
  target: Constructor,
  definition: TypeDefinition<unknown> | DirectedTypeDefinition<unknown>,
): void {
  requireClass(target);
  const place = placeOf(target);
  const registered = typeOf(target, place, definition);
  const { types } = registry;
  const known = types.get(target);
  if (known === null)
    throw new DecoratorError(
      NAME,
      place,
      'is late: a document or serialize() has read the class already. Call it in a module that your DTO classes import.',
    );
  if (known !== undefined && !isSame(known, registered))
    throw new DecoratorError(NAME, place, 'has another definition already. Register the class once.');
  if (known !== undefined) return;
  types.set(target, registered);
  registry.isUsed = true;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([
  ...[Object, Array, Function, Promise, Map, Set, Date, String, Number, Boolean, BigInt, Symbol],
  ...[ArrayBuffer, Uint8Array, Blob, File, (globalThis as { readonly Buffer?: unknown }).Buffer],
]);

function requireClass(target: unknown): asserts target is Constructor {
  if (!isConstructor(target))
    throw new DecoratorError(
      NAME,
      'types',
      `needs a class, not ${show(target)}.${target === undefined ? ' Import the module of the class first: modules that import each other see it undefined.' : ''}`,
    );
  const place = placeOf(target);
  if (BUILT_IN.has(target))
    throw new DecoratorError(
      NAME,
      place,
      'cannot change a built-in class, which has a form in JSON. Write a class of your own, or a type decorator with direction.',
    );
  if (hasOwnMetadata(target))
    throw new DecoratorError(
      NAME,
      place,
      'cannot register a DTO class: its decorators describe it. Remove the decorators, or do not register it.',
    );
}

const TYPE: Checks = {
  schema: { what: 'a type', holds: (value) => value !== undefined && value !== null },
};
const FUNCTIONS: Checks = { parse: FUNCTION, write: FUNCTION };
const ONE: Checks = { ...TYPE, ...FUNCTIONS };
const DIRECTED: Checks = { input: TYPE.schema, output: TYPE.schema, ...FUNCTIONS };

function typeOf(
  target: Constructor,
  place: string,
  definition: TypeDefinition<unknown> | DirectedTypeDefinition<unknown>,
): RegisteredType {
  const isDirected = isRecord(definition) && ('input' in definition || 'output' in definition);
  const checks = isDirected ? DIRECTED : ONE;
  requireKnownOptions(NAME, place, definition, checks);
  const missing = Object.keys(checks).find((name) => !(name in definition));
  if (missing !== undefined)
    throw new DecoratorError(
      NAME,
      place,
      `needs ${missing}. A definition has parse, write and schema, or input and output in its place.`,
    );
  const { input, output } =
    'schema' in definition ? { input: definition.schema, output: definition.schema } : definition;
  return {
    target,
    input,
    output,
    parse: (json) => definition.parse(json),
    write: (instance) => definition.write(instance),
    definition,
  };
}

/**
 * Returns whether two registrations are the same. Test runners and servers with hot reload load a module
 * again, so equal functions need not be identical.
 */
function isSame(left: RegisteredType, right: RegisteredType): boolean {
  return (
    isSameType(left.input, right.input) &&
    isSameType(left.output, right.output) &&
    String(left.definition.parse) === String(right.definition.parse) &&
    String(left.definition.write) === String(right.definition.write)
  );
}

function isSameType(left: TypeInput, right: TypeInput): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));
}
