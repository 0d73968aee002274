import type { Constructor } from '../src/shared/types.js';
import { isConstructor, isRecord, show } from '../src/shared/values.js';
import { DecoratorError, placeOf, requireKnownOptions } from './arguments.js';
import { type RegisteredType, registry, TRANSFORMS, type TypeTransformed } from './registered-types.js';

const NAME = 'typeTransform()';

/** The call that class-transformer makes for a property. */
export interface TransformCall {
  /** The value to convert. */
  readonly value: unknown;
  /** The name of the property. */
  readonly key: string;
  /** The object that is converted. */
  readonly obj: unknown;
  /** 0 for JSON to instance, 1 for instance to JSON, 2 for a copy of an instance. */
  readonly type: number;
}

/** Options of `typeTransform`. */
export interface TypeTransformOptions {
  /** Converts each item of a list. @default false */
  readonly each?: boolean;
}

/**
 * Returns a function for class-transformer's `@Transform` that converts as the registered type does. Only
 * places where class-transformer itself converts need it, such as Nest's `ValidationPipe`: dtospec's
 * operations do not.
 *
 * For example `@Transform(typeTransform(Decimal))` `@IsInstance(Decimal) price!: Decimal`. A value that
 * cannot be parsed stays as it is, so that `@IsInstance` refuses it.
 *
 * @param options `each`: converts each item of a list; @default false
 * @throws ConfigError if it is not given a class, and when it converts a class that is not registered
 */
export function typeTransform(
  target: Constructor,
  options: TypeTransformOptions = {},
): (call: TransformCall) => unknown {
  if (!isConstructor(target)) throw new DecoratorError(NAME, 'types', `needs a class, not ${show(target)}.`);
  const place = placeOf(target);
  requireKnownOptions(NAME, place, options, { each: { what: 'a boolean', holds: isBoolean } });
  const transform = (call: TransformCall): unknown => {
    const registered = registry.types.get(target);
    if (registered === undefined || registered === null)
      throw new DecoratorError(NAME, place, 'needs a registered class: call registerType() first.');
    const convert = CONVERSIONS[call.type];
    const { value } = call;
    if (convert === undefined || value === undefined || value === null) return value;
    if (options.each !== true) return convert(sourceOf(call, registered), registered);
    return Array.isArray(value) ? value.map((item) => convert(item, registered)) : value;
  };
  const transformed: TypeTransformed = { target, each: options.each === true };
  return Object.assign(transform, { [TRANSFORMS]: transformed });
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

type Convert = (value: unknown, type: RegisteredType) => unknown;

const CONVERSIONS: readonly (Convert | undefined)[] = [
  (value, { target, parse }) => {
    if (value === undefined || value === null || value instanceof target) return value;
    try {
      const parsed = parse(value);
      return parsed instanceof target ? parsed : value;
    } catch {
      return value;
    }
  },
  (value, { target, write }) => (value instanceof target ? write(value) : value),
];

/**
 * Returns the JSON of a property. With `enableImplicitConversion`,
 * class-transformer makes an instance of an object.
 */
function sourceOf({ value, key, obj, type }: TransformCall, { target }: RegisteredType): unknown {
  return type === 0 && value instanceof target && isRecord(obj) && Object.hasOwn(obj, key) ? obj[key] : value;
}
