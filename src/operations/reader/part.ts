import type { Schema } from '../../documents/json-schema/schema.js';
import type { TypeRef } from '../../documents/model/types.js';
import { type Fault, FaultList, inside, invalidAt } from './faults.js';
import { parseRegistered } from './parse-registered.js';
import type { InstanceOptions, Reading } from './read-instance.js';
import type { SchemaReader } from './schema-reader.js';
import type { WalkContext } from './walk/walk-context.js';
import type { WalkRun } from './walk/walk-run.js';

/**
 * Checks a value, drops undocumented members and creates
 * instances. The function that it returns validates them.
 */
export type Part = (value: unknown, run: WalkRun) => Finish;

export type Finish = () => Reading | Promise<Reading>;

/** The context that the parts of all types share. */
export interface ReadContext {
  readonly instances: InstanceOptions;
  /** Returns the schema of a type. */
  readonly schemaOf: (type: TypeRef) => SchemaReader;
}

/** Compiles the parts of one schema. */
export interface PartCompiler {
  readonly context: ReadContext;
  readonly walks: WalkContext;
  /** @param schema undefined for values that are checked already */
  readonly partOf: (type: TypeRef, schema: Schema | boolean | undefined) => Part;
  /** Checks values by their schema, and converts them without undocumented members. */
  readonly whole: (type: TypeRef, schema: Schema | boolean) => Part;
}

/** Validates members in their order, until the list of faults is full. */
export function finishAll(
  members: readonly (readonly [key: string, finish: Finish])[],
  join: (read: readonly (readonly [key: string, value: unknown])[]) => unknown,
): Reading | Promise<Reading> {
  const read: [string, unknown][] = [];
  const list = new FaultList();
  const add = (key: string, { value, faults }: Reading): void => {
    if (faults === undefined) read.push([key, value]);
    else for (const fault of inside(key, faults)) list.add(fault);
  };
  const finishFrom = (start: number): Reading | Promise<Reading> => {
    for (let index = start; !list.isFull; index += 1) {
      const member = members[index];
      if (member === undefined) break;
      const [key, finish] = member;
      const reading = finish();
      if (reading instanceof Promise)
        return reading.then((later) => {
          add(key, later);
          return finishFrom(index + 1);
        });
      add(key, reading);
    }
    return list.faults.length > 0 ? { faults: list.faults } : { value: join(read) };
  };
  return finishFrom(0);
}

export function refusal(detail: string): { readonly faults: readonly Fault[] } {
  return { faults: [{ path: [], detail }] };
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export function readDate(value: unknown): Reading {
  // `format` is an annotation, so the schema accepts every string.
  if (typeof value !== 'string') return { value };
  return DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
    ? { value: new Date(value) }
    : refusal('must be a date and time, as in 2026-01-31T12:00:00Z');
}

/** A value that the schema refuses is not parsed; the reader of the whole value reports it. */
export function readRegistered(
  value: unknown,
  type: Extract<TypeRef, { kind: 'registered' }>,
  { schemaOf }: ReadContext,
): Reading {
  if (!schemaOf(type).judge().accepts(value)) return { value };
  const parsed = parseRegistered(type.registered, value);
  return parsed.isRefused === true ? refusal(parsed.problem ?? invalidAt([])) : { value: parsed.instance };
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
