import type { CompiledSchema } from '../../../documents/json-schema/checker/assertion.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { MemberBinding } from '../../../documents/model/class-transformer/class-binding.js';
import { assertionsOf } from '../../../documents/json-schema/object-schema.js';
import { type NestedWalk, nestedWalkOf } from './nested-walk.js';
import { type QuickTest, quickTestOf } from './quick-test.js';
import type { WalkContext } from './walk-context.js';
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
  #nested: NestedWalk | 'none' | undefined;

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
  }

  /** Returns whether the schema of the member accepts a value. */
  accepts(value: unknown, run: WalkRun): boolean {
    if (this.#quick?.(value) === true || this.#test === undefined) return true;
    return this.#test.test(value, run.check) !== false;
  }

  /** Returns whether a value has objects of classes where the schema has them. */
  isNested(value: object): boolean {
    return this.#nestedWalk()?.takes(value) === true;
  }

  /** Returns the instances of the objects in a value. */
  readNested(value: object, instance: object, run: WalkRun): unknown {
    const walk = this.#nestedWalk();
    if (walk?.test?.test(value, run.check) === false) run.refuse(instance, this.key);
    return walk?.read(value, run);
  }

  #nestedWalk(): NestedWalk | undefined {
    this.#nested ??= nestedWalkOf(this.binding, this.#schema, this.context) ?? 'none';
    return this.#nested === 'none' ? undefined : this.#nested;
  }

  /** Removes the undocumented members of a value without a class, unless the schema refuses it. */
  documented(value: object, instance: object, run: WalkRun): unknown {
    run.measure(value, this.#schema.maxItems);
    if (this.accepts(value, run)) return this.context.documented(this.#schema, value, run);
    run.refuse(instance, this.key);
    run.hasUnknown = true;
    return value;
  }
}
