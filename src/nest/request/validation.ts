import {
  resolveValidation,
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
  /** The responses to invalid values, one for each pipe. */
  readonly rejections: readonly Rejection[];
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
    rejections: [rejectionOf(fields?.exceptionFactory, [sampleError()], fields?.errorHttpStatusCode)],
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

/** Returns what several pipes do one after the other: each must accept what the pipe before it passed on. */
function inRow([first, ...others]: readonly PipeValidation[]): PipeValidation | undefined {
  return first && others.reduce(joined, first);
}

function joined(before: PipeValidation, next: PipeValidation): PipeValidation {
  const options = {
    ...strictestOptions(before.options, next.options),
    ...orderedOptions(before.options, next.options),
  };
  // A pipe that is no stricter than the one before it rejects nothing.
  const isStricter = !sameValidation(options, before.options);
  return {
    ...before,
    options,
    rejections: isStricter ? [...before.rejections, ...next.rejections] : before.rejections,
    expectedType: next.expectedType ?? before.expectedType,
    transforms: before.transforms || next.transforms,
    problems: [...before.problems, ...next.problems, ...groupProblems(before.options, next.options)],
  };
}

/** Returns whether requests are validated alike under two sets of options. */
export function sameValidation(a: ValidationOptions, b: ValidationOptions | undefined): boolean {
  return (
    a === b ||
    (b !== undefined && JSON.stringify(resolveValidation(a)) === JSON.stringify(resolveValidation(b)))
  );
}

function strictestOptions(before: ValidationOptions, next: ValidationOptions): ValidationOptions {
  const keys = new Set([...Object.keys(before), ...Object.keys(next)]) as Set<keyof ValidationOptions>;
  return Object.fromEntries([...keys].map((key) => [key, strictest(key, before[key], next[key])]));
}

function strictest(key: string, before: unknown, next: unknown): unknown {
  if (typeof before !== 'boolean' && typeof next !== 'boolean') return before ?? next;
  return LOOSENING.has(key) ? before === true && next === true : before === true || next === true;
}

/** Returns the options for which the order of the pipes counts, and those that select rules. */
function orderedOptions(before: ValidationOptions, next: ValidationOptions): ValidationOptions {
  return {
    ...groupsOfBoth(before, next),
    // The second pipe cannot reject what the first one removed, or convert what the first one rejected.
    forbidNonWhitelisted: forbids(before) || (forbids(next) && before.whitelist !== true),
    enableImplicitConversion: before.enableImplicitConversion === true,
  };
}

function forbids({ whitelist, forbidNonWhitelisted }: ValidationOptions): boolean {
  return whitelist === true && forbidNonWhitelisted === true;
}

type GroupOptions = Pick<ValidationOptions, 'groups' | 'strictGroups' | 'always'>;

/** Returns the groups under which every rule runs that runs in one of two pipes. */
function groupsOfBoth(before: GroupOptions, next: GroupOptions): GroupOptions {
  if (runsAll(before) || runsAll(next)) return { groups: [], strictGroups: false, always: false };
  const groups = [...(before.groups ?? []), ...(next.groups ?? [])];
  // A pipe without groups, under strictGroups, runs the rules without groups.
  const runsUngrouped = [before, next].some((pipe) => pipe.always === true || !hasGroups(pipe));
  return { groups: [...new Set(groups)], strictGroups: true, always: runsUngrouped };
}

function hasGroups({ groups = [] }: GroupOptions): boolean {
  return groups.length > 0;
}

function runsAll(pipe: GroupOptions): boolean {
  return !hasGroups(pipe) && pipe.strictGroups !== true;
}

function groupProblems(before: ValidationOptions, next: ValidationOptions): readonly string[] {
  const isSame = String(before.groups ?? []) === String(next.groups ?? []);
  if (isSame || !(forbids(before) || forbids(next))) return [];
  return [
    'runs beside one with other groups, so forbidNonWhitelisted rejects members that the document allows. ' +
      'Give both pipes the same groups.',
  ];
}
