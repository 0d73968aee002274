import { registeredTypeOf } from '../../../decorators/registered-types.js';
import { onceFor } from '../../shared/once.js';
import { emitWarning } from '../../shared/runtime.js';
import type { ValidationError } from 'class-validator';
import { isCollection } from '../../shared/values.js';
import type { Constructor } from '../../shared/types.js';
import { ALL_RULES, hasRunningRules } from '../../documents/model/class-validator/metadata.js';
import { createValidator, type Validate } from '../../documents/model/class-validator/validator.js';
import {
  TRANSFORM_OPTIONS,
  VALIDATOR_OPTIONS,
  type ResolvedValidation,
} from '../../documents/model/validation-options.js';
import { Binder } from '../../documents/model/class-transformer/binder.js';
import type { View } from '../../documents/model/types.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import { parseMembers, type ParseOptions, withoutUnparsed } from './parse-members.js';
import { type Conversion, convertUntyped } from './untyped-members.js';
import { type Fault, faultsOf, invalidAt, MAX_FAULTS, type WireName } from './faults.js';
import { isKeptBack } from '../../documents/model/kept-back.js';
import { describeClass } from '../../documents/model/class-facts.js';

export type Reading =
  | { readonly value: unknown; readonly faults?: never }
  | { readonly value?: never; readonly faults: readonly Fault[] };

export interface InstanceOptions extends Conversion, ParseOptions {
  readonly binder: Binder;
  readonly validate: Validate;
  readonly deletesReadOnly: boolean;
  /**
   * Returns the properties of a class that requests must not
   * set. It is read at its first request, when it is complete.
   */
  readonly readOnlyKeysOf: KeysOf;
}

/** Options of class-validator about the errors that it reports. */
export interface ErrorOptions {
  readonly stopAtFirstError?: boolean;
  readonly dismissDefaultMessages?: boolean;
}

interface ReportedErrors {
  readonly errors: ErrorOptions | undefined;
}

function pick<K extends keyof ResolvedValidation>(
  options: ResolvedValidation,
  names: readonly K[],
): Pick<ResolvedValidation, K> {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<ResolvedValidation, K>;
}

export function instanceOptions(
  view: View,
  options: ResolvedValidation,
  {
    errors,
    ...settings
  }: Omit<InstanceOptions, 'binder' | 'exact' | 'validate' | 'readOnlyKeysOf'> & ReportedErrors,
): InstanceOptions {
  const { groups, version } = view;
  const transform = {
    groups: [...groups],
    ...(version !== undefined && { version }),
    ...pick(options, TRANSFORM_OPTIONS),
  };
  const parsed = { isRegistered, keysOf: settings.registered.keysOf };
  const readOnlyKeysOf = onceFor((target: Constructor) => keptBackKeys(target, view));
  return {
    ...settings,
    readOnlyKeysOf,
    binder: new Binder(transform, parsed),
    // Validated values must not change: `5` under `enableImplicitConversion`.
    exact: new Binder({ ...transform, enableImplicitConversion: false }, parsed),
    validate: createValidator(
      {
        ...pick(options, VALIDATOR_OPTIONS),
        ...errors,
        groups: [...(groups.length > 0 ? groups : options.groups)],
      },
      {
        skips: (target, key) => readOnlyKeysOf(target).has(key),
        unsent: 'removed',
        parsedKeysOf: settings.registered.keysOf,
        most: MAX_FAULTS,
      },
    ),
  };
}

function isRegistered(target: unknown): boolean {
  return typeof target === 'function' && registeredTypeOf(target) !== undefined;
}

export function wireNamesOf(compiler: Pick<SchemaCompiler, 'modelOf'>, view: View): WireName {
  const namesOf = onceFor(
    (target: Constructor): ReadonlyMap<string, string> =>
      new Map(compiler.modelOf(target, view).properties.map((property) => [property.key, property.name])),
  );
  return (target, key) => namesOf(target).get(key) ?? key;
}

const warned = new WeakSet<Constructor>();

interface FinishOptions {
  readonly files?: ReadonlyMap<string, unknown> | undefined;
  /** Returns whether the schema refuses the value, too. Then no handler gets the instance. */
  readonly isRefused?: (errors: readonly ValidationError[]) => boolean;
}

/** Validates an instance, and converts the members that class-transformer leaves as they are. */
export function finishInstance(
  target: Constructor,
  instance: object,
  options: InstanceOptions,
  { files, isRefused }: FinishOptions = {},
): Reading | Promise<Reading> {
  const { validate, wireName, deletesReadOnly, readOnlyKeysOf } = options;
  if (deletesReadOnly) deleteReadOnly(instance, readOnlyKeysOf);
  // Rules can read the files. `whitelist` ignores them, because it looks at enumerable members only.
  setFiles(instance, files, { enumerable: false });
  const unparsed = parseMembers(instance, options);
  const reading = (found: readonly ValidationError[]): Reading => {
    const errors = unparsed === undefined ? found : withoutUnparsed(found, unparsed);
    const isRefusedBySchema = isRefused?.(errors) === true;
    if (unparsed !== undefined) return { faults: [...unparsed.faults, ...faultsOf(errors, wireName)] };
    if (errors.length > 0) return { faults: faultsOf(errors, wireName) };
    if (isRefusedBySchema) return { value: instance };
    try {
      convertUntyped(instance, options);
    } catch (cause) {
      return notConverted(target, cause);
    }
    // Instances that were made after validation have members, too.
    const later = parseMembers(instance, options);
    if (later !== undefined) return { faults: later.faults };
    if (deletesReadOnly) deleteReadOnly(instance, readOnlyKeysOf);
    setFiles(instance, files, { enumerable: true });
    return { value: instance };
  };
  // class-validator rejects a class without rules; the form has already checked its files.
  if (files !== undefined && !hasRunningRules(target, ALL_RULES)) return reading([]);
  try {
    const errors = validate(instance);
    return errors instanceof Promise ? errors.then(reading, malformedText) : reading(errors);
  } catch (cause) {
    return malformedText(cause);
  }
}

/** Returns a fault for a @Transform, a setter or class-transformer that threw. */
export function notConverted(target: Constructor, cause: unknown, path: readonly string[] = []): Reading {
  // Its error may contain values of the request, so the warning has only its name. Clients could fill the log
  // with it, so each class warns once.
  const kind = cause instanceof Error ? cause.name : typeof cause;
  if (!warned.has(target)) {
    warned.add(target);
    emitWarning(`A request could not be converted to an instance of ${target.name}: ${kind} was thrown.`, {
      type: 'OperationWarning',
    });
  }
  return { faults: [{ path, detail: invalidAt(path) }] };
}

function setFiles(
  instance: object,
  files: ReadonlyMap<string, unknown> | undefined,
  { enumerable }: { enumerable: boolean },
): void {
  files?.forEach((value, key) => {
    Object.defineProperty(instance, key, { value, enumerable, configurable: true, writable: true });
  });
}

/**
 * Returns a fault for text with half a surrogate pair, for which rules that count bytes (`@IsEmail`,
 * `@IsByteLength`) throw a URIError. It throws other errors again.
 */
function malformedText(cause: unknown): Reading {
  if (cause instanceof URIError)
    return { faults: [{ path: [], detail: 'The value contains an incomplete surrogate pair' }] };
  throw cause;
}

type KeysOf = (target: Constructor) => ReadonlySet<string>;

/**
 * Returns the properties that a message must not set, such
 * as those with `@ReadOnly`. Getters are not set at all.
 */
function keptBackKeys(target: Constructor, view: View): ReadonlySet<string> {
  const facts = describeClass(target);
  const hidden = [...facts.properties.values()].filter(
    (property) =>
      isKeptBack(facts, property, view) && !(view.received === true && property.accessor !== undefined),
  );
  return new Set(hidden.map(({ key }) => key));
}

function deleteReadOnly(value: unknown, keysOf: KeysOf, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
  seen.add(value);
  if (isCollection(value)) {
    for (const item of value.values()) deleteReadOnly(item, keysOf, seen);
    return;
  }
  const target: unknown = value.constructor;
  if (typeof target === 'function')
    for (const key of keysOf(target as Constructor)) Reflect.deleteProperty(value, key);
  for (const member of Object.values(value)) deleteReadOnly(member, keysOf, seen);
}
