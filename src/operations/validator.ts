import type { View } from '../documents/model/types.js';
import { resolveValidation, type ValidationOptions } from '../documents/model/validation-options.js';
import { ConfigError } from '../shared/errors.js';
import { pointerTo } from '../shared/json-pointer.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor, show } from '../shared/values.js';
import type { UnknownProperties } from './operation-options.js';
import type { Fault } from './reader/faults.js';
import type { Reading } from './reader/read-instance.js';
import { createTypeReader } from './reader/type-reader.js';

/** Options of `validator`. */
export interface ValidatorOptions {
  /** Groups of class-transformer and class-validator. @default none */
  readonly groups?: readonly string[];
  /** Version of class-transformer. @default none */
  readonly version?: number;
  /** Options of validation and documentation. @default those of the libraries */
  readonly validation?: ValidationOptions;
  /** The treatment of members that the class does not document. @default 'drop' */
  readonly unknownProperties?: UnknownProperties;
  /** Reports the first broken rule of each property only, as class-validator's option does. @default false */
  readonly stopAtFirstError?: boolean;
  /** Omits the messages of rules without a message of their own. @default false */
  readonly dismissDefaultMessages?: boolean;
}

/** A part of a value that is invalid. */
export interface ValidationFault {
  /** JSON Pointer (RFC 6901) to it, as a URI fragment: `#/lines/0/sku`. */
  readonly pointer: string;
  /** Explanation: class-validator's message, or that of the schema. */
  readonly detail: string;
  /**
   * The rule by class-validator's name, or the keyword of
   * the schema. Absent if the value as a whole is invalid.
   */
  readonly rule?: string;
}

/** An instance of the class, or the faults of the value. */
export type Validated<T> =
  | {
      /** The instance, with the documented members. */
      readonly value: T;
      /** Undefined for a valid value. */
      readonly faults?: undefined;
    }
  | {
      /** Undefined for an invalid value. */
      readonly value?: undefined;
      /** The faults, at least one. */
      readonly faults: readonly ValidationFault[];
    };

/** A function that reads JSON values as instances of a class. Created by `validator`. */
export interface Validator<T> {
  /**
   * Reads a JSON value at once.
   * @throws ConfigError if a rule of the class is asynchronous
   */
  (value: unknown): Validated<T>;
  /** Reads a JSON value, and awaits asynchronous rules. */
  readonly async: (value: unknown) => Promise<Validated<T>>;
}

/**
 * Creates a function that reads a JSON value as operations read a body: the schema of the class and
 * class-validator must both accept it. The instance is the one that class-transformer creates, with the
 * documented members.
 *
 * @throws ConfigError if the class is not a class
 * @example
 * const readOrder = validator(Order);
 * const { value, faults } = readOrder(JSON.parse(text));
 */
export function validator<T extends object>(
  target: Constructor<T>,
  options: ValidatorOptions = {},
): Validator<T> {
  if (!isConstructor(target)) throw new ConfigError(`validator takes a class, not ${show(target)}.`);
  const { groups = [], version, validation, unknownProperties, ...errors } = options;
  const view: View = { direction: 'input', groups, version };
  const read = createTypeReader(target, {
    view,
    validation: resolveValidation({ ...validation, openConversions: true }),
    ...(unknownProperties !== undefined && { unknownProperties }),
    errors,
  });
  const validate = (value: unknown): Validated<T> => {
    const reading = read(value);
    if (!(reading instanceof Promise)) return validated(reading);
    // The promise is not awaited, so its rejection must be handled here.
    reading.catch(() => undefined);
    throw new ConfigError(
      `A rule of ${target.name} is asynchronous. Use await validator(${target.name}).async(value).`,
    );
  };
  return Object.assign(validate, { async: async (value: unknown) => validated<T>(await read(value)) });
}

function validated<T>({ value, faults }: Reading): Validated<T> {
  return faults === undefined ? { value: value as T } : { faults: faults.map(publicFault) };
}

function publicFault({ path, detail, rule }: Fault): ValidationFault {
  return { pointer: pointerTo(path), detail, ...(rule !== undefined && { rule }) };
}
