import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { FileStream } from '../../documents/model/type-functions.js';
import { resolveLazy } from '../../documents/model/type-input-error.js';
import { typeRefOfDeclaration } from '../../documents/model/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import { type Fault, FaultList, inside } from './faults.js';
import { type InstanceOptions, type Reading, readInstance } from './read-instance.js';
import { membersFor } from './read-union.js';
import { mergeFaults } from './schema-faults.js';
import type { SchemaReader } from './type-schemas.js';
import { toBigint } from './untyped-members.js';

export interface ReadContext {
  readonly instances: InstanceOptions;
  readonly readerOf: (type: TypeRef) => SchemaReader;
}

/**
 * Reads a value that a schema describes: undocumented members are dropped, classes become instances, and class-validator
 * validates them. The schema and class-validator must both accept the value.
 *
 * @param read converts the documented members
 */
export function readDocumented(
  value: unknown,
  schema: SchemaReader,
  read: (documented: unknown) => Reading | Promise<Reading>,
): Reading | Promise<Reading> {
  const faults: Fault[] = [...schema.faultsOf(value)];
  const reading = read(schema.documented(value, faults));
  if (faults.length === 0) return reading;
  const merged = (found: Reading): Reading => ({ faults: mergeFaults(faults, found.faults) });
  return reading instanceof Promise ? reading.then(merged) : merged(reading);
}

type Resolved = Exclude<TypeRef, { kind: 'lazy' }>;
type Kind = Resolved['kind'];
type Read<K extends Kind> = (
  value: unknown,
  type: Extract<Resolved, { kind: K }>,
  context: ReadContext,
) => Reading | Promise<Reading>;

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

const unchanged = (value: unknown): Reading => ({ value });

/** Converts the values that a schema accepts. A value of another shape does not change: its schema refuses it. */
const KINDS: { readonly [K in Kind]: Read<K> } = {
  string: unchanged,
  number: unchanged,
  integer: unchanged,
  boolean: unchanged,
  enum: unchanged,
  object: unchanged,
  raw: unchanged,
  unknown: unchanged,
  bigint: (value) => ({ value: toBigint(value) }),
  // `format` is an annotation, so the schema accepts every string.
  date: (value) => {
    if (typeof value !== 'string') return { value };
    return DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
      ? { value: new Date(value) }
      : refuse('must be a date and time, as in 2026-01-31T12:00:00Z');
  },
  file: (value) => ({ value: typeof value === 'string' ? Buffer.from(value, 'base64') : value }),
  array: (value, { items, unique }, context) =>
    Array.isArray(value)
      ? readAll(
          value.map((item: unknown, index) => [String(index), item, items]),
          context,
          (all) => {
            const list = all.map(([, item]) => item);
            return unique ? new Set(list) : list;
          },
        )
      : { value },
  tuple: (value, { items }, context) =>
    Array.isArray(value)
      ? readAll(
          items.slice(0, value.length).map((item, index) => [String(index), value[index], item]),
          context,
          (all) => all.map(([, item]) => item),
        )
      : { value },
  map: (value, { values }, context) =>
    isRecord(value)
      ? readAll(
          Object.entries(value).map(([key, member]) => [key, member, values]),
          context,
          Object.fromEntries,
        )
      : { value },
  union: readUnion,
  class: readClass,
  standard: (value, { standard }) => readStandard(value, standard),
};

export function readValue(value: unknown, type: TypeRef, context: ReadContext): Reading | Promise<Reading> {
  const resolved = resolveLazy(type);
  return (KINDS[resolved.kind] as Read<Kind>)(value, resolved, context);
}

export async function readStandard(
  value: unknown,
  standard: Extract<TypeRef, { kind: 'standard' }>['standard'],
): Promise<Reading> {
  const result = await standard['~standard'].validate(value);
  if (result.issues === undefined) return { value: result.value };
  return {
    faults: result.issues.map(({ message, path = [] }) => ({
      detail: message,
      path: path.map((one) => String(typeof one === 'object' ? one.key : one)),
    })),
  };
}

function refuse(detail: string): Reading {
  return { faults: [{ path: [], detail }] };
}

function readClass(
  value: unknown,
  { target }: Extract<TypeRef, { kind: 'class' }>,
  context: ReadContext,
): Reading | Promise<Reading> {
  const declared = declaredTypeOf(target);
  if (declared !== undefined) return readValue(value, declared, context);
  const isPlain = isRecord(value) && !(value instanceof Uint8Array) && !(value instanceof FileStream);
  return isPlain ? readInstance(target, value, context.instances) : { value };
}

const declaredTypes = new WeakMap<Constructor, TypeRef | undefined>();

export function declaredTypeOf(target: Constructor): TypeRef | undefined {
  if (!declaredTypes.has(target)) {
    const { type } = classAnnotationsOf(target);
    declaredTypes.set(target, type && typeRefOfDeclaration(type));
  }
  return declaredTypes.get(target);
}

/** Reads the value as the first member of the union that accepts it. class-validator may refuse some of them. */
async function readUnion(
  value: unknown,
  union: Extract<TypeRef, { kind: 'union' }>,
  context: ReadContext,
): Promise<Reading> {
  const readings: (readonly Fault[])[] = [];
  for (const member of membersFor(value, union, context.readerOf)) {
    const unknown: Fault[] = [];
    const reading = await readValue(context.readerOf(member).documented(value, unknown), member, context);
    if (reading.faults === undefined && unknown.length === 0) return reading;
    readings.push(mergeFaults(unknown, reading.faults));
  }
  const [only] = readings;
  if (only === undefined) return { value };
  return readings.length === 1 ? { faults: only } : refuse('matches none of the alternatives');
}

async function readAll(
  members: readonly (readonly [string, unknown, TypeRef])[],
  context: ReadContext,
  join: (read: [string, unknown][]) => unknown,
): Promise<Reading> {
  const read: [string, unknown][] = [];
  const list = new FaultList();
  for (const [key, member, type] of members) {
    if (list.isFull) break;
    const reading = await readValue(member, type, context);
    if (reading.faults === undefined) read.push([key, reading.value]);
    else for (const fault of inside(key, reading.faults)) list.add(fault);
  }
  return list.faults.length > 0 ? { faults: list.faults } : { value: join(read) };
}
