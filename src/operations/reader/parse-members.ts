import type { ValidationError } from 'class-validator';
import { registry } from '../../../decorators/registered-types.js';
import { mapValues } from '../../documents/json-schema/walk.js';
import { unionNamedBy } from '../../documents/model/type/registered-type.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { Constructor } from '../../shared/types.js';
import { isPlain } from '../../shared/values.js';
import { type Fault, FaultList, invalidAt, subjectOf, type WireName } from './faults.js';
import { parseRegistered } from './parse-registered.js';
import type { RegisteredMembers } from './registered-members.js';
import { type Judge, judgesOf, type SchemaReader } from './schema-reader.js';
import { membersFor } from './union-members.js';

export interface ParseOptions {
  readonly registered: RegisteredMembers;
  readonly wireName: WireName;
  readonly schemaOf: (type: TypeRef) => SchemaReader;
}

/** The members that could not be parsed. They keep their JSON. */
export interface Unparsed {
  readonly faults: readonly Fault[];
  readonly keys: ReadonlyMap<object, ReadonlySet<string>>;
}

/**
 * Parses the members of an instance, and of the instances in it, whose classes are registered. Instances stay
 * as they are, so it can be called again. It returns undefined if all were parsed.
 */
export function parseMembers(instance: object, options: ParseOptions): Unparsed | undefined {
  const { registered } = options;
  if (!registry.isUsed || !registered.isReached(instance.constructor as Constructor)) return undefined;
  const walk = new Walk(options);
  walk.visit(instance);
  return walk.keys.size === 0 ? undefined : { faults: walk.list.faults, keys: walk.keys };
}

/**
 * Removes the errors of class-validator about members
 * without an instance, since they do not describe the JSON.
 */
export function withoutUnparsed(
  errors: readonly ValidationError[],
  { keys }: Unparsed,
): readonly ValidationError[] {
  return errors.flatMap((error) => {
    const { target, property, children = [] } = error;
    if (target !== undefined && keys.get(target)?.has(property) === true) return [];
    if (children.length === 0) return [error];
    const inner = withoutUnparsed(children, { keys, faults: [] });
    if (inner.length === 0 && error.constraints === undefined) return [];
    return [Object.assign(error, { children: [...inner] })];
  });
}

const LIST_LIKE = [Set, Map] as const;

class Walk {
  readonly list = new FaultList();
  readonly keys = new Map<object, Set<string>>();
  readonly #judgeOf: (type: TypeRef) => Judge;
  /** The place of the walk; it changes, since a copy for each value would be as long. */
  readonly #path: string[] = [];

  constructor(private readonly options: ParseOptions) {
    this.#judgeOf = judgesOf(options.schemaOf);
  }

  visit(value: unknown): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (Array.isArray(value) || LIST_LIKE.some((type) => value instanceof type)) {
      let index = 0;
      for (const [key, item] of (value as Map<unknown, unknown>).entries()) {
        this.#at(value instanceof Map ? String(key) : String(index), () => {
          this.visit(item);
        });
        index += 1;
      }
      return;
    }
    const target: unknown = value.constructor;
    if (typeof target === 'function' && target !== Object) this.#visitInstance(value, target as never);
  }

  #visitInstance(value: object, target: Constructor): void {
    const { registered, wireName } = this.options;
    if (!registered.isReached(target)) return;
    const object = value as Record<string, unknown>;
    for (const { key, name, type } of registered.of(target)) {
      if (!Object.hasOwn(object, key)) continue;
      const { length } = this.list.faults;
      object[key] = this.#at(name, () => this.#convert(object[key], type));
      if (this.list.faults.length > length) this.#markUnparsed(object, key);
    }
    const parsed = registered.keysOf(target);
    for (const key of Object.keys(object))
      if (!parsed.has(key))
        this.#at(wireName(target, key), () => {
          this.visit(object[key]);
        });
  }

  #markUnparsed(object: object, key: string): void {
    const keys = this.keys.get(object) ?? new Set();
    this.keys.set(object, keys.add(key));
  }

  #at<T>(key: string, run: () => T): T {
    this.#path.push(key);
    const result = run();
    this.#path.pop();
    return result;
  }

  #convert(value: unknown, type: TypeRef): unknown {
    if (value === undefined || value === null) return value;
    const resolved = resolveOnce(type);
    const convertAt = (item: unknown, of: TypeRef | undefined, key: string): unknown =>
      of === undefined ? item : this.#at(key, () => this.#convert(item, of));
    switch (resolved.kind) {
      case 'registered':
        return this.#parse(value, resolved);
      case 'array':
        return mapItems(value, (item, index) => convertAt(item, resolved.items, String(index)));
      case 'tuple':
        return mapItems(value, (item, index) => convertAt(item, resolved.items[index], String(index)));
      case 'map':
        return mapMembers(value, (item, key) => convertAt(item, resolved.values, key));
      case 'union':
        return this.#convertUnion(value, resolved);
      case 'class': {
        const union = unionNamedBy(resolved);
        if (union !== undefined) return this.#convert(value, union);
        this.visit(value);
        return value;
      }
      default:
        return value;
    }
  }

  #parse(value: unknown, type: Extract<TypeRef, { kind: 'registered' }>): unknown {
    const { registered } = type;
    if (value instanceof registered.target) return value;
    const refuse = (problem?: string): unknown => {
      const path = [...this.#path];
      this.list.add({
        path,
        detail: problem === undefined ? invalidAt(path) : `${subjectOf(path)} ${problem}`,
      });
      return value;
    };
    // The reader of the whole value reports what the schema refuses.
    if (!this.#judgeOf(type).accepts(value)) return refuse();
    const parsed = parseRegistered(registered, value);
    return parsed.isRefused === true ? refuse(parsed.problem) : parsed.instance;
  }

  /** Converts a value as the first member of a union that accepts and parses it. */
  #convertUnion(value: unknown, union: Extract<TypeRef, { kind: 'union' }>): unknown {
    // An instance is converted already.
    if (typeof value === 'object' && !Array.isArray(value) && !isPlain(value)) {
      this.visit(value);
      return value;
    }
    const { length } = this.list.faults;
    let kept: readonly Fault[] = [];
    for (const member of membersFor(value, union, this.#judgeOf)) {
      const converted = this.#convert(value, member);
      if (this.list.faults.length === length) return converted;
      const faults = this.list.faults.splice(length);
      if (kept.length === 0) kept = faults;
    }
    for (const fault of kept) this.list.add(fault);
    return value;
  }
}

const resolved = new WeakMap<TypeRef, Exclude<TypeRef, { kind: 'lazy' }>>();

/** Resolves a lazy type once, since schemas are compiled for each type. */
function resolveOnce(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  if (type.kind !== 'lazy') return type;
  const known = resolved.get(type) ?? resolveLazyOrUnknown(type);
  resolved.set(type, known);
  return known;
}

function mapItems(value: unknown, convert: (item: unknown, index: number) => unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return value instanceof Set ? new Set([...(value as Set<unknown>)].map(convert)) : value;
}

function mapMembers(value: unknown, convert: (item: unknown, key: string) => unknown): unknown {
  if (value instanceof Map)
    return new Map(
      [...(value as Map<unknown, unknown>)].map(([key, item]) => [key, convert(item, String(key))]),
    );
  return isPlain(value) ? mapValues(value as Record<string, unknown>, convert) : value;
}
