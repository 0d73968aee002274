import { ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import type { ClassTransformOptions } from 'class-transformer';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { Binder, isBindable } from '../documents/model/class-transformer/binder.js';
import { createValidator, type Validate } from '../documents/model/class-validator/validator.js';
import { TRANSFORM_OPTIONS, VALIDATOR_OPTIONS } from '../documents/model/validation-options.js';
import type { Constructor } from '../shared/types.js';

/**
 * Options of `DocumentPipe`: those of Nest's `ValidationPipe`, without its packages. The declarations name no
 * type of Nest, whose version 12 CommonJS programs cannot import.
 */
export interface DocumentPipeOptions extends ValidatorOptions {
  /** Passes instances and converted values to the handler. @default false */
  readonly transform?: boolean;
  /** Options of class-transformer. @default none */
  readonly transformOptions?: ClassTransformOptions;
  /** Leaves the messages out of errors. @default false */
  readonly disableErrorMessages?: boolean;
  /** The status of errors. @default 400 */
  readonly errorHttpStatusCode?: number;
  /** Creates the exception of an invalid value. @default Nest's */
  readonly exceptionFactory?: (errors: ValidationError[]) => unknown;
  /** Also validates arguments of custom decorators. @default false */
  readonly validateCustomDecorators?: boolean;
  /** The class of the value, instead of the argument's type. @default the argument's type */
  readonly expectedType?: Constructor;
  /** The form of the messages in an error, in versions of Nest that have the option. @default 'list' */
  readonly errorFormat?: 'list' | 'grouped';
}

/**
 * Validates and transforms arguments as Nest's `ValidationPipe` does, with the same options, errors and
 * responses, in less than half of its time. The decorators of a class are read once. It is a
 * `ValidationPipe`, so `nestDocs` reads its options.
 *
 * @example
 * app.useGlobalPipes(new DocumentPipe({ transform: true, whitelist: true }));
 */
export interface DocumentPipe {
  /**
   * Returns the valid argument: with `transform` an instance
   * or a converted value, otherwise the value itself.
   *
   * @param metadata Nest's description of the argument
   * @throws what `exceptionFactory` creates for an invalid value
   */
  transform(value: unknown, metadata: object): Promise<unknown>;
}

class CompiledPipe extends ValidationPipe {
  #options: ValidatorOptions | undefined;
  #validate: Validate | undefined;

  constructor(options: DocumentPipeOptions = {}) {
    // Nest keeps the package of the last pipe for all pipes. Its results are those of class-transformer.
    super({ ...(options as ValidationPipeOptions), transformerPackage: TRANSFORMER });
  }

  protected override validate(
    object: object,
    options: ValidatorOptions = {},
  ): Promise<ValidationError[]> | ValidationError[] {
    // Nest sets a constructor on lists and other values that are no object of the class.
    if (Object.hasOwn(object, 'constructor') || !hasOnly(options, VALIDATION))
      return super.validate(object, options);
    const errors = this.#validatorOf(options)(object);
    const { target = true, value = true } = options.validationError ?? {};
    const withoutParts = (errors: readonly ValidationError[]): ValidationError[] => {
      if (!target || !value) removeParts(errors, { target, value });
      return errors as ValidationError[];
    };
    return errors instanceof Promise ? errors.then(withoutParts) : withoutParts(errors);
  }

  /** Nest creates equal options for each value. */
  #validatorOf(options: ValidatorOptions): Validate {
    if (this.#validate !== undefined && this.#options !== undefined && isEqual(this.#options, options))
      return this.#validate;
    this.#options = options;
    return (this.#validate = createValidator(options));
  }
}

function isEqual(left: object, right: object): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => {
      const [first, second] = [left, right].map((options) => (options as Record<string, unknown>)[name]);
      return first === second || name === 'validationError';
    })
  );
}

function removeParts(errors: readonly ValidationError[], kept: { target: boolean; value: boolean }): void {
  for (const error of errors) {
    if (!kept.target) delete error.target;
    if (!kept.value) delete error.value;
    removeParts(error.children ?? [], kept);
  }
}

const VALIDATION: ReadonlySet<string> = new Set([
  ...VALIDATOR_OPTIONS,
  'groups',
  'stopAtFirstError',
  'dismissDefaultMessages',
  'validationError',
]);
const TRANSFORMATION: ReadonlySet<string> = new Set([...TRANSFORM_OPTIONS, 'groups', 'version']);

/** Returns whether the compiled functions know all options. Otherwise the library itself is called. */
function hasOnly(options: object, known: ReadonlySet<string>): boolean {
  return Object.keys(options).every((name) => known.has(name));
}

const binders = new WeakMap<ClassTransformOptions, Binder>();
const NO_OPTIONS: ClassTransformOptions = {};

function binderOf(options: ClassTransformOptions): Binder {
  const known = binders.get(options);
  if (known !== undefined) return known;
  const binder = new Binder(options);
  binders.set(options, binder);
  return binder;
}

function plainToInstance(target: never, plain: unknown, options = NO_OPTIONS): never {
  const isKnown = isBindable(target) && hasOnly(options, TRANSFORMATION);
  if (typeof plain !== 'object' || plain === null || !isKnown)
    return classTransformer.plainToInstance(target, plain, options);
  // Routers and parsers of queries create objects without a prototype.
  const source = Object.getPrototypeOf(plain) === null ? { ...plain } : plain;
  return binderOf(options).typed(source, target, undefined) as never;
}

// Nest 10 calls `plainToClass`.
const TRANSFORMER = { ...classTransformer, plainToInstance, plainToClass: plainToInstance };

export const DocumentPipe: new (options?: DocumentPipeOptions) => DocumentPipe = CompiledPipe;
