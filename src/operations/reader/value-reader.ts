import { once } from '../../shared/once.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Fault } from './faults.js';
import { type Part, type ReadContext, refusal } from './part.js';
import { Parts } from './parts.js';
import type { Reading } from './read-instance.js';
import { mergeFaults } from './schema-faults.js';
import type { SchemaReader } from './schema-reader.js';
import { checkLimits, DEEPEST, type LimitedPlace } from './value-limits.js';
import { ClassWalk } from './walk/class-walk.js';
import { WalkContext } from './walk/walk-context.js';
import { Excess, WalkRun } from './walk/walk-run.js';

type Files = ReadonlyMap<string, unknown>;

/** Reads the values of a type. */
export interface ValueReader {
  /**
   * Reads a value of JSON: the schema and class-validator must both accept it.
   * @param files the files of a form, which its instance gets
   * @throws Refusal for a value that exceeds the limits
   */
  readonly read: (value: unknown, files?: Files) => Reading | Promise<Reading>;
  /** Reads bytes, which have no members and nothing that a schema could refuse. */
  readonly readBytes: (bytes: Uint8Array) => Reading | Promise<Reading>;
}

/** @param limits the limits of values; undefined if none apply */
export function createValueReader(
  type: TypeRef,
  schema: SchemaReader,
  context: ReadContext,
  limits?: LimitedPlace,
): ValueReader {
  const walks = new WalkContext(
    schema,
    context.instances.binder,
    (walked, shared) => new ClassWalk(walked, shared),
  );
  const parts = new Parts(context, walks);
  const partOf = once(() => parts.partOf(type, schema.schema));
  const readIn = (run: WalkRun, value: unknown): Reading | Promise<Reading> =>
    withSchemaFaults(partOf(), value, run, schema);
  return {
    read: (value, files) => {
      try {
        return readIn(new WalkRun(limits?.limits, files), value);
      } catch (cause) {
        if (!(cause instanceof Excess)) throw cause;
        if (limits === undefined) return TOO_DEEP;
        const { resolve } = schema.checker;
        const fault = checkLimits(value, limits, { schema: schema.schema, resolve });
        if (fault !== undefined) return { faults: [fault] };
        // The walk counts values that are read twice, and does not find every documented limit.
        return readIn(new WalkRun(undefined, files), value);
      }
    },
    readBytes: (bytes) => parts.partOf(type, undefined)(bytes, new WalkRun(undefined))(),
  };
}

const NO_FAULTS: Reading = { faults: [] };

const TOO_DEEP = refusal(`The value is nested more than ${DEEPEST} levels deep`);

/**
 * Adds the faults of the schema, and those of undocumented members.
 * @throws what a rule or a getter of the application throws for a value that the schema accepts
 */
function withSchemaFaults(
  part: Part,
  value: unknown,
  run: WalkRun,
  schema: SchemaReader,
): Reading | Promise<Reading> {
  const finish = (read: Reading): Reading => {
    const { hasSchemaFaults, hasUnknown } = run;
    if (!hasSchemaFaults && !hasUnknown) return read;
    const refused: Fault[] = hasSchemaFaults ? schema.faultsOf(value, read.faults) : [];
    if (schema.options.unknownProperties === 'refuse') schema.documented(value, refused);
    return refused.length === 0 ? read : { faults: mergeFaults(refused, read.faults) };
  };
  // A rule or a getter may rely on the documented types: a text has toUpperCase, and 5 does not.
  const afterThrow = (cause: unknown): Reading => {
    const refused = finish(NO_FAULTS);
    if (refused === NO_FAULTS) throw cause;
    return refused;
  };
  try {
    const reading = part(value, run)();
    return reading instanceof Promise ? reading.then(finish, afterThrow) : finish(reading);
  } catch (cause) {
    if (cause instanceof Excess) throw cause;
    return afterThrow(cause);
  }
}
