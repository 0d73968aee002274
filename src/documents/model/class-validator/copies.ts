import * as classValidator from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import { memberRulesOf } from './member-rules.js';
import { KINDS, metadataOf, ownMetadataOf, storage, type ValidationMetadata } from './metadata.js';

/**
 * Returns the classes whose rules another library copied to this one, as Nest's mapped types do:
 * `{ ...metadata, target }`.
 * A copy is a plain object that shares its members with the original.
 */
export function copiedFrom(target: Constructor): readonly Constructor[] {
  const copies: ValidationMetadata[] = [];
  for (const metadata of ownMetadataOf(target)) if (!isOriginal(metadata)) copies.push(metadata);
  if (copies.length === 0) return NONE;
  const origins = originIndex();
  const owners = copies.map((metadata) => {
    const identity = identityOf(metadata);
    return identity === undefined ? undefined : origins.get(identity);
  });
  return [...new Set(owners.filter((origin) => origin !== undefined && origin !== target))] as Constructor[];
}

export function isMadeOptional(target: Constructor, key: string): boolean {
  return ownMetadataOf(target).some(
    (metadata) =>
      isOriginal(metadata) && metadata.propertyName === key && metadata.type === KINDS.conditional,
  );
}

const NONE: readonly Constructor[] = [];

function isOriginal(metadata: ValidationMetadata): boolean {
  return Object.getPrototypeOf(metadata) !== Object.prototype;
}

/**
 * Returns an object that identifies one use of a decorator: its array of constraints, or the constraint
 * class, which several uses may share.
 */
function identityOf({ constraints, constraintCls }: ValidationMetadata): object | undefined {
  return constraints ?? (typeof constraintCls === 'function' ? constraintCls : undefined);
}

let index: { readonly size: number; readonly origins: WeakMap<object, Constructor | null> } | undefined;

function originIndex(): { get(identity: object): Constructor | undefined } {
  const { validationMetadatas } = storage;
  if (index?.size !== validationMetadatas.size) {
    const origins = new WeakMap<object, Constructor | null>();
    for (const [target, list] of validationMetadatas)
      for (const metadata of list.filter(isOriginal)) {
        const identity = identityOf(metadata);
        if (identity === undefined) continue;
        const known = origins.get(identity);
        // Two classes share the decorator's use, so it does not identify the class.
        origins.set(identity, known === undefined || known === target ? (target as Constructor) : null);
      }
    index = { size: validationMetadatas.size, origins };
  }
  const { origins } = index;
  return { get: (identity) => origins.get(identity) ?? undefined };
}

export function copyValidation(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  const copied = classValidator.getMetadataStorage();
  const rules = metadataOf(from);
  for (const key of keys)
    for (const metadata of rules.get(key) ?? [])
      copied.addValidationMetadata({ ...metadata, target: to } as never);
}

/** Copies the rules about members that name only the given properties. */
export function copyMemberRules(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  const kept = [...memberRulesOf(from)].filter(([, rule]) => rule.keys.every((key) => keys.has(key)));
  copyValidation(from, to, new Set(kept.map(([key]) => key)));
}

export function makeOptional(target: Constructor, keys: ReadonlySet<string>): void {
  for (const key of keys) classValidator.IsOptional()(target.prototype as object, key);
}
