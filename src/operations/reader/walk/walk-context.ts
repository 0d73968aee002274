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
  /** Returns false for a value that is no object of the class. */
  readonly takes: (value: object) => boolean;
  readonly read: (plain: object, run: WalkRun) => object;
  /** Reads a value that it does not take as class-transformer reads an item of a list. */
  readonly foreign: (value: unknown, run: WalkRun) => unknown;
}

export type CreateWalk = (walked: WalkedClass, context: WalkContext) => ObjectWalk;

/** A class, as a schema describes its objects. */
export interface WalkedClass {
  readonly target: Constructor;
  readonly documented: ObjectSchema;
  /** The discriminator that the class does not get. */
  readonly dropped: string | undefined;
}

/** The state that the walks over the values of one schema share. */
export class WalkContext {
  readonly #walks = new Map<Schema, (readonly [WalkedClass, ObjectWalk])[]>();

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

  walkOf(target: Constructor, documented: ObjectSchema, dropped?: string): ObjectWalk {
    const { schema } = documented;
    const walks = this.#walks.get(schema) ?? [];
    this.#walks.set(schema, walks);
    const known = walks.find(([walked]) => walked.target === target && walked.dropped === dropped);
    if (known !== undefined) return known[1];
    const walked = { target, documented, dropped };
    const walk = this.create(walked, this);
    walks.push([walked, walk]);
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

  /** Counts the values in a value that no walk reads, and removes undocumented members. */
  foreign(schema: Schema | boolean, value: unknown, run: WalkRun): unknown {
    if (typeof value !== 'object' || value === null) return value;
    run.measure(value);
    return this.documented(schema, value, run);
  }

  /** Checks a value that class-transformer leaves out. */
  pass(schema: Schema | boolean, value: unknown, run: WalkRun): void {
    this.foreign(schema, value, run);
    if (this.testOf(schema)?.test(value, run.check) === false) run.isRefused = true;
  }
}
