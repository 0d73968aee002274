import type { CompiledSchema } from '../../../documents/json-schema/checker/assertion.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import { isBindable, isJsonObject } from '../../../documents/model/class-transformer/binder.js';
import { collected, type MemberBinding } from '../../../documents/model/class-transformer/class-binding.js';
import { assertionsOf, type Structure, structureOf } from '../../../documents/json-schema/object-schema.js';
import { type QuickTest, quickTestOf } from './quick-test.js';
import type { ObjectWalk, WalkContext } from './walk-context.js';
import type { WalkRun } from './walk-run.js';

export interface DocumentedMember {
  /** Undefined for a member that class-transformer sets and no document has. */
  readonly schema: Schema | undefined;
  readonly isRequired: boolean;
  /** True if class-transformer reads a sent member. */
  readonly isTaken: boolean;
}

/** Checks a documented member of an object, and sets the property that class-transformer sets. */
export class MemberWalk {
  readonly name: string;
  readonly key: string;
  readonly isRequired: boolean;
  readonly isDocumented: boolean;
  readonly isTaken: boolean;
  readonly isExposed: boolean;
  /** True for the name of a method of all objects, such as `toString`. */
  readonly isInherited: boolean;
  /** True if class-transformer sets scalars as they were sent. */
  readonly isDirect: boolean;
  readonly #schema: Schema;
  readonly #test: CompiledSchema | undefined;
  readonly #quick: QuickTest | undefined;
  readonly #structure: Structure | undefined;
  readonly #listTest: CompiledSchema | undefined;
  #nested: ObjectWalk | 'none' | undefined;

  constructor(
    readonly binding: MemberBinding,
    private readonly context: WalkContext,
    { schema, isRequired, isTaken }: DocumentedMember,
  ) {
    const { name, key, type, transforms, isSet, isExposed } = binding;
    this.name = name;
    this.key = key;
    this.isRequired = isRequired;
    this.isDocumented = schema !== undefined;
    this.isTaken = isTaken;
    this.isExposed = isTaken && isExposed;
    this.isInherited = name in Object.prototype;
    this.isDirect = isTaken && type === undefined && transforms.length === 0 && isSet === 'always';
    this.#schema = schema ?? {};
    this.#test = context.testOf(this.#schema);
    this.#quick = quickTestOf(assertionsOf(this.#schema));
    const isWalked = type !== undefined && !type.isDynamic && !type.isMap && type.discriminator === undefined;
    this.#structure = isWalked ? structureOf(this.#schema, context.resolve) : undefined;
    this.#listTest = context.testOf(this.#structure?.rest);
  }

  /** Returns whether the schema of the member accepts a value. */
  accepts(value: unknown, run: WalkRun): boolean {
    if (this.#quick?.(value) === true || this.#test === undefined) return true;
    return this.#test.test(value, run.check) !== false;
  }

  /** Returns the instances of a class in an object or a list; undefined if the member has no class. */
  nested(value: object, instance: object, run: WalkRun): { readonly converted: unknown } | undefined {
    if (this.#structure === undefined) return undefined;
    this.#nested ??= this.#createNested(this.#structure) ?? 'none';
    if (this.#nested === 'none') return undefined;
    const walk = this.#nested;
    const { isList } = this.#structure;
    if (!Array.isArray(value)) {
      if (!isJsonObject(value)) return undefined;
      if (isList) run.isRefused = true;
      return { converted: walk.read(value, run) };
    }
    if (!isList) run.isRefused = true;
    else if (this.#listTest?.test(value, run.check) === false) run.refuse(instance, this.key);
    const items = this.#items(value, walk, run, this.#structure.maxItems);
    const { type } = this.binding;
    return { converted: type === undefined ? items : collected(items, type) };
  }

  #items(list: readonly unknown[], walk: ObjectWalk, run: WalkRun, maxItems?: number): unknown[] {
    run.enter();
    run.countItems(list.length, maxItems);
    const items: unknown[] = [];
    for (const item of list) {
      if (typeof item === 'object' && item !== null && isJsonObject(item)) items.push(walk.read(item, run));
      else {
        // The schema has objects here. class-transformer also takes lists in lists.
        run.isRefused = true;
        items.push(Array.isArray(item) ? this.#items(item, walk, run) : walk.foreign(item, run));
      }
    }
    run.leave();
    return items;
  }

  #createNested({ object }: Structure): ObjectWalk | undefined {
    const { type, key } = this.binding;
    const target = type?.resolve({ newObject: {}, object: {}, property: key });
    if (!isBindable(target) || target === Object) return undefined;
    return this.context.walkOf(target, object);
  }

  /** Removes the undocumented members of a value without a class. */
  documented(value: object, instance: object, run: WalkRun): unknown {
    run.measure(value, this.#schema.maxItems);
    if (!this.accepts(value, run)) run.refuse(instance, this.key);
    return this.context.documented(this.#schema, value, run);
  }
}
