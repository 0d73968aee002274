import type { Checker } from '../../../documents/json-schema/checker/checker.js';
import { memberFilter, type MemberFilter } from '../../../documents/json-schema/member-filter.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { Binder } from '../../../documents/model/class-transformer/binder.js';
import type { Constructor } from '../../../shared/types.js';
import type { ObjectSchema } from '../../../documents/json-schema/object-schema.js';
import type { WalkRun } from './walk-run.js';

/** Reads the objects of a class. */
export interface ObjectWalk {
  readonly read: (plain: object, run: WalkRun) => object;
  /** Reads a value that is no object of JSON, in the place of an object. */
  readonly foreign: (value: unknown, run: WalkRun) => unknown;
}

export type CreateWalk = (target: Constructor, documented: ObjectSchema, context: WalkContext) => ObjectWalk;

export interface UndocumentedMembers {
  /** True if an undocumented member is a fault. */
  readonly areRefused: boolean;
  /** True if class-validator reports the members that a schema forbids. */
  readonly areLeftToRules: boolean;
}

/** What the walks of one schema share. */
export class WalkContext {
  readonly #walks = new Map<Schema, Map<Constructor, ObjectWalk>>();
  readonly #filters = new Map<Schema, MemberFilter>();

  constructor(
    readonly checker: Checker,
    readonly binder: Binder,
    readonly undocumented: UndocumentedMembers,
    private readonly create: CreateWalk,
  ) {}

  walkOf(target: Constructor, documented: ObjectSchema): ObjectWalk {
    const ofSchema = this.#walks.get(documented.schema) ?? new Map<Constructor, ObjectWalk>();
    this.#walks.set(documented.schema, ofSchema);
    const walk = ofSchema.get(target) ?? this.create(target, documented, this);
    ofSchema.set(target, walk);
    return walk;
  }

  /** Removes undocumented members, and records in `run` that there are some. */
  documented(schema: Schema, value: object, run: WalkRun | undefined): unknown {
    const filter = this.#filters.get(schema) ?? memberFilter(schema, this.checker);
    this.#filters.set(schema, filter);
    return filter.apply(value, {
      onUnknown: (_, isForbidden) => {
        if (run !== undefined && this.undocumented.areRefused && !isForbidden) run.hasUnknown = true;
        return isForbidden && this.undocumented.areLeftToRules;
      },
    });
  }
}
