import type { ObjectSchema } from '../../../documents/json-schema/object-schema.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import { isJsonObject } from '../../../documents/model/class-transformer/binder.js';
import type { Discriminator, MemberType } from '../../../documents/model/class-transformer/class-binding.js';
import type { ObjectWalk, WalkContext } from './walk-context.js';
import type { WalkRun } from './walk-run.js';

interface Union {
  readonly schema: Schema | boolean;
  readonly branches: ReadonlyMap<unknown, ObjectSchema>;
  readonly type: MemberType;
  readonly discriminator: Discriminator;
}

/** Reads objects as the class that their discriminator names. */
export class UnionWalk implements ObjectWalk {
  readonly #walks: ReadonlyMap<unknown, ObjectWalk>;

  private constructor(
    private readonly union: Union,
    walks: ReadonlyMap<unknown, ObjectWalk>,
    private readonly context: WalkContext,
  ) {
    this.#walks = walks;
  }

  /** Returns undefined for a class that exposes a discriminator which it does not get. */
  static of(union: Union, context: WalkContext): UnionWalk | undefined {
    const { property, isKept, subTypes } = union.discriminator;
    const walks = new Map<unknown, ObjectWalk>();
    for (const { name, value: target } of subTypes) {
      const branch = union.branches.get(name);
      if (branch === undefined || walks.has(name)) continue;
      if (!isKept && context.binder.bindingOf(target).memberOf(property).isExposed) return undefined;
      walks.set(name, context.walkOf(target, branch, isKept ? undefined : property));
    }
    return new UnionWalk(union, walks, context);
  }

  takes(value: object): boolean {
    return isJsonObject(value) && this.#walks.has(this.#nameIn(value));
  }

  read(plain: object, run: WalkRun): object {
    return this.#walks.get(this.#nameIn(plain))?.read(plain, run) ?? {};
  }

  foreign(value: unknown, run: WalkRun): unknown {
    const documented = this.context.foreign(this.union.schema, value, run);
    return this.context.binder.discriminatedItem(documented, this.union.type, []);
  }

  #nameIn(value: object): unknown {
    return (value as Readonly<Record<string, unknown>>)[this.union.discriminator.property];
  }
}
