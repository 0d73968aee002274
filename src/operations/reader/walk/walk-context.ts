import type { CompiledSchema } from '../../../documents/json-schema/checker/assertion.js';
import { assertionsOf, type ObjectSchema } from '../../../documents/json-schema/object-schema.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { Resolve } from '../../../documents/json-schema/walk.js';
import type { Binder } from '../../../documents/model/class-transformer/binder.js';
import type { Constructor } from '../../../shared/types.js';
import type { Fault } from '../faults.js';
import type { SchemaReader, SchemaReaderOptions } from '../schema-reader.js';
import type { WalkRun } from './walk-run.js';

/** Reads the objects of a class. */
export interface ObjectWalk {
  readonly read: (plain: object, run: WalkRun) => object;
  /** Reads a value that is no object of JSON, in the place of an object. */
  readonly foreign: (value: unknown, run: WalkRun) => unknown;
}

export type CreateWalk = (target: Constructor, documented: ObjectSchema, context: WalkContext) => ObjectWalk;

/** The state that the walks over the values of one schema share. */
export class WalkContext {
  readonly #walks = new Map<Schema, Map<Constructor, ObjectWalk>>();

  constructor(
    private readonly reader: SchemaReader,
    readonly binder: Binder,
    private readonly create: CreateWalk,
  ) {}

  get options(): SchemaReaderOptions {
    return this.reader.options;
  }

  get resolve(): Resolve {
    return this.reader.checker.resolve;
  }

  walkOf(target: Constructor, documented: ObjectSchema): ObjectWalk {
    const ofSchema = this.#walks.get(documented.schema) ?? new Map<Constructor, ObjectWalk>();
    this.#walks.set(documented.schema, ofSchema);
    const walk = ofSchema.get(target) ?? this.create(target, documented, this);
    ofSchema.set(target, walk);
    return walk;
  }

  /** Compiles what a schema asserts. It returns undefined for a schema that accepts everything. */
  testOf(schema: Schema | boolean | undefined): CompiledSchema | undefined {
    const assertions = typeof schema === 'object' ? assertionsOf(schema) : schema !== false;
    const isOpen = assertions === true || Object.keys(assertions).length === 0;
    return isOpen ? undefined : this.reader.checker.compile(assertions);
  }

  /** Removes undocumented members, and records in `run` that there are some. */
  documented(schema: Schema | boolean, value: object, run: WalkRun | undefined): unknown {
    const unknown: Fault[] = [];
    const documented = this.reader.documented(value, unknown, schema);
    if (run !== undefined && unknown.length > 0) run.hasUnknown = true;
    return documented;
  }
}
