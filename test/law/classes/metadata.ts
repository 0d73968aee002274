import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import type { Constructor } from '../../../src/shared/types.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { ContractCase } from '../corpus/case.js';

// What the libraries recorded, asked of them and not of the code under test.

interface TypeMetadata {
  readonly reflectedType: unknown;
  readonly typeFunction?: (help: object) => unknown;
  readonly options?: {
    readonly keepDiscriminatorProperty?: boolean;
    readonly discriminator?: {
      readonly property: string;
      readonly subTypes: readonly { readonly name: unknown; readonly value: Constructor }[];
    };
  };
}

interface Exposed {
  readonly propertyName: string;
  readonly options?: {
    readonly name?: string;
    readonly groups?: readonly string[];
    readonly toPlainOnly?: boolean;
    readonly toClassOnly?: boolean;
  };
}

const transformer = defaultMetadataStorage as {
  readonly _transformMetadatas: Map<unknown, Map<string, unknown>>;
  findTypeMetadata(owner: Constructor, key: string): TypeMetadata | undefined;
  findExposeMetadata(owner: Constructor, key: string): Exposed | undefined;
  findExposeMetadataByCustomName(owner: Constructor, name: string): Exposed | undefined;
  getExposedProperties(owner: Constructor, type: number): readonly string[];
  getExcludedProperties(owner: Constructor, type: number): readonly string[];
  findExcludeMetadata(owner: Constructor, key: string): unknown;
  findTransformMetadatas(owner: Constructor, key: string, type: number): readonly unknown[];
};

const TO_CLASS = 0;

export const typeOf = transformer.findTypeMetadata.bind(transformer);
export const exposedBy = transformer.findExposeMetadata.bind(transformer);
export const excludedBy = transformer.findExcludeMetadata.bind(transformer);

/** The property that class-transformer binds a name to. */
export function keyOf(owner: Constructor, name: string): string {
  return transformer.findExposeMetadataByCustomName(owner, name)?.propertyName ?? name;
}

/** The name under which requests are documented to have a property. */
export function nameOfKey(owner: Constructor, key: string): string {
  const { name = '' } = exposedBy(owner, key)?.options ?? {};
  if (name === '') return key;
  const isSet = (keys: readonly string[]): boolean => keys.includes(key);
  const isRead =
    isSet(transformer.getExposedProperties(owner, TO_CLASS)) ||
    isSet(transformer.getExcludedProperties(owner, TO_CLASS));
  return isRead ? name : key;
}

export function isTransformed(owner: Constructor, key: string): boolean {
  return transformer.findTransformMetadatas(owner, key, TO_CLASS).length > 0;
}

/** Runs something while a property has no `@Transform`. */
export async function untransformed<T>(owner: Constructor, key: string, run: () => Promise<T>): Promise<T> {
  const lists = chainOf(owner).flatMap((one) => transformer._transformMetadatas.get(one) ?? []);
  const taken = lists.map((list) => [list, list.get(key)] as const);
  for (const list of lists) list.delete(key);
  try {
    return await run();
  } finally {
    for (const [list, entries] of taken) if (entries !== undefined) list.set(key, entries);
  }
}

/** A decorator of class-validator on a property. */
export interface RuleMetadata {
  readonly name?: string;
  readonly type: string;
  readonly each: boolean;
  readonly constraints?: readonly unknown[];
  readonly validateIf?: (object: unknown, value: unknown) => unknown;
}

/** The decorators of class-validator that run on a property. */
export function rulesOf(
  owner: Constructor,
  key: string,
  { groups }: ContractCase,
  options: ValidationOptions,
): readonly RuleMetadata[] {
  const { always = false, strictGroups = false } = options;
  const selected = [...(groups ?? options.groups ?? [])];
  return getMetadataStorage()
    .getTargetValidationMetadatas(owner, '', always, strictGroups, selected)
    .filter(({ propertyName }) => propertyName === key);
}

export function designOf(owner: Constructor, key: string): unknown {
  return Reflect.getMetadata('design:type', owner.prototype as object, key);
}

/** Whether a setter takes what a request brings. */
export function hasSetter(owner: Constructor, key: string): boolean {
  return chainOf(owner).some(
    ({ prototype }) => Object.getOwnPropertyDescriptor(prototype as object, key)?.set !== undefined,
  );
}

/** A class and those that it extends. */
export function chainOf(owner: Constructor): Constructor[] {
  const base = Object.getPrototypeOf(owner.prototype) as { constructor: Constructor } | null;
  return base === null || base === Object.prototype ? [owner] : [owner, ...chainOf(base.constructor)];
}
