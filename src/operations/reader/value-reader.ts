import { isJsonObject } from '../../documents/model/class-transformer/binder.js';
import { resolveLazyOrUnknown } from '../../documents/model/type-input-error.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import type { Fault } from './faults.js';
import { finishInstance, notConverted, type Reading } from './read-instance.js';
import { declaredTypeOf, readDocumented, readValue, type ReadContext } from './read-value.js';
import { mergeFaults } from './schema-faults.js';
import type { SchemaReader } from './type-schemas.js';
import { checkLimits, DEEPEST, type LimitedBy } from './value-limits.js';
import type { ObjectWalk } from './walk/walk-context.js';
import { Excess, WalkRun } from './walk/walk-run.js';

/** Reads the JSON values of a type: the schema and class-validator must both accept a value. */
export interface ValueReader {
  /** True if `read` checks the limits itself, in the same walk. */
  readonly checksLimits: boolean;
  /** @throws Refusal for a value that exceeds the limits, if it checks them */
  readonly read: (value: unknown) => Reading | Promise<Reading>;
}

/** @param limits the limits of values; undefined if none apply */
export function createValueReader(
  type: TypeRef,
  schema: SchemaReader,
  context: ReadContext,
  limits?: LimitedBy,
): ValueReader {
  const target = classOf(type);
  const walk = target && schema.walkOf(target, context.instances.binder);
  const readParts = (value: unknown): Reading | Promise<Reading> =>
    readDocumented(value, schema, (documented) => readValue(documented, type, context));
  if (target === undefined || walk === undefined) return { checksLimits: false, read: readParts };
  const reader: ClassReader = { target, walk, schema, context, limits };
  return {
    checksLimits: limits !== undefined,
    read: (value) => {
      if (typeof value === 'object' && value !== null && isJsonObject(value))
        return readObject(value, reader) ?? readParts(value);
      if (limits !== undefined) checkLimits(value, limits);
      return readParts(value);
    },
  };
}

/** Returns the class of a type, unless the class is another name for a type. */
function classOf(type: TypeRef): Constructor | undefined {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'class' || declaredTypeOf(resolved.target) !== undefined) return undefined;
  return resolved.target;
}

interface ClassReader {
  readonly target: Constructor;
  readonly walk: ObjectWalk;
  readonly schema: SchemaReader;
  readonly context: ReadContext;
  readonly limits: LimitedBy | undefined;
}

/** Returns undefined for a value that the walk took for too large. */
function readObject(value: object, reader: ClassReader): Reading | Promise<Reading> | undefined {
  const { target, walk, schema, context, limits } = reader;
  const run = new WalkRun(limits?.limits);
  let instance: object;
  try {
    instance = walk.read(value, run);
  } catch (cause) {
    if (!(cause instanceof Excess)) return withSchemaFaults(value, schema, notConverted(target, cause));
    if (limits === undefined) return TOO_DEEP;
    checkLimits(value, limits);
    return undefined;
  }
  const reading = finishInstance(target, instance, context.instances, {
    onErrors: (errors) => {
      run.cover(errors);
    },
  });
  const finish = (finished: Reading): Reading =>
    run.hasFaults ? withSchemaFaults(value, schema, finished) : finished;
  return reading instanceof Promise ? reading.then(finish) : finish(reading);
}

const TOO_DEEP: Reading = {
  faults: [{ path: [], detail: `The value is nested more than ${DEEPEST} levels deep` }],
};

/** Adds the faults of the schema, and those of undocumented members. */
function withSchemaFaults(value: object, schema: SchemaReader, reading: Reading): Reading {
  const refused: Fault[] = [...schema.faultsOf(value)];
  schema.documented(value, refused);
  return refused.length === 0 ? reading : { faults: mergeFaults(refused, reading.faults) };
}
