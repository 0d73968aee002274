import { inspect } from 'node:util';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { handledValidation } from '../../../src/documents/model/class-validator/handled-validation.js';
import { objectSchemaOf } from '../../../src/documents/json-schema/object-schema.js';
import { resolveLazyOrUnknown } from '../../../src/documents/model/type/type-input-error.js';
import { typeRefOf } from '../../../src/documents/model/type/type-ref.js';
import type { TypeRef, View } from '../../../src/documents/model/types.js';
import {
  resolveValidation,
  TRANSFORM_OPTIONS,
  VALIDATOR_OPTIONS,
  type ResolvedValidation,
  type ValidationOptions,
} from '../../../src/documents/model/validation-options.js';
import { createSchemaCompiler } from '../../../src/documents/schema/schema-compiler.js';
import { createReader } from '../../../src/operations/reader/create-reader.js';
import {
  type Fault,
  faultsOf,
  inside,
  limited,
  type WireName,
} from '../../../src/operations/reader/faults.js';
import type { Reading } from '../../../src/operations/reader/read-instance.js';
import { mergeFaults } from '../../../src/operations/reader/schema-faults.js';
import { judgesOf } from '../../../src/operations/reader/schema-reader.js';
import { membersFor } from '../../../src/operations/reader/union-members.js';
import { convertUntyped } from '../../../src/operations/reader/untyped-members.js';
import { createValueReader } from '../../../src/operations/reader/value-reader.js';
import type { UnknownProperties } from '../../../src/operations/operation-options.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { ContractCase } from '../corpus/case.js';

export interface ReaderComparison {
  /** True if the reader walks the class, and its schema does not check it as a whole. */
  readonly isWalked: boolean;
  /** Returns how the reader differs from the two libraries for a value; undefined if it does not. */
  readonly differenceOf: (value: unknown) => Promise<string | undefined>;
  readonly counts: { accepted: number; refused: number };
}

/** What is read: the class, or a type that has it inside. */
export type Form = (target: Constructor) => TypeInput;

/**
 * Compares the reader with the schema, class-transformer's `plainToInstance` and class-validator's `validate`: the
 * verdict, the instance, the messages and their order.
 */
export function compareReader(
  { target, groups = [] }: ContractCase,
  options: ValidationOptions = {},
  unknownProperties: UnknownProperties = 'drop',
  form: Form = (one) => one,
): ReaderComparison {
  const validation = resolveValidation({ ...options, openConversions: true });
  const view: View = { direction: 'input', groups, version: undefined };
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional: false,
    validation,
    formats: 'all',
    openapi: false,
    report: () => undefined,
  });
  const context = createReader(compiler, { view, validation, unknownProperties });
  const type = typeRefOf(form(target));
  const schema = context.schemaOf(type);
  const { wireName } = context.instances;
  const reader = createValueReader(type, schema, context);
  const transform = { groups: [...groups], ...pick(validation, TRANSFORM_OPTIONS) } as ClassTransformOptions;
  const rules: ValidatorOptions = {
    ...pick(validation, VALIDATOR_OPTIONS),
    groups: [...(groups.length > 0 ? groups : validation.groups)],
  };
  const counts = { accepted: 0, refused: 0 };

  const instanceOf = async (target: Constructor, plain: object): Promise<Reading> => {
    let instance: object;
    try {
      instance = plainToInstance(target as never, plain, transform);
    } catch {
      return { faults: [{ path: [], detail: 'The value is invalid' }] };
    }
    const broken = await brokenRules(instance, rules, wireName);
    if (broken.length > 0) return { faults: broken };
    convertUntyped(instance, context.instances);
    return { value: instance };
  };
  const readAs = async (value: unknown, type: TypeRef): Promise<Reading> => {
    const kind = resolveLazyOrUnknown(type);
    if (typeof value !== 'object' || value === null) return { value };
    if (kind.kind === 'class') return Array.isArray(value) ? { value } : instanceOf(kind.target, value);
    if (kind.kind === 'union') return readAsOneOf(value, kind);
    if (kind.kind !== 'array' && kind.kind !== 'map') return { value };
    if (Array.isArray(value) !== (kind.kind === 'array')) return { value };
    const entries: [string, unknown][] = [];
    const faults: Fault[] = [];
    for (const [key, member] of Object.entries(value)) {
      const reading = await readAs(member, kind.kind === 'array' ? kind.items : kind.values);
      faults.push(...inside(key, reading.faults ?? []));
      entries.push([key, reading.value]);
    }
    if (faults.length > 0) return { faults };
    return { value: Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries) };
  };
  const readAsOneOf = async (value: object, union: Extract<TypeRef, { kind: 'union' }>): Promise<Reading> => {
    const refused: (readonly Fault[])[] = [];
    for (const member of membersFor(value, union, judgesOf(context.schemaOf))) {
      const faults: Fault[] = [];
      const reading = await readAs(context.schemaOf(member).documented(value, faults), member);
      // The schema of the union documents the discriminator, which a class may lack.
      const all = union.discriminator ? (reading.faults ?? []) : mergeFaults(faults, reading.faults);
      if (all.length === 0) return reading;
      refused.push(all);
    }
    if (refused.length < 2) return refused[0] === undefined ? { value } : { faults: refused[0] };
    return { faults: [{ path: [], detail: 'matches none of the alternatives' }] };
  };
  const schemaFaultsOf = (value: unknown): { faults: readonly Fault[]; documented: unknown } => {
    const faults: Fault[] = [...schema.faultsOf(value)];
    return { faults, documented: schema.documented(value, faults) };
  };
  const expectedOf = async (value: unknown): Promise<Reading> => {
    const { faults, documented } = schemaFaultsOf(value);
    const reading = await readAs(documented, type).catch((error: unknown): Reading => {
      // A rule may throw for a value that the schema refuses.
      if (faults.length === 0) throw error;
      return { faults: [] };
    });
    const all = mergeFaults(faults, reading.faults);
    return all.length > 0 ? { faults: limited(all) } : { value: reading.value };
  };
  return {
    isWalked: objectSchemaOf(schema.schema, schema.checker.resolve) !== undefined,
    counts,
    differenceOf: async (value) => {
      const expected = await settled(() => expectedOf(copyOf(value)));
      const ours = await settled(async () => await reader.read(copyOf(value)));
      if ('value' in ours) counts.accepted += 1;
      else counts.refused += 1;
      const refused = schemaFaultsOf(copyOf(value)).faults;
      const seen = (reading: Reading | Thrown) => withoutNames(textOf(comparable(reading, value, refused)));
      return seen(ours) === seen(expected)
        ? undefined
        : `${target.name} makes of ${textOf(value)}:\n${textOf(ours)}\ninstead of\n${textOf(expected)}`;
    },
  };
}

/** The reader has a fault for half a surrogate pair, and ignores members that no request sent. */
async function brokenRules(
  instance: object,
  rules: ValidatorOptions,
  wireName: WireName,
): Promise<readonly Fault[]> {
  try {
    // class-validator's own validate forgets promises of rules, and their rejection would end the test.
    return faultsOf(ofSentMembers(await handledValidation(instance, rules)), wireName);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return [{ path: [], detail: 'The value contains an incomplete surrogate pair' }];
  }
}

/** class-transformer sets exposed members to undefined if they are absent, and `forbidNonWhitelisted` rejects them. */
function ofSentMembers(errors: readonly ValidationError[]): ValidationError[] {
  return errors.flatMap((error) => {
    const { target, property, value, constraints = {}, children = [] } = error;
    if (value === undefined && Object.keys(constraints).join() === 'whitelistValidation') {
      Reflect.deleteProperty(target!, property);
      return [];
    }
    if (children.length === 0) return [error];
    const inner = ofSentMembers(children);
    if (inner.length === 0 && error.constraints === undefined) return [];
    return [Object.assign(error, { children: inner })];
  });
}

function pick(
  options: ResolvedValidation,
  names: readonly (keyof ResolvedValidation)[],
): Partial<ResolvedValidation> {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** The reader names the member that cannot be converted, unless the schema has a fault there. */
function withoutNames(reading: string): string {
  const faults = reading.replace(/,?\s*\{\s*detail: '[^']* is invalid',\s*path: \[[^\]]*\]\s*\}/g, '');
  return faults.replace(/\s+/g, ' ');
}

/**
 * What both sides must agree on. Where the schema refuses, the libraries' messages depend on what they make of a wrong type,
 * so there only the places are compared. A value that String() throws for ends the conversion of the whole.
 */
function comparable(reading: Reading | Thrown, value: unknown, refused: readonly Fault[]): unknown {
  const { faults } = reading as Reading;
  if (faults === undefined || refused.length === 0) return reading;
  const isWithin = (path: Fault['path'], place: Fault) =>
    place.path.every((part, index) => path[index] === part);
  const unnamed = refused.filter(
    (place) =>
      !faults.some(
        (fault) => isWithin(fault.path, place) || (fault.path.length > 0 && isWithin(place.path, fault)),
      ),
  );
  if (refused.some(({ path }) => !hasText(valueAt(value, path)))) return { unnamed };
  const others = faults.filter(
    ({ path, rule }) =>
      path.length > 0 && rule !== undefined && !refused.some((place) => isWithin(path, place)),
  );
  return { unnamed, others };
}

function valueAt(value: unknown, path: Fault['path']): unknown {
  return path.reduce<unknown>((holder, part) => (holder as Record<string, unknown> | null)?.[part], value);
}

function hasText(value: unknown): boolean {
  try {
    return typeof String(value) === 'string';
  } catch {
    return false;
  }
}

/** The order of members is the document's, and not that of the request. */
function textOf(value: unknown): string {
  return inspect(value, { depth: 12, sorted: true, maxArrayLength: null });
}

interface Thrown {
  readonly throws: string;
}

async function settled(read: () => Promise<Reading>): Promise<Reading | Thrown> {
  try {
    return await read();
  } catch (error) {
    return { throws: String(error) };
  }
}

/** A copy as `JSON.parse` makes it, in this realm. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: copyOf(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
