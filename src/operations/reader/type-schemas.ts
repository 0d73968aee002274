import { Checker } from '../../documents/json-schema/checker/checker.js';
import { memberFilter, type MemberFilter } from '../../documents/json-schema/member-filter.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import type { Binder } from '../../documents/model/class-transformer/binder.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import type { UnknownProperties } from '../options.js';
import { type Fault, MAX_FAULTS } from './faults.js';
import { faultOf } from './schema-faults.js';
import { createWalk } from './walk/class-walk.js';
import type { ObjectWalk } from './walk/walk-context.js';

export interface ResolvableSchema {
  readonly schema: Schema | boolean;
  readonly resolve: Resolve;
}

export interface SchemaReaderOptions {
  readonly unknownProperties: UnknownProperties;
  /** True if class-validator itself rejects undocumented members (`forbidNonWhitelisted`). */
  readonly rulesRefuse: boolean;
}

/** A schema of the document, as a request meets it. */
export interface SchemaReader {
  /** Returns the faults of a value that the schema refuses. */
  readonly faultsOf: (value: unknown) => readonly Fault[];
  readonly accepts: (value: unknown) => boolean;
  /** Returns a copy without undocumented members. With `unknownProperties: 'refuse'`, it adds a fault for each. */
  readonly documented: (value: unknown, faults: Fault[]) => unknown;
  /**
   * Returns the walk over the objects of a class. It returns undefined if undocumented members are kept, and for a schema
   * that says more about the members than the walk checks.
   */
  readonly walkOf: (target: Constructor, binder: Binder) => ObjectWalk | undefined;
  /** Returns a number that is lower for a schema that describes more members of the value. */
  readonly distance: (value: unknown) => number;
}

export function schemaReader(
  schema: Schema | boolean,
  checker: Checker,
  options: SchemaReaderOptions,
): SchemaReader {
  const compiled = checker.compile(schema);
  let filter: MemberFilter | undefined;
  const members = (): MemberFilter => (filter ??= memberFilter(schema, checker));
  return {
    faultsOf: (value) => compiled.faultsOf(value, MAX_FAULTS).map(faultOf),
    accepts: (value) => checker.accepts(schema, value) !== false,
    documented: (value, faults) =>
      options.unknownProperties === 'keep' ? value : withoutUnknown(members(), value, faults, options),
    walkOf: (target, binder) =>
      options.unknownProperties === 'keep'
        ? undefined
        : createWalk(target, schema, {
            checker,
            binder,
            undocumented: {
              areRefused: options.unknownProperties === 'refuse',
              areLeftToRules: options.rulesRefuse,
            },
          }),
    distance: (value) => members().distance(value),
  };
}

function withoutUnknown(
  filter: MemberFilter,
  value: unknown,
  faults: Fault[],
  { unknownProperties, rulesRefuse }: SchemaReaderOptions,
): unknown {
  return filter.apply(value, {
    onUnknown: (path, isForbidden) => {
      if (unknownProperties === 'refuse' && !isForbidden && faults.length < MAX_FAULTS)
        faults.push({ path: [...path], detail: `${path.at(-1)} is not documented`, rule: 'unknownProperty' });
      // If class-validator checks this member, it reports the fault.
      return isForbidden && rulesRefuse;
    },
  });
}

/** Returns the readers of types, each compiled when a request first needs it. */
export function typeReaders(
  schemaOf: (type: TypeRef) => ResolvableSchema,
  options: SchemaReaderOptions,
): (type: TypeRef) => SchemaReader {
  const readers = new Map<unknown, SchemaReader>();
  return (type) => {
    const key = type.kind === 'class' ? type.target : type;
    const known = readers.get(key);
    if (known !== undefined) return known;
    const { schema, resolve } = schemaOf(type);
    const reader = schemaReader(schema, new Checker({ resolve }), options);
    readers.set(key, reader);
    return reader;
  };
}
