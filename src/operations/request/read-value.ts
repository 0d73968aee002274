import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { isRecord } from '../../shared/values.js';
import { accepts } from '../../documents/json-schema/accepts.js';
import { resolveLazy } from '../../documents/model/type-input-error.js';
import { typeRefOfDeclaration } from '../../documents/model/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { FileStream } from '../../documents/model/type-functions.js';
import { MultipartForm } from './multipart-form.js';
import type { Resolve } from './coerce.js';
import { type Fault, FaultList, inside, withoutRepeats } from './faults.js';
import type { FilterRequest } from '../member-filters.js';
import { type InstanceOptions, type Reading, readInstance } from './read-instance.js';

export interface ReadContext {
  readonly instances: InstanceOptions;
  readonly resolve: Resolve;
  readonly filterOf: (target: Constructor) => FilterRequest;
}

type Resolved = Exclude<TypeRef, { kind: 'lazy' }>;
type Kind = Resolved['kind'];
type Read<K extends Kind> = (
  value: unknown,
  type: Extract<Resolved, { kind: K }>,
  context: ReadContext,
) => Reading | Promise<Reading>;

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

const KINDS: { readonly [K in Kind]: Read<K> } = {
  string: (value) => (typeof value === 'string' ? { value } : refuse('must be a string')),
  number: (value) => (Number.isFinite(value) ? { value } : refuse('must be a number')),
  integer: (value) => (Number.isInteger(value) ? { value } : refuse('must be an integer')),
  boolean: (value) => (typeof value === 'boolean' ? { value } : refuse('must be a boolean')),
  bigint: (value) =>
    typeof value === 'string' && /^-?[0-9]+$/.test(value)
      ? { value: BigInt(value) }
      : refuse('must be an integer as a string'),
  date: (value) =>
    typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
      ? { value: new Date(value) }
      : refuse('must be a date and time, as in 2026-01-31T12:00:00Z'),
  file: (value) => {
    if (value instanceof Uint8Array || value instanceof FileStream) return { value };
    return typeof value === 'string' ? { value: Buffer.from(value, 'base64') } : refuse('must be base64');
  },
  enum: (value, { members }) =>
    members.some((member) => member.value === value)
      ? { value }
      : refuse(`must be one of ${members.map((member) => JSON.stringify(member.value)).join(', ')}`),
  array: (value, { items, unique }, context) => {
    if (!Array.isArray(value)) return refuse('must be an array');
    if (unique && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
      return refuse('must not contain the same item twice');
    return readAll(
      value.map((item: unknown, index) => [String(index), item, items]),
      context,
      (all) => {
        const list = all.map(([, item]) => item);
        return unique ? new Set(list) : list;
      },
    );
  },
  tuple: (value, { items }, context) =>
    Array.isArray(value) && value.length === items.length
      ? readAll(
          items.map((item, index) => [String(index), value[index], item]),
          context,
          (all) => all.map(([, item]) => item),
        )
      : refuse(`must be an array of ${items.length} items`),
  map: (value, { values }, context) =>
    isRecord(value)
      ? readAll(
          Object.entries(value).map(([key, member]) => [key, member, values]),
          context,
          Object.fromEntries,
        )
      : refuse('must be an object'),
  union: readUnion,
  class: readClass,
  object: (value) => (isRecord(value) ? { value } : refuse('must be an object')),
  raw: (value, { schema }, { resolve }) =>
    accepts(schema, value, resolve) === false ? refuse('does not satisfy its schema') : { value },
  standard: (value, { standard }) => readStandard(value, standard),
  unknown: (value) => ({ value }),
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
  if (value instanceof MultipartForm) return readForm(target, value, context);
  return isRecord(value) ? readInstance(target, value, context.instances) : refuse('must be an object');
}

const declaredTypes = new WeakMap<Constructor, TypeRef | undefined>();

function declaredTypeOf(target: Constructor): TypeRef | undefined {
  if (!declaredTypes.has(target)) {
    const { type } = classAnnotationsOf(target);
    declaredTypes.set(target, type && typeRefOfDeclaration(type));
  }
  return declaredTypes.get(target);
}

async function readForm(
  target: Constructor,
  { fields, files, faults, late }: MultipartForm,
  { instances }: ReadContext,
): Promise<Reading> {
  const reading = await readInstance(target, fields, instances, files);
  const others = (reading.faults ?? []).filter(({ path }) => faults.every((one) => one.path[0] !== path[0]));
  const named = new Set(others.map((fault) => late.get(`${fault.path[0]}`) ?? fault));
  return faults.length + named.size > 0 ? { faults: [...faults, ...named] } : reading;
}

async function readUnion(
  value: unknown,
  { anyOf, discriminator }: Extract<TypeRef, { kind: 'union' }>,
  context: ReadContext,
): Promise<Reading> {
  if (discriminator !== undefined && isRecord(value)) {
    const { propertyName, mapping } = discriminator;
    const found = mapping.find((one) => one.value === value[propertyName]);
    if (found !== undefined) return readClass(value, { kind: 'class', target: found.target }, context);
    const known = mapping.map((one) => JSON.stringify(one.value)).join(', ');
    return { faults: [{ path: [propertyName], detail: `must be one of ${known}` }] };
  }
  const readings: (readonly Fault[])[] = [];
  for (const member of anyOf) {
    const reading = await readMember(value, member, context);
    if (reading.faults === undefined) return reading;
    readings.push(reading.faults);
  }
  const [only] = readings;
  return readings.length === 1 && only !== undefined
    ? { faults: only }
    : refuse('matches none of the alternatives');
}

async function readMember(value: unknown, member: TypeRef, context: ReadContext): Promise<Reading> {
  const type = resolveLazy(member);
  if (type.kind !== 'class' || !isRecord(value)) return readValue(value, type, context);
  const faults: Fault[] = [];
  const documented = context.filterOf(type.target)(value, faults);
  const reading = await readValue(documented, type, context);
  return faults.length > 0 ? { faults: withoutRepeats(faults, reading.faults) } : reading;
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
