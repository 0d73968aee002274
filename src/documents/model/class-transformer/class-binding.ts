import { type ClassTransformOptions, TransformationType } from 'class-transformer';
import type { Constructor } from '../../../shared/types.js';
import type { DiscriminatorName } from '../types.js';
import { isInView } from './exposure.js';
import { storage, type TransformFunction, type TypeEntry } from './storage.js';
import { transformTypeOf } from './metadata.js';

/** How class-transformer sets a property of an instance from a member of JSON. */
export interface MemberBinding {
  /** The name in JSON. */
  readonly name: string;
  /** The name in the class. */
  readonly key: string;
  /** False for a member that class-transformer leaves out. */
  readonly isRead: boolean;
  /** True if the property is also set for an absent member. */
  readonly isExposed: boolean;
  /** The type of `@Type`, or of the compiler under `enableImplicitConversion`. */
  readonly type: MemberType | undefined;
  /** The functions of `@Transform` that run in this view, in their order. */
  readonly transforms: readonly TransformFunction[];
  /**
   * `never` for a method or an accessor without a setter, which class-transformer does not set; `asked` for
   * an accessor, whose value may be a function.
   */
  readonly isSet: 'always' | 'asked' | 'never';
}

export interface MemberType {
  /** Returns the type of a member; the function of `@Type` may read the object. */
  readonly resolve: (call: TypeCall) => unknown;
  /** True if the function of `@Type` reads the object. */
  readonly isDynamic: boolean;
  /** The class of a list, if it is not an array. */
  readonly Collection: (new () => Set<unknown> | unknown[]) | undefined;
  /** True if the property is a `Map`, whose values have the type. */
  readonly isMap: boolean;
  readonly discriminator: Discriminator | undefined;
}

export interface Discriminator {
  /** The member of JSON that names the class. */
  readonly property: string;
  readonly subTypes: readonly { readonly value: Constructor; readonly name: DiscriminatorName }[];
  /** True if the instance keeps the member (`keepDiscriminatorProperty`). */
  readonly isKept: boolean;
}

export type TypeCall = Parameters<NonNullable<TypeEntry['typeFunction']>>[0];

/**
 * Maximum number of members that a class remembers, since a
 * request chooses the names of undocumented members.
 */
const MAX_MEMBERS = 256;

/** The work of class-transformer on the members of a class, read once. */
export class ClassBinding {
  /** Names of the members that are read even if they are absent. */
  readonly exposed: readonly string[];
  /** True if members without `@Expose` are read. */
  readonly takesOthers: boolean;
  readonly #excluded: ReadonlySet<unknown>;
  #hasFunctions: boolean | undefined;
  readonly #members = new Map<string, MemberBinding>();

  constructor(
    readonly target: Constructor,
    private readonly options: ClassTransformOptions,
    private readonly parsed: ParsedTypes | undefined,
  ) {
    const strategy = storage.getStrategy(target);
    const { excludeExtraneousValues = false, strategy: ofOptions = 'exposeAll' } = options;
    this.takesOthers =
      (strategy === 'none' ? ofOptions : strategy) === 'exposeAll' && !excludeExtraneousValues;
    this.#excluded = new Set(storage.getExcludedProperties(target, TransformationType.PLAIN_TO_CLASS));
    const exposed = storage.getExposedProperties(target, TransformationType.PLAIN_TO_CLASS);
    const names = exposed.flatMap((key) => (key === undefined ? [] : this.#nameOf(key)));
    this.exposed = [...new Set(names)].filter((name) => this.#reads(name));
  }

  #nameOf(key: string): string {
    const { name } = storage.findExposeMetadata(this.target, key)?.options ?? {};
    return typeof name === 'string' && name !== '' ? name : key;
  }

  /** Returns a new instance. */
  create(): Record<string, unknown> {
    const instance = new (this.target as new () => Record<string, unknown>)();
    this.#hasFunctions ??= Object.values(instance).some((value) => typeof value === 'function');
    return instance;
  }

  /** True if new instances have functions of their own, which class-transformer does not replace. */
  get hasFunctions(): boolean {
    return this.#hasFunctions === true;
  }

  #reads(name: string): boolean {
    if (PASSED_OVER.has(name) || this.#excluded.has(name)) return false;
    return isInView(storage.findExposeMetadata(this.target, name)?.options ?? {}, {
      groups: this.options.groups ?? [],
      version: this.options.version,
    });
  }

  #typeOf(key: string): MemberType | undefined {
    const type = typeOf(this.target, key, this.options);
    if (type === undefined || this.parsed === undefined) return type;
    const isImplicit = transformTypeOf(this.target, key) === undefined;
    if (isImplicit && this.parsed.keysOf(this.target).has(key)) return undefined;
    return withoutRegistered(type, this.parsed);
  }

  memberOf(name: string): MemberBinding {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const member = this.#bind(name);
    if (this.#members.size < MAX_MEMBERS) this.#members.set(name, member);
    return member;
  }

  #bind(name: string): MemberBinding {
    const { target, options } = this;
    const key = storage.findExposeMetadataByCustomName(target, name)?.propertyName ?? name;
    return {
      name,
      key,
      isRead: this.#reads(name),
      isExposed: this.exposed.includes(name),
      type: this.#typeOf(key),
      transforms: storage
        .findTransformMetadatas(target, key, TransformationType.PLAIN_TO_CLASS)
        .filter(({ options: own = {} }) =>
          isInView(own, { groups: options.groups ?? [], version: options.version }),
        )
        .map(({ transformFn }) => transformFn),
      isSet: isSet(target.prototype as object, key),
    };
  }
}

/** The values that registered types parse, so that they stay JSON here. */
export interface ParsedTypes {
  readonly isRegistered: (target: unknown) => boolean;
  /** Returns the properties of a class that have such values. */
  readonly keysOf: (target: Constructor) => ReadonlySet<string>;
}

const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

function typeOf(
  target: Constructor,
  key: string,
  { enableImplicitConversion }: ClassTransformOptions,
): MemberType | undefined {
  const type = transformTypeOf(target, key);
  if (type === undefined) {
    if (enableImplicitConversion !== true) return undefined;
    const design: unknown = Reflect.getMetadata('design:type', target.prototype as object, key);
    return design ? { ...UNTYPED, resolve: () => design } : undefined;
  }
  const { reflected, discriminator } = type;
  const ownFunction = storage.findTypeMetadata(target, key)?.typeFunction ?? (() => reflected);
  const isDynamic = type.isDynamic();
  let known: unknown;
  return {
    // A type that does not depend on the object is resolved once.
    resolve: isDynamic ? ownFunction : (call) => (known ??= ownFunction(call)),
    isDynamic,
    Collection: collectionOf(reflected),
    isMap: reflected === Map,
    discriminator: discriminator && {
      property: discriminator.property,
      subTypes: discriminator.subTypes,
      isKept: discriminator.keep,
    },
  };
}

/** Leaves the values of a registered class as they are, in their list or map. */
function withoutRegistered(type: MemberType, { isRegistered }: ParsedTypes): MemberType {
  if (type.discriminator !== undefined) return type;
  const resolve: MemberType['resolve'] = (call) => {
    const target = type.resolve(call);
    return isRegistered(target) ? undefined : target;
  };
  if (type.isDynamic) return { ...type, resolve };
  let known: { readonly target: unknown } | undefined;
  return { ...type, resolve: (call) => (known ??= { target: resolve(call) }).target };
}

const UNTYPED = { isDynamic: false, Collection: undefined, isMap: false, discriminator: undefined };

function collectionOf(reflected: unknown): MemberType['Collection'] {
  if (typeof reflected !== 'function' || reflected === Array) return undefined;
  const prototype: unknown = reflected.prototype;
  const isList = reflected === Set || prototype instanceof Set || prototype instanceof Array;
  return isList ? (reflected as MemberType['Collection']) : undefined;
}

function isSet(prototype: object, key: string): MemberBinding['isSet'] {
  const own = Object.getOwnPropertyDescriptor(prototype, key);
  if (own !== undefined && own.set === undefined) return 'never';
  let holder: object | null = prototype;
  while (holder !== null) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    if (descriptor === undefined) holder = Object.getPrototypeOf(holder) as object | null;
    else if ('value' in descriptor) return typeof descriptor.value === 'function' ? 'never' : 'always';
    else return 'asked';
  }
  return 'always';
}

/** Returns the items in the collection that the compiler recorded for the property. */
export function collected(items: readonly unknown[], { Collection }: MemberType): unknown {
  if (Collection === undefined) return items;
  const collection = new Collection();
  for (const item of items) {
    if (collection instanceof Set) collection.add(item);
    else collection.push(item);
  }
  return collection;
}
