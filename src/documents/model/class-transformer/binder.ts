import { BUFFERS } from '../../../shared/bytes.js';
import { type ClassTransformOptions, plainToInstance, TransformationType } from 'class-transformer';
import type { Constructor } from '../../../shared/types.js';
import { isRecord } from '../../../shared/values.js';
import {
  ClassBinding,
  collected,
  type MemberBinding,
  type MemberType,
  type ParsedTypes,
} from './class-binding.js';
import type { TransformFunction } from './storage.js';

type Members = Readonly<Record<string, unknown>>;
type Instance = Record<string, unknown>;

/** An object of JSON, for functions of `@Transform` and `@Type` that read it. */
export interface Source {
  readonly plain: object;
}

/** class-transformer sets an entry of a map as it sets the property of that name. */
type MapEntry = Pick<MemberBinding, 'key' | 'transforms'>;

const NOTHING: object = Object.freeze({});

function isSettable(
  instance: Instance,
  { key, isSet }: MemberBinding,
  { hasFunctions }: ClassBinding,
): boolean {
  if (isSet === 'never') return false;
  return !((isSet === 'asked' || hasFunctions) && instance[key] instanceof Function);
}

/** The options that class-transformer passes to functions of `@Transform`. */
const DEFAULTS: ClassTransformOptions = {
  enableCircularCheck: false,
  enableImplicitConversion: false,
  excludeExtraneousValues: false,
  excludePrefixes: undefined as never,
  exposeDefaultValues: false,
  exposeUnsetFields: true,
  groups: undefined as never,
  ignoreDecorators: false,
  strategy: undefined as never,
  targetMaps: undefined as never,
  version: undefined as never,
};

/**
 * Creates the instances that class-transformer's `plainToInstance` creates, several times as fast: it reads
 * the decorators of a class once. class-transformer itself converts values that no JSON text has, such as a
 * `Date`.
 */
export class Binder {
  readonly options: ClassTransformOptions;
  readonly #bindings = new Map<Constructor, ClassBinding>();

  /** @param parsed the values that registered types parse; @default none, as in class-transformer */
  constructor(
    private readonly ownOptions: ClassTransformOptions,
    private readonly parsed?: ParsedTypes,
  ) {
    this.options = { ...DEFAULTS, ...ownOptions };
  }

  bindingOf(target: Constructor): ClassBinding {
    const known = this.#bindings.get(target);
    if (known !== undefined) return known;
    const binding = new ClassBinding(target, this.options, this.parsed);
    this.#bindings.set(target, binding);
    return binding;
  }

  /** Returns an instance with the members of an object. */
  instanceOf(target: Constructor, plain: object): object {
    const binding = this.bindingOf(target);
    const instance = binding.create();
    const source = { plain };
    if (binding.takesOthers) {
      for (const name of Object.keys(plain)) {
        const member = binding.memberOf(name);
        if (member.isRead) this.set(instance, member, (plain as Members)[name], source, binding);
      }
    }
    for (const name of binding.exposed)
      if (!binding.takesOthers || !Object.hasOwn(plain, name))
        this.set(instance, binding.memberOf(name), (plain as Members)[name], source, binding);
    return instance;
  }

  /** Converts the value of a member, and sets its property. */
  set(
    instance: Instance,
    member: MemberBinding,
    value: unknown,
    source: Source,
    binding: ClassBinding,
  ): void {
    if (!isSettable(instance, member, binding)) return;
    if (value === undefined && this.options.exposeDefaultValues === true)
      this.#assign(instance, member.key, instance[member.key]);
    else this.finish(instance, member, this.#convert(value, member, instance, source), source, binding);
  }

  /** Sets the property of a member to a value that `@Type` has converted. */
  finish(
    instance: Instance,
    member: MemberBinding,
    converted: unknown,
    source: Source,
    binding: ClassBinding,
  ): void {
    if (!isSettable(instance, member, binding)) return;
    const { key, transforms } = member;
    const value = transforms.length === 0 ? converted : this.#transformed(converted, key, source, transforms);
    this.#assign(instance, key, value);
  }

  #assign(instance: Instance, key: string, value: unknown): void {
    if (value !== undefined || this.options.exposeUnsetFields !== false) instance[key] = value;
  }

  #transformed(
    converted: unknown,
    key: string,
    source: Source,
    transforms: readonly TransformFunction[],
  ): unknown {
    let value = converted;
    for (const transform of transforms)
      value = transform({
        value,
        key,
        get obj() {
          return source.plain;
        },
        type: TransformationType.PLAIN_TO_CLASS,
        options: this.options,
      });
    return value;
  }

  /** Converts a value as the `@Type` of its member declares. */
  #convert(value: unknown, { type, key }: MemberBinding, newObject: object, source: Source): unknown {
    if (type === undefined) return this.copyOf(value);
    const object = type.isDynamic ? source.plain : NOTHING;
    const call = { newObject, object, property: key };
    if (type.discriminator === undefined) return this.typed(value, type.resolve(call), type);
    if (Array.isArray(value)) return this.#discriminatedItems(value, type);
    const named = value instanceof Object && type.discriminator.property in value;
    const target = (named ? subTypeOf(value, type) : undefined) ?? type.resolve(call);
    return this.typed(named ? withoutDiscriminator(value, type) : value, target, type);
  }

  #discriminatedItems(list: readonly unknown[], type: MemberType): unknown {
    const newObject: unknown[] = [];
    for (const item of list) newObject.push(this.discriminatedItem(item, type, newObject));
    return collected(newObject, type);
  }

  /**
   * Converts an item whose discriminator names its class.
   * @param newObject the items before it
   */
  discriminatedItem(item: unknown, type: MemberType, newObject: object): unknown {
    const named = subTypeOf(item, type);
    const other = type.resolve({ newObject, object: item as object, property: undefined as never });
    return this.typed(withoutDiscriminator(item, type), named ?? other, undefined);
  }

  typed(value: unknown, target: unknown, type: MemberType | undefined): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.typed(item, target, undefined));
      return type === undefined ? items : collected(items, type);
    }
    if (type?.isMap === true && isRecord(value)) return this.#mapOf(value, target);
    const convert = CONVERSIONS.get(target);
    if (convert !== undefined) return value === null || value === undefined ? value : convert(value as never);
    if (typeof value !== 'object' || value === null) return value;
    if (target === undefined) return this.copyOf(value);
    if (!isJsonObject(value) || !isBindable(target)) return this.#delegate(target, value);
    return this.instanceOf(target, value);
  }

  /** Returns the copy that class-transformer makes of a value without a type. */
  copyOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.copyOf(item));
    if (!isJsonObject(value) || value.constructor !== Object) return this.#delegate(undefined, value);
    const copy: Record<string, unknown> = {};
    if (this.options.strategy === 'excludeAll') return copy;
    for (const [key, member] of Object.entries(value)) {
      // class-transformer sets no member with the name of a method.
      if (key in Object.prototype) continue;
      const copied = this.copyOf(member);
      if (copied !== undefined || this.options.exposeUnsetFields !== false) copy[key] = copied;
    }
    return copy;
  }

  #mapOf(record: Members, target: unknown): Map<string, unknown> {
    const map = new Map<string, unknown>();
    for (const [name, value] of Object.entries(record)) {
      const entry = this.entryOf(name, target);
      if (entry === undefined) continue;
      const converted = target === undefined ? this.copyOf(value) : this.typed(value, target, undefined);
      this.setEntry(map, entry, converted, { plain: record });
    }
    return map;
  }

  /** Returns how an entry of a map is set; undefined for one that class-transformer leaves out. */
  entryOf(name: string, target: unknown): MapEntry | undefined {
    if (name === '__proto__' || name === 'constructor') return undefined;
    const entry = isBindable(target) ? this.bindingOf(target).memberOf(name) : { key: name, transforms: [] };
    return entry.key in Map.prototype ? undefined : entry;
  }

  setEntry(map: Map<string, unknown>, { key, transforms }: MapEntry, value: unknown, source: Source): void {
    const final = this.#transformed(value, key, source, transforms);
    if (final !== undefined || this.options.exposeUnsetFields !== false) map.set(key, final);
  }

  #delegate(target: unknown, value: object): unknown {
    return plainToInstance(target as new () => object, value, this.ownOptions);
  }
}

type Conversion = (value: never) => unknown;

const CONVERSIONS = new Map<unknown, Conversion>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string | number | Date) => new Date(value)],
  ...BUFFERS.map((type): [unknown, Conversion] => [type, (value: string) => type.from(value)]),
]);

/** Returns false for a `Date`, bytes and other objects that no JSON text has. */
export function isJsonObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

const BUILT_IN: readonly Constructor[] = [Array, Set, Map, Promise, Function, WeakMap, WeakSet] as never;

export function isBindable(target: unknown): target is Constructor {
  if (typeof target !== 'function') return false;
  const { prototype } = target as { readonly prototype?: unknown };
  if (typeof prototype !== 'object' || prototype === null) return false;
  return BUILT_IN.every((builtIn) => target !== builtIn && !(prototype instanceof (builtIn as never)));
}

function subTypeOf(value: unknown, { discriminator }: MemberType): Constructor | undefined {
  if (discriminator === undefined) return undefined;
  const name = (value as Members)[discriminator.property];
  return discriminator.subTypes.find((subType) => subType.name === name)?.value;
}

function withoutDiscriminator(value: unknown, { discriminator }: MemberType): unknown {
  if (discriminator === undefined || discriminator.isKept || !isRecord(value)) return value;
  const { [discriminator.property]: _, ...rest } = value;
  return rest;
}
