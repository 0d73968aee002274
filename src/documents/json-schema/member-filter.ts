import { setMember } from '../../shared/values.js';
import { newSharedRun, type Run as CheckRun } from './checker/assertion.js';
import type { Checker } from './checker/checker.js';
import { type Constant, constantsIn, fitsConstants, tagsOf } from './checker/constants.js';
import { pick } from './keywords.js';
import {
  allows,
  allowsContainers,
  type Alternatives,
  alternativesOf,
  isStructure,
  type Shape,
  shapeOf,
} from './member-shape.js';
import { schemaParts } from './schema-parts.js';
import type { Schema } from './schema.js';

/**
 * Decides about members that a schema does not describe. `path` has the names and indexes that lead there.
 */
interface FilterHandlers {
  /**
   * Returns true to keep a member that the schema does not describe. `isForbidden` is true if the schema
   * refuses it with `additionalProperties: false`.
   */
  readonly onUnknown: (path: readonly string[], isForbidden: boolean) => boolean;
  /**
   * Returns the replacement of a string, number or boolean in
   * the place of an object or array with described members.
   * @default the value itself
   */
  readonly onScalar?: ((path: readonly string[], value: unknown) => unknown) | undefined;
  /**
   * Receives an object whose constants no branch of a union
   * has, or that lacks the constant which selects a branch.
   * @default the branch that describes it best is used
   */
  readonly onNoBranch?: ((path: readonly string[]) => void) | undefined;
}

export interface MemberFilter {
  /** Returns a copy of the value without undescribed members that `onUnknown` rejects. */
  readonly apply: (value: unknown, handlers: FilterHandlers) => unknown;
  /**
   * Returns a function that returns the number of members, at every depth, that the schema does not describe;
   * more for a value that it refuses. It remembers what it found about parts of earlier values.
   */
  readonly distances: () => (value: unknown) => number;
}

/** One use of a filter. */
class Run implements FilterHandlers {
  readonly path: string[] = [];
  readonly onUnknown: FilterHandlers['onUnknown'];
  readonly onScalar: FilterHandlers['onScalar'];
  readonly onNoBranch: FilterHandlers['onNoBranch'];
  #weights: Map<Filter, Map<object, number>> | undefined;
  #check: CheckRun | undefined;

  constructor({ onUnknown, onScalar, onNoBranch }: FilterHandlers) {
    this.onUnknown = onUnknown;
    this.onScalar = onScalar;
    this.onNoBranch = onNoBranch;
  }

  /**
   * Weights that were computed before. Without them, each level of a recursive union would double the work.
   */
  get weights(): Map<Filter, Map<object, number>> {
    return (this.#weights ??= new Map());
  }

  /** Verdicts about unions that were computed before, for the same reason. */
  get check(): CheckRun {
    return (this.#check ??= newSharedRun());
  }
}

/** The weight of a member that its schema rejects: higher than any sum of weights of undescribed members. */
const MISFIT = 2 ** 24;

/**
 * Creates a filter of the members that a schema describes: `properties`, `patternProperties`,
 * `additionalProperties` and `unevaluatedProperties`, through references, `allOf`, `dependentSchemas`, and
 * the branch of `anyOf`, `oneOf` or `then` and `else` that describes the value best: one that accepts it, if
 * any does. An object keeps all members if its schema accepts objects and describes no member. If a value is
 * an object where the schema describes an array, or the reverse, each object in it is filtered by the
 * described members, as class-transformer does.
 *
 * @param checker decides which branch accepts a value, and finds the schema behind a `$ref`; an object behind
 *   an unknown reference is open
 */
export function memberFilter(schema: Schema | boolean, checker: Checker): MemberFilter {
  const filters = new Map<Schema | boolean, Filter>();
  const filterOf = (part: Schema | boolean): Filter => {
    const known = filters.get(part);
    if (known !== undefined) return known;
    const filter = targetOf(part) ?? new Filter(part, checker, filterOf);
    filters.set(part, filter);
    return filter;
  };
  const targetOf = (part: Schema | boolean): Filter | undefined => {
    if (typeof part === 'boolean' || part.$ref === undefined || Object.keys(part).length > 1)
      return undefined;
    const target = checker.resolve(part.$ref);
    return target === undefined || target.$ref !== undefined ? undefined : filterOf(target);
  };
  const root = filterOf(schema);
  return {
    apply: (value, handlers) =>
      typeof value !== 'object' && handlers.onScalar === undefined
        ? value
        : root.apply(value, new Run(handlers)),
    distances: () => {
      const run = new Run({ onUnknown: () => true });
      return (value) => root.weigh(value, run);
    },
  };
}

class Filter {
  readonly #parts: readonly Schema[];
  readonly #allowsContainers: boolean;
  readonly #allows: { readonly array: boolean; readonly object: boolean };
  readonly #listed: readonly Schema[];
  readonly #constants: readonly Constant[];
  #alternatives: readonly Alternatives<Filter>[] | undefined;
  #takesScalars: boolean | undefined;
  readonly #tags = new Map<readonly Filter[], readonly string[]>();
  readonly #shapes = new Map<string, Shape<Filter>>();

  constructor(
    private readonly schema: Schema | boolean,
    private readonly checker: Checker,
    private readonly filterOf: (schema: Schema | boolean) => Filter,
  ) {
    this.#parts =
      schema === false ? [{ not: {} }] : schemaParts(schema, checker.resolve, ['allOf', 'dependentSchemas']);
    this.#allowsContainers = this.#parts.every(allowsContainers);
    this.#allows = { array: allows(this.#parts, 'array'), object: allows(this.#parts, 'object') };
    this.#listed = this.#parts
      .map((part) => pick(part, ['const', 'enum', 'not']))
      .filter((listed) => Object.keys(listed).length > 0);
    this.#constants = constantsIn(schema, checker.resolve);
  }

  apply(value: unknown, run: Run): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value !== 'object')
      return run.onScalar === undefined || this.takesScalars() ? value : run.onScalar(run.path, value);
    if (run.onNoBranch !== undefined && !this.#hasBranch(value)) run.onNoBranch(run.path);
    const shape = this.#shapeFor(value, run);
    if (shape.isOpen) return value;
    return Array.isArray(value)
      ? this.#filterItems(value, shape, run)
      : filterMembers(value as Readonly<Record<string, unknown>>, shape, run);
  }

  weigh(value: unknown, run: Run): number {
    if (typeof value !== 'object' || value === null) return this.accepts(value, run) ? 0 : MISFIT;
    const weights = run.weights.get(this) ?? new Map<object, number>();
    run.weights.set(this, weights);
    const weight = weights.get(value) ?? this.#weighObject(value, run);
    weights.set(value, weight);
    return weight;
  }

  #weighObject(value: object, run: Run): number {
    const isList = Array.isArray(value);
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(value);
    const shape = this.#shapeFor(value, run);
    let weight = this.#allows[isList ? 'array' : 'object'] ? 0 : MISFIT;
    // Each member counts as undescribed, so that a schema with more properties wins.
    if (shape.isOpen) return weight + names.length;
    for (const name of names)
      weight += weightOf(members[name], isList ? shape.itemsAt(Number(name)) : shape.membersAt(name), run);
    if (!isList) for (const name of shape.required) if (!Object.hasOwn(value, name)) weight += MISFIT;
    return weight;
  }

  #shapeFor(value: object, run: Run): Shape<Filter> {
    const { id, parts, isDescribed } = this.#choose(value, run);
    const known = this.#shapes.get(id);
    if (known !== undefined) return known;
    const shape = shapeOf(parts, isDescribed, this.filterOf);
    this.#shapes.set(id, shape);
    return shape;
  }

  #choose(
    value: object,
    run: Run,
  ): { readonly id: string; readonly parts: readonly Schema[]; readonly isDescribed: boolean } {
    const alternatives = this.#alternativesOf();
    let isDescribed = this.#mayBe(value);
    let id = isDescribed ? '' : '!';
    if (alternatives.length === 0) return { id, parts: this.#parts, isDescribed };
    const parts = [...this.#parts];
    for (const { branches, isExhaustive } of alternatives) {
      const branch = bestOf(branches, value, run, this.#tagsOf(branches));
      if (branch === undefined) {
        isDescribed &&= !isExhaustive;
        id += ';';
        continue;
      }
      const choice = branch.#choose(value, run);
      isDescribed &&= choice.isDescribed;
      id += `${branches.indexOf(branch)}(${choice.id});`;
      parts.push(...choice.parts);
    }
    return { id, parts, isDescribed };
  }

  /**
   * Returns false if the constants of every branch of a union refuse the object, as an unknown discriminator
   * does, and for a missing discriminator.
   */
  #hasBranch(value: object): boolean {
    return this.#alternativesOf().every(
      ({ branches, isExhaustive }) =>
        !isExhaustive ||
        (branches.some(
          (branch) => !branch.#hasConstants || (branch.mayDescribe(value) && branch.fitsConstants(value)),
        ) &&
          (Array.isArray(value) || this.#tagsOf(branches).every((name) => Object.hasOwn(value, name)))),
    );
  }

  get #hasConstants(): boolean {
    return this.#constants.length > 0;
  }

  /** Returns the members that select a branch, as a discriminator does. */
  #tagsOf(branches: readonly Filter[]): readonly string[] {
    const known = this.#tags.get(branches);
    if (known !== undefined) return known;
    const tags = tagsOf(
      branches.map((branch) =>
        branch.#constants.filter(([name]) => branch.#parts.some(({ required }) => required?.includes(name))),
      ),
    );
    this.#tags.set(branches, tags);
    return tags;
  }

  #alternativesOf(): readonly Alternatives<Filter>[] {
    return (this.#alternatives ??= this.#parts.flatMap((part) => alternativesOf(part, this.filterOf)));
  }

  takesScalars(): boolean {
    return (this.#takesScalars ??=
      !this.#parts.some(isStructure) &&
      this.#alternativesOf().every(
        ({ branches, isExhaustive }) => !isExhaustive || branches.some((branch) => branch.takesScalars()),
      ));
  }

  /**
   * Returns whether the schema may describe the value: an object for an object schema, an array for an array
   * schema. It also returns true for the reverse, which class-transformer accepts.
   */
  mayDescribe(value: object): boolean {
    return this.#allowsContainers && this.#mayBe(value);
  }

  #mayBe(value: object): boolean {
    return this.#listed.every((listed) => this.checker.accepts(listed, value) !== false);
  }

  accepts(value: unknown, run: Run): boolean {
    return this.checker.compile(this.schema).test(value, run.check) !== false;
  }

  fitsConstants(value: object): boolean {
    return Array.isArray(value) || fitsConstants(value as Readonly<Record<string, unknown>>, this.#constants);
  }

  /** Returns whether the object has the constant of one of the members. */
  hasTag(value: object, names: readonly string[]): boolean {
    return this.#constants.some(
      ([name, values]) =>
        names.includes(name) && values.has((value as Readonly<Record<string, unknown>>)[name]),
    );
  }

  #filterItems(items: readonly unknown[], shape: Shape<Filter>, run: Run): unknown {
    let changed: unknown[] | undefined;
    for (const [index, item] of items.entries()) {
      if (item === null) continue;
      // In a map, each item is validated as a value of the map.
      const filters = shape.describesItems ? shape.itemsAt(index) : shape.membersAt(String(index));
      if (filters !== undefined && !needsFilter(item, filters)) continue;
      run.path.push(String(index));
      const filtered = filters === undefined ? this.apply(item, run) : through(filters, item, run);
      run.path.pop();
      if (filtered === item) continue;
      changed ??= [...items];
      changed[index] = filtered;
    }
    return changed ?? items;
  }
}

function filterMembers(object: Readonly<Record<string, unknown>>, shape: Shape<Filter>, run: Run): unknown {
  if (shape.describesItems && !shape.describesMembers) return through(shape.itemsAt(0), object, run);
  const names = Object.keys(object);
  let copy: Record<string, unknown> | undefined;
  for (const [index, name] of names.entries()) {
    const value = object[name];
    const filtered = filterMember(name, value, shape, run);
    if (copy === undefined && filtered === value) continue;
    copy ??= Object.fromEntries(names.slice(0, index).map((before) => [before, object[before]]));
    if (filtered !== REMOVED) setMember(copy, name, filtered);
  }
  return copy ?? object;
}

/** @param filters undefined for a member that the schema does not describe */
function weightOf(value: unknown, filters: readonly Filter[] | undefined, run: Run): number {
  if (filters === undefined) return 1;
  let weight = 0;
  for (const filter of filters) weight += filter.weigh(value, run);
  return weight;
}

/** The result for a member that the filter removes. */
const REMOVED = Symbol('removed');

function filterMember(name: string, value: unknown, shape: Shape<Filter>, run: Run): unknown {
  const filters = shape.membersAt(name);
  if (filters !== undefined && !needsFilter(value, filters)) return value;
  run.path.push(name);
  const isKept = filters !== undefined || run.onUnknown(run.path, shape.isForbidding);
  const filtered = isKept ? through(filters ?? [], value, run) : REMOVED;
  run.path.pop();
  return filtered;
}

function needsFilter(value: unknown, filters: readonly Filter[]): boolean {
  return value !== null && (typeof value === 'object' || filters.some((filter) => !filter.takesScalars()));
}

function through(filters: readonly Filter[], value: unknown, run: Run): unknown {
  let filtered = value;
  for (const filter of filters) filtered = filter.apply(filtered, run);
  return filtered;
}

function bestOf(
  branches: readonly Filter[],
  value: object,
  run: Run,
  tags: readonly string[],
): Filter | undefined {
  const possible = branches.filter((branch) => branch.mayDescribe(value));
  const fitting = possible.filter((branch) => branch.fitsConstants(value));
  // Beside another constant that refuses the value, a tag still selects its branch.
  const tagged = fitting.length > 0 ? fitting : possible.filter((branch) => branch.hasTag(value, tags));
  const nearest = tagged.length > 0 ? tagged : possible;
  if (nearest.length < 2) return nearest[0];
  const accepting = nearest.filter((branch) => branch.accepts(value, run));
  const candidates = accepting.length > 0 ? accepting : nearest;
  if (candidates.length < 2) return candidates[0];
  let best: Filter | undefined;
  let least = Infinity;
  for (const branch of candidates) {
    const weight = branch.weigh(value, run);
    if (weight < least) [best, least] = [branch, weight];
    if (least === 0) break;
  }
  return best;
}
