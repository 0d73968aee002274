import type { Constructor } from '../../../shared/types.js';
import type { Direction } from '../types.js';
import { allMetadata, storage, type TransformCall, type TypeEntry } from './storage.js';

/** Options of `@Expose` and `@Exclude` that decide who sees a property. */
export interface Exposure {
  readonly name?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly toClassOnly?: boolean | undefined;
  readonly toPlainOnly?: boolean | undefined;
}

/** A `@Type`, as it stands. */
export interface TransformType {
  /** May be undefined or throw while a circular import is not resolved. It may look at the object that has the property. */
  readonly resolve: (object?: object) => unknown;
  /** Whether the function looks at the object, so that the type differs from one object to the next. */
  readonly isDynamic: () => boolean;
  /** It has a function; without one, class-transformer only follows `reflected`. */
  readonly declared: boolean;
  /** `design:type` as class-transformer saw it: `Array`, `Map`, `Set`, … */
  readonly reflected: unknown;
  readonly discriminator:
    | {
        readonly property: string;
        readonly subTypes: readonly { readonly value: Constructor; readonly name: string }[];
        readonly keep: boolean;
      }
    | undefined;
}

/** A `@Transform`. */
export interface Transformation extends Exposure {
  readonly run: (call: TransformCall) => unknown;
}

/** class-transformer's TransformationType. */
const TRANSFORMATION: Record<Direction, number> = { input: 0, output: 1 };

/** Properties that `target` itself decorates, one list per kind of decorator, each in declaration order. */
export function ownTransformedProperties(target: Constructor): string[][] {
  const lists: string[][] = [];
  for (const map of allMetadata) {
    const own = map.get(target);
    if (own !== undefined) lists.push([...own.keys()].filter((key) => key !== undefined));
  }
  return lists;
}

/** What of class-transformer's stands on a class and on those that it extends. */
export interface Transformed {
  /** Keys of the properties with a decorator; undefined stands for the class. */
  readonly keys: ReadonlySet<string | undefined>;
  /** No decorator but `@Type`, which leaves a property where it is and under its name. */
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

/** The `@Type` of a property, inherited ones included. */
export function transformTypeOf(target: Constructor, key: string): TransformType | undefined {
  const entry = storage.findTypeMetadata(target, key);
  if (entry === undefined) return undefined;
  const { reflectedType, options } = entry;
  // `@Type()` without a function only lets a Map or a Set be made.
  const typeFunction = entry.typeFunction ?? (() => reflectedType);
  const discriminator = options?.discriminator as
    | { property: string; subTypes: { value: Constructor; name: string }[] }
    | undefined;
  return {
    resolve: (object = {}) => typeFunction({ newObject: {}, object, property: key }),
    isDynamic: () => looksAtObject(typeFunction, key),
    reflected: reflectedType,
    declared: entry.typeFunction !== undefined,
    discriminator: discriminator && {
      ...discriminator,
      keep: options?.keepDiscriminatorProperty === true,
    },
  };
}

/** Calls the function once, with objects that note whether they are looked at. */
function looksAtObject(typeFunction: NonNullable<TypeEntry['typeFunction']>, property: string): boolean {
  const help = new ObservedHelp(property);
  try {
    typeFunction(help);
  } catch {
    // A type that is not there yet: whoever resolves it reports that.
  }
  return help.wasLookedAt();
}

/** What class-transformer gives the function of a `@Type`, with a note of whether its objects are looked at. */
class ObservedHelp {
  #looked = false;

  constructor(readonly property: string) {}

  get object(): object {
    return this.#look();
  }

  get newObject(): object {
    return this.#look();
  }

  wasLookedAt(): boolean {
    return this.#looked;
  }

  #look(): object {
    this.#looked = true;
    return {};
  }
}

/** The `@Expose` of a property; `undefined` without one. */
export function exposureOf(target: Constructor, key: string): Exposure | undefined {
  const entry = storage.findExposeMetadata(target, key);
  return entry === undefined ? undefined : (entry.options ?? {});
}

/** What the `@Expose` and `@Exclude` of a class and of its properties, inherited ones too, come to. */
export interface ClassTransformation {
  /** `excludeAll`: only what is exposed takes part; undefined where the class does not say. Not inherited. */
  readonly strategy: 'excludeAll' | 'exposeAll' | undefined;
  /** Keys with an `@Expose` that counts in a direction. */
  readonly exposed: Readonly<Record<Direction, ReadonlySet<string | undefined>>>;
  /** Keys with an `@Exclude` that counts in a direction: a subclass cannot take one back. */
  readonly excluded: Readonly<Record<Direction, ReadonlySet<string | undefined>>>;
}

/** Of a class on which nothing of class-transformer stands but `@Type`, nor on its bases. */
const NO_TRANSFORMATION: ClassTransformation = {
  strategy: undefined,
  exposed: { input: NO_KEYS, output: NO_KEYS },
  excluded: { input: NO_KEYS, output: NO_KEYS },
};

export function transformationOf(target: Constructor, { isTypedOnly }: Transformed): ClassTransformation {
  if (isTypedOnly) return NO_TRANSFORMATION;
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

/** `@Transform`s that run in a direction, of any group and version, in the order they run. */
export function transformsOf(
  target: Constructor,
  key: string,
  direction: Direction,
): readonly Transformation[] {
  const type = TRANSFORMATION[direction];
  return storage.findTransformMetadatas(target, key, type).map(({ options, transformFn }) => ({
    ...options,
    run: (call) => transformFn({ type, ...call }),
  }));
}
