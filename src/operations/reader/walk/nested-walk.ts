import type { CompiledSchema } from '../../../documents/json-schema/checker/assertion.js';
import {
  branchesBy,
  objectSchemaOf,
  type Structure,
  structureOf,
} from '../../../documents/json-schema/object-schema.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import { isBindable, isJsonObject } from '../../../documents/model/class-transformer/binder.js';
import {
  collected,
  type MemberBinding,
  type MemberType,
} from '../../../documents/model/class-transformer/class-binding.js';
import type { Constructor } from '../../../shared/types.js';
import { UnionWalk } from './union-walk.js';
import type { ObjectWalk, WalkContext } from './walk-context.js';
import { thrownAt, type WalkRun } from './walk-run.js';

/** Reads the objects of classes in a member: one, a list or a map. */
export interface NestedWalk {
  /** Keywords about the list or the map as a whole. */
  readonly test: CompiledSchema | undefined;
  /** Returns false for a value that the schema refuses, or that class-transformer converts in another way. */
  readonly takes: (value: object) => boolean;
  readonly read: (value: object, run: WalkRun) => unknown;
}

/** Returns undefined for a member without classes, and for a schema that describes its objects by more. */
export function nestedWalkOf(
  { type, key }: MemberBinding,
  schema: Schema,
  context: WalkContext,
): NestedWalk | undefined {
  const structure = structureOf(schema, context.resolve);
  if (type === undefined || type.isDynamic || structure === undefined) return undefined;
  // class-transformer reads an object as a map only if the property is a `Map`.
  if (type.isMap !== (structure.kind === 'map')) return undefined;
  const target = type.resolve({ newObject: {}, object: {}, property: key });
  if (!isBindable(target) || target === Object) return undefined;
  const objects = objectWalkOf(structure, { type, target }, context);
  return objects && create(structure, objects, { type, target }, context);
}

interface DeclaredType {
  readonly type: MemberType;
  readonly target: Constructor;
}

function objectWalkOf(
  { elementSchema: inner, kind }: Structure,
  { type, target }: DeclaredType,
  context: WalkContext,
): ObjectWalk | undefined {
  const { discriminator } = type;
  if (discriminator === undefined) {
    const object = objectSchemaOf(inner, context.resolve);
    return object && context.walkOf(target, object);
  }
  const branches = branchesBy(discriminator.property, inner, context.resolve);
  if (branches === undefined || kind === 'map') return undefined;
  return UnionWalk.of({ schema: inner, branches, type, discriminator }, context);
}

function create(
  { kind, maxItems, rest, elementSchema: inner }: Structure,
  objects: ObjectWalk,
  { type, target }: DeclaredType,
  context: WalkContext,
): NestedWalk {
  const test = context.testOf(rest);
  const read = (item: unknown, run: WalkRun): unknown => {
    if (typeof item === 'object' && item !== null && objects.takes(item)) return objects.read(item, run);
    run.isRefused = true;
    return objects.foreign(item, run);
  };
  switch (kind) {
    case 'value':
      return { test, takes: (value) => objects.takes(value), read: (value, run) => objects.read(value, run) };
    case 'list':
      return {
        test,
        takes: Array.isArray,
        read: (list, run) => {
          const { length } = list as readonly unknown[];
          run.enter();
          run.countItems(length, maxItems);
          const items = new Array<unknown>(length);
          let index = 0;
          try {
            for (; index < length; index += 1) items[index] = read((list as readonly unknown[])[index], run);
          } catch (cause) {
            throw thrownAt(String(index), cause);
          }
          run.leave();
          return collected(items, type);
        },
      };
    case 'map':
      return {
        test,
        takes: isJsonObject,
        read: (record, run) => {
          const entries = Object.entries(record);
          const source = {
            get plain(): object {
              return context.documented({ additionalProperties: inner }, record, undefined) as object;
            },
          };
          run.enter();
          run.countMembers(entries.length);
          const map = new Map<string, unknown>();
          for (const [name, value] of entries) {
            const entry = context.binder.entryOf(name, target);
            try {
              if (entry !== undefined) context.binder.setEntry(map, entry, read(value, run), source);
              else context.pass(inner, value, run);
            } catch (cause) {
              throw thrownAt(name, cause);
            }
          }
          run.leave();
          return map;
        },
      };
  }
}
