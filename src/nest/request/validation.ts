import {
  TRANSFORM_OPTIONS,
  type ValidationOptions,
  VALIDATOR_OPTIONS,
} from '../../documents/model/validation-options.js';
import { ValidationError } from 'class-validator';
import { rejectionOf, type Rejection } from '../error-responses.js';
import { type Enhancer, fromInstance, isA } from '../enhancers.js';
import { nestClass } from '../nest-internals.js';

export interface PipeValidation {
  readonly options: ValidationOptions;
  /** The groups of class-transformer; empty if the rules have groups. */
  readonly groups: readonly string[];
  /** The version of class-transformer. */
  readonly version: number | undefined;
  /** The response to an invalid value. */
  readonly rejection: Rejection;
  /** The class that the pipe sets instead of the argument's type. */
  readonly expectedType: unknown;
  /** True if the handler gets the instance, not what was sent. */
  readonly transforms: boolean;
  /** Options that the document cannot follow, for messages. */
  readonly problems: readonly string[];
}

interface ValidationPipeFields {
  readonly validatorOptions?: ValidationOptions & { readonly groups?: readonly string[] };
  readonly transformOptions?: ValidationOptions & {
    readonly version?: number;
    readonly targetMaps?: unknown;
    readonly ignoreDecorators?: boolean;
  };
  readonly isTransformEnabled?: boolean;
  readonly errorHttpStatusCode?: number;
  readonly exceptionFactory?: (errors: ValidationError[]) => unknown;
  readonly expectedType?: unknown;
}

const UNREAD = 'has options that are set at run time. Pass them: nestDocs(app, { validation: { … } }).';

export function validationOf(pipes: readonly Enhancer[]): PipeValidation | undefined {
  // The pipe that creates a list validates its items.
  const own = pipes.flatMap((pipe) => itemsPipe(pipe) ?? []);
  return inRow((own.length > 0 ? own : pipes).filter(isValidationPipe).map(readValidationPipe));
}

function isValidationPipe(pipe: Enhancer): boolean {
  return isA(pipe, nestClass('ValidationPipe'));
}

function itemsPipe(pipe: Enhancer): Enhancer | undefined {
  if (!isA(pipe, nestClass('ParseArrayPipe'))) return undefined;
  const { validationPipe } = (pipe.make() ?? {}) as { readonly validationPipe?: object };
  return validationPipe && fromInstance(validationPipe);
}

function readValidationPipe(pipe: Enhancer): PipeValidation {
  const fields: ValidationPipeFields | undefined = pipe.make();
  const validator = fields?.validatorOptions;
  const transformer = fields?.transformOptions;
  const problems: string[] = [];
  if (validator === undefined) problems.push(UNREAD);
  if (transformer?.targetMaps !== undefined || transformer?.ignoreDecorators === true)
    problems.push('transforms with targetMaps or ignoreDecorators, which the document does not follow.');
  const groups = transformer?.groups ?? [];
  if (groups.length > 0 && String(groups) !== String(validator?.groups ?? groups))
    problems.push(
      'transforms and validates under different groups; the document follows those of the rules.',
    );
  return {
    options: {
      // Nest's own default; class-validator's is true.
      forbidUnknownValues: false,
      ...pick(validator, [...VALIDATOR_OPTIONS, 'groups']),
      ...pick(transformer, TRANSFORM_OPTIONS),
    },
    groups: validator?.groups === undefined ? groups : [],
    version: transformer?.version,
    rejection: rejectionOf(fields?.exceptionFactory, [sampleError()], fields?.errorHttpStatusCode),
    expectedType: fields?.expectedType,
    transforms: fields?.isTransformEnabled === true,
    problems,
  };
}

function sampleError(): ValidationError {
  const constraints = { isString: 'name must be a string' };
  return Object.assign(new ValidationError(), { property: 'name', target: {}, constraints, children: [] });
}

function pick(
  from: ValidationOptions | undefined,
  keys: readonly (keyof ValidationOptions)[],
): ValidationOptions {
  const entries = keys.flatMap((key) => (from?.[key] === undefined ? [] : [[key, from[key]] as const]));
  return Object.fromEntries(entries);
}

/**
 * Options that make validation accept more: they count only if every pipe has them. For other options,
 * one pipe is enough.
 */
const LOOSENING: ReadonlySet<string> = new Set([
  'skipMissingProperties',
  'skipUndefinedProperties',
  'skipNullProperties',
]);

function inRow(pipes: readonly PipeValidation[]): PipeValidation | undefined {
  const [first, ...others] = pipes;
  if (first === undefined) return undefined;
  return others.reduce((before, next) => {
    const keys = new Set([...Object.keys(before.options), ...Object.keys(next.options)]) as Set<
      keyof ValidationOptions
    >;
    const merged = [...keys].map((key) => [key, strictest(key, before.options[key], next.options[key])]);
    return {
      ...before,
      options: Object.fromEntries(merged) as ValidationOptions,
      expectedType: next.expectedType ?? before.expectedType,
      transforms: before.transforms || next.transforms,
      problems: [...before.problems, ...next.problems],
    };
  }, first);
}

function strictest(key: string, before: unknown, next: unknown): unknown {
  if (typeof before !== 'boolean' && typeof next !== 'boolean') return before ?? next;
  return LOOSENING.has(key) ? before === true && next === true : before === true || next === true;
}
