import { setMember } from '../base/values.js';
import { accepts } from './accepts.js';
import type { Schema } from './schema.js';

/**
 * Decides on a member that the schema does not describe. Returns true to keep it.
 *
 * @param path the names and indexes that lead to it
 * @param isForbidden the schema refuses it with `additionalProperties: false`
 */
export type OnUnknownMember = (path: readonly string[], isForbidden: boolean) => boolean;

/** Returns the value without the members that were not kept. The given value stays as it is. */
export type MemberFilter = (value: unknown, onUnknown: OnUnknownMember) => unknown;

type Resolve = (ref: string) => Schema | undefined;
type FilterOf = (schema: Schema | boolean) => Filter;

/**
 * Creates a filter of the members that a schema describes: `properties`, `patternProperties` and `additionalProperties`,
 * through references, `allOf`, and the branch of `anyOf` and `oneOf` that the value satisfies. An object whose schema
 * describes no member at all is open. An object in the place of an array, or an array in the place of an object, is read
 * as class-transformer reads it: each object by the members that are described there.
 *
 * @param resolve finds the schema behind a `$ref`
 */
export function memberFilter(schema: Schema | boolean, resolve: Resolve): MemberFilter {
  const filters = new Map<Schema | boolean, Filter>();
  const filterOf: FilterOf = (one) => {
    const known = filters.get(one) ?? new Filter(one, resolve, filterOf);
    filters.set(one, known);
    return known;
  };
  const root = filterOf(schema);
  return (value, onUnknown) => root.apply(value, [], onUnknown);
}

class Filter {
  /** The schema, what it refers to and what it combines: all of it holds for the same value. */
  readonly #parts: readonly Schema[];
  /** Lists of schemas of which at least one holds. */
  readonly #alternatives: readonly (readonly Schema[])[];
  /** By the branches that were chosen. */
  readonly #shapes = new Map<string, Shape>();

  constructor(
    private readonly schema: Schema | boolean,
    private readonly resolve: Resolve,
    private readonly filterOf: FilterOf,
  ) {
    this.#parts = partsOf(schema, resolve);
    this.#alternatives = this.#parts.flatMap(({ anyOf, oneOf }) =>
      [anyOf, oneOf].filter((list) => list !== undefined),
    );
  }

  apply(value: unknown, path: string[], onUnknown: OnUnknownMember): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const shape = this.#shapeFor(value);
    if (shape.isOpen) return value;
    return Array.isArray(value)
      ? this.#filterItems(value, shape, path, onUnknown)
      : this.#filterMembers(value as Readonly<Record<string, unknown>>, shape, path, onUnknown);
  }

  #shapeFor(value: object): Shape {
    const { id, parts } = this.#choose(value);
    const shape = this.#shapes.get(id) ?? shapeOf(parts, this.filterOf);
    this.#shapes.set(id, shape);
    return shape;
  }

  /** Returns all schemas that hold for the value, and the positions of the branches that were chosen. */
  #choose(value: object): { readonly id: string; readonly parts: readonly Schema[] } {
    const ids: string[] = [];
    const parts = [...this.#parts];
    for (const branches of this.#alternatives)
      for (const branch of this.#branchesFor(value, branches)) {
        const inner = this.filterOf(branch).#choose(value);
        ids.push(`${branches.indexOf(branch)}(${inner.id})`);
        parts.push(...inner.parts);
      }
    return { id: ids.join(), parts };
  }

  /** The branch that holds for the value; all that may where none is seen to hold. */
  #branchesFor(value: object, branches: readonly Schema[]): readonly Schema[] {
    const possible = branches.filter((branch) => this.filterOf(branch).#mayDescribe(value));
    if (possible.length < 2) return possible;
    const holding = possible.find((branch) => {
      const filtered = this.filterOf(branch).apply(value, [], () => false);
      return accepts(branch, filtered, this.resolve) !== false;
    });
    return holding === undefined ? possible : [holding];
  }

  /** Compares the type, and the constants that tell the members of a union apart. */
  #mayDescribe(value: object): boolean {
    return this.#parts.every(({ type, properties = {} }) => {
      if (type !== undefined && ![type].flat().some((one) => one === 'object' || one === 'array'))
        return false;
      if (Array.isArray(value)) return true;
      return Object.entries(properties).every(([name, member]) => {
        const own = (value as Readonly<Record<string, unknown>>)[name];
        if (typeof own !== 'string') return true;
        return member.const === undefined ? (member.enum?.includes(own) ?? true) : member.const === own;
      });
    });
  }

  #filterItems(items: readonly unknown[], shape: Shape, path: string[], onUnknown: OnUnknownMember): unknown {
    let changed: unknown[] | undefined;
    for (const [index, item] of items.entries()) {
      path.push(String(index));
      const filtered = shape.describesItems
        ? through(shape.itemsAt(index), item, path, onUnknown)
        : this.apply(item, path, onUnknown);
      path.pop();
      if (filtered === item) continue;
      changed ??= [...items];
      changed[index] = filtered;
    }
    return changed ?? items;
  }

  #filterMembers(
    object: Readonly<Record<string, unknown>>,
    shape: Shape,
    path: string[],
    onUnknown: OnUnknownMember,
  ): unknown {
    if (shape.describesItems && !shape.describesMembers)
      return through(shape.itemsAt(0), object, path, onUnknown);
    let isChanged = false;
    const kept: [string, unknown][] = [];
    for (const [name, value] of Object.entries(object)) {
      path.push(name);
      const filters = shape.membersAt(name);
      const isKept = filters !== undefined || onUnknown(path, shape.isForbidding);
      const filtered = through(filters ?? [], value, path, onUnknown);
      path.pop();
      if (isKept) kept.push([name, filtered]);
      if (!isKept || filtered !== value) isChanged = true;
    }
    if (!isChanged) return object;
    const filtered: Record<string, unknown> = {};
    for (const [name, value] of kept) setMember(filtered, name, value);
    return filtered;
  }
}

function through(
  filters: readonly Filter[],
  value: unknown,
  path: string[],
  onUnknown: OnUnknownMember,
): unknown {
  let filtered = value;
  for (const filter of filters) filtered = filter.apply(filtered, path, onUnknown);
  return filtered;
}

function partsOf(schema: Schema | boolean, resolve: Resolve, found: Schema[] = []): Schema[] {
  if (typeof schema === 'boolean' || found.includes(schema)) return found;
  found.push(schema);
  const referred = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  for (const one of [...(referred ? [referred] : []), ...(schema.allOf ?? [])]) partsOf(one, resolve, found);
  return found;
}

/** What several schemas of one value describe of its members and items. */
interface Shape {
  /** Nothing is described of members or items, and the type allows objects and arrays. */
  readonly isOpen: boolean;
  readonly isForbidding: boolean;
  readonly describesMembers: boolean;
  readonly describesItems: boolean;
  /** Returns the filters of a member; undefined for one that is not described. */
  readonly membersAt: (name: string) => readonly Filter[] | undefined;
  readonly itemsAt: (index: number) => readonly Filter[];
}

function shapeOf(parts: readonly Schema[], filterOf: FilterOf): Shape {
  const named = new Map<string, Filter[]>();
  for (const name of parts.flatMap(({ properties = {} }) => Object.keys(properties)))
    named.set(name, schemasAt(parts, name).map(filterOf));
  const describesMembers = parts.some(
    ({ properties, patternProperties, additionalProperties }) =>
      properties !== undefined || patternProperties !== undefined || additionalProperties !== undefined,
  );
  const describesItems = parts.some(
    ({ items, prefixItems }) => items !== undefined || prefixItems !== undefined,
  );
  const allows = (type: 'object' | 'array'): boolean =>
    parts.every((part) => part.type === undefined || [part.type].flat().includes(type));
  return {
    isOpen: !describesMembers && !describesItems && (allows('object') || allows('array')),
    isForbidding: parts.some(({ additionalProperties }) => additionalProperties === false),
    describesMembers,
    describesItems,
    membersAt: (name) => {
      const known = named.get(name);
      if (known !== undefined) return known;
      const schemas = schemasAt(parts, name);
      return schemas.length === 0 ? undefined : schemas.map(filterOf);
    },
    itemsAt: (index) =>
      parts.flatMap(({ prefixItems, items }) => {
        const schema = prefixItems?.[index] ?? items;
        return schema === undefined ? [] : [filterOf(schema)];
      }),
  };
}

/** Returns the schemas of one member; empty if none describes a member of that name. */
function schemasAt(parts: readonly Schema[], name: string): readonly (Schema | boolean)[] {
  return parts.flatMap(({ properties = {}, patternProperties = {}, additionalProperties = false }) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const matching = Object.entries(patternProperties).flatMap(([pattern, one]) =>
      new RegExp(pattern, 'u').test(name) ? [one] : [],
    );
    const schemas = own === undefined ? matching : [own, ...matching];
    if (schemas.length > 0 || additionalProperties === false) return schemas;
    return [additionalProperties];
  });
}
