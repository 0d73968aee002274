import { type TypeTransformed, typeTransformedBy } from '../../../../decorators/registered-types.js';
import type { Constructor } from '../../../shared/types.js';
import { isClass } from '../../../shared/values.js';
import { TypeInputError } from '../type/type-input-error.js';
import type { Direction, DiscriminatorName } from '../types.js';
import { allMetadata, storage, type TransformCall, type TypeEntry } from './storage.js';

export interface Exposure {
  /** The name in JSON; undefined if it is the name in the class. */
  readonly name?: string | undefined;
  /** The groups that have the property; undefined for all. */
  readonly groups?: readonly string[] | undefined;
  /** The first version that has the property. */
  readonly since?: number | undefined;
  /** The first version that lacks it. */
  readonly until?: number | undefined;
  /** True for requests only. */
  readonly toClassOnly?: boolean | undefined;
  /** True for responses only. */
  readonly toPlainOnly?: boolean | undefined;
}

export interface TransformType {
  /**
   * Returns the type. It may return undefined or throw while a circular import is unresolved, and it may read
   * the object that has the property.
   */
  readonly resolve: (object?: object) => unknown;
  /** Returns whether the function reads the object, so that the type differs between objects. */
  readonly isDynamic: () => boolean;
  /** True if `@Type` has a function; without one class-transformer uses `reflected`. */
  readonly declared: boolean;
  /** `design:type` as class-transformer recorded it: `Array`, `Map`, `Set` or another constructor. */
  readonly reflected: unknown;
  /** The classes of a union, by the value of a member. */
  readonly discriminator:
    | {
        readonly property: string;
        readonly subTypes: readonly { readonly value: Constructor; readonly name: DiscriminatorName }[];
        readonly keep: boolean;
      }
    | undefined;
}

export interface Transformation extends Exposure {
  readonly run: (call: TransformCall) => unknown;
}

const TRANSFORMATION: Record<Direction, number> = { input: 0, output: 1 };

export function ownTransformedProperties(target: Constructor): string[][] {
  const lists: string[][] = [];
  for (const map of allMetadata) {
    const own = map.get(target);
    if (own !== undefined) lists.push([...own.keys()].filter((key) => key !== undefined));
  }
  return lists;
}

/** Returns every class with a decorator of class-transformer. */
export function transformedClasses(): readonly unknown[] {
  return allMetadata.flatMap((map) => [...map.keys()]);
}

export interface Transformed {
  /** The properties with a decorator; undefined is a decorator of the class. */
  readonly keys: ReadonlySet<string | undefined>;
  /** True if the only decorator is `@Type`, which does not change the name or presence of a property. */
  readonly isTypedOnly: boolean;
}

export function transformedOf(target: Constructor): Transformed {
  const owners = [target, ...storage.getAncestors(target)];
  let keys: Set<string | undefined> | undefined;
  let isTypedOnly = true;
  for (const map of allMetadata)
    for (const owner of owners) {
      const own = map.get(owner);
      if (own === undefined) continue;
      if (map !== storage._typeMetadatas) isTypedOnly = false;
      for (const key of own.keys()) (keys ??= new Set()).add(key);
    }
  return { keys: keys ?? NO_KEYS, isTypedOnly };
}

const NO_KEYS: ReadonlySet<string | undefined> = new Set();

export function transformTypeOf(target: Constructor, key: string): TransformType | undefined {
  const entry = storage.findTypeMetadata(target, key);
  if (entry === undefined) return undefined;
  const { reflectedType, options } = entry;
  // `@Type()` without a function only makes class-transformer create a Map or a Set.
  const typeFunction = entry.typeFunction ?? (() => reflectedType);
  const discriminator = options?.discriminator as
    | { property: string; subTypes: { value: Constructor; name: DiscriminatorName }[] }
    | undefined;
  return {
    resolve: (object) => staticTypes.get(typeFunction) ?? callType(typeFunction, new TypeHelp(key, object)),
    isDynamic: () => isDynamic(typeFunction, key),
    reflected: reflectedType,
    declared: entry.typeFunction !== undefined,
    discriminator: discriminator && {
      ...discriminator,
      keep: options?.keepDiscriminatorProperty === true,
    },
  };
}

type TypeFunction = NonNullable<TypeEntry['typeFunction']>;

/** The argument of the function of `@Type`, which records what the function reads. */
class TypeHelp {
  isRead = false;
  isNameRead = false;

  constructor(
    private readonly name: string,
    private readonly value: object = {},
  ) {}

  get property(): string {
    this.isNameRead = true;
    return this.name;
  }

  get object(): object {
    this.isRead = true;
    return this.value;
  }

  get newObject(): object {
    this.isRead = true;
    return {};
  }
}

/**
 * Caches the type, because `() => PartialType(Node)` creates a new class at each call and the schema of a
 * recursive class would never end.
 */
const staticTypes = new WeakMap<TypeFunction, unknown>();

function callType(typeFunction: TypeFunction, help: TypeHelp): unknown {
  const given: unknown = typeFunction;
  if (isClass(given))
    throw new TypeInputError(
      '@Type has a class in place of a function.',
      `Write @Type(() => ${given.name}).`,
    );
  const type = typeFunction(help);
  if (!help.isRead && !help.isNameRead && type !== undefined) staticTypes.set(typeFunction, type);
  return type;
}

function isDynamic(typeFunction: TypeFunction, property: string): boolean {
  if (staticTypes.has(typeFunction)) return false;
  const help = new TypeHelp(property);
  try {
    callType(typeFunction, help);
  } catch {
    // The type is not loaded yet. The code that resolves it reports the error.
  }
  return help.isRead;
}

export function exposureOf(target: Constructor, key: string): Exposure | undefined {
  const entry = storage.findExposeMetadata(target, key);
  return entry === undefined ? undefined : (entry.options ?? {});
}

export interface ClassTransformation {
  /** `excludeAll` after `@Exclude()` on the class; undefined lets the options decide. */
  readonly strategy: 'excludeAll' | 'exposeAll' | undefined;
  /** Properties with `@Expose`, by direction; undefined is a decorator of the class. */
  readonly exposed: Readonly<Record<Direction, ReadonlySet<string | undefined>>>;
  /** Excluded properties by direction. A subclass cannot undo an `@Exclude` of its base class. */
  readonly excluded: Readonly<Record<Direction, ReadonlySet<string | undefined>>>;
}

export const NO_TRANSFORMATION: ClassTransformation = {
  strategy: undefined,
  exposed: { input: NO_KEYS, output: NO_KEYS },
  excluded: { input: NO_KEYS, output: NO_KEYS },
};

export function transformationOf(target: Constructor): ClassTransformation {
  const strategy = storage.getStrategy(target);
  return {
    strategy: strategy === 'none' ? undefined : strategy,
    exposed: {
      input: new Set(storage.getExposedProperties(target, TRANSFORMATION.input)),
      output: new Set(storage.getExposedProperties(target, TRANSFORMATION.output)),
    },
    excluded: {
      input: new Set(storage.getExcludedProperties(target, TRANSFORMATION.input)),
      output: new Set(storage.getExcludedProperties(target, TRANSFORMATION.output)),
    },
  };
}

export function transformsOf(
  target: Constructor,
  key: string,
  direction: Direction,
): readonly Transformation[] {
  const type = TRANSFORMATION[direction];
  return storage
    .findTransformMetadatas(target, key, type)
    .filter(({ transformFn }) => typeTransformedBy(transformFn) === undefined)
    .map(({ options, transformFn }) => ({ ...options, run: (call) => transformFn({ type, ...call }) }));
}

/**
 * Returns the conversion of `@Transform(typeTransform(Decimal))`, which does what the registered type does.
 */
export function typeTransformOf(target: Constructor, key: string): TypeTransformed | undefined {
  for (const { transformFn } of storage.findTransformMetadatas(target, key, TRANSFORMATION.input)) {
    const transformed = typeTransformedBy(transformFn);
    if (transformed !== undefined) return transformed;
  }
  return undefined;
}
