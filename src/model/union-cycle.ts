import type { Constructor } from '../base/types.js';
import { classAnnotationsOf } from './annotations.js';
import { resolveLazy, typeRefOfDeclaration } from './type-ref.js';
import type { TypeRef } from './types.js';

type Union = Extract<TypeRef, { kind: 'union' }>;

/** What a class stands for that is a union, without itself. */
export interface OpenUnion {
  readonly type: TypeRef;
  /** The classes that lead back to the class, itself at both ends: `Pet`, `Animal`, `Pet`; empty where none do. */
  readonly cycle: readonly Constructor[];
}

/**
 * A class that stands for a union of itself and others stands for the others: they are put in its place. Where
 * there are none, nothing says what a value is.
 */
export function openUnion(target: Constructor, type: TypeRef): OpenUnion {
  const settled = resolveLazy(type);
  const cycle = settled.kind === 'union' ? wayTo(target, settled, new Set()) : undefined;
  if (settled.kind !== 'union' || cycle === undefined) return { type, cycle: [] };
  const isOther = (member: TypeRef): boolean => !leadsTo(target, member);
  const { discriminator } = settled;
  const others =
    discriminator === undefined
      ? membersOf(settled, target, new Set([target]))
      : settled.anyOf.filter(isOther);
  const kept = discriminator && {
    ...discriminator,
    mapping: discriminator.mapping.filter((entry) => isOther({ kind: 'class', target: entry.target })),
  };
  const open: TypeRef =
    others.length === 0 ? { kind: 'unknown' } : { kind: 'union', anyOf: others, discriminator: kept };
  return { type: open, cycle: [target, ...cycle] };
}

/** The classes on the way from a union back to `target`, through classes that stand for unions only. */
function wayTo(target: Constructor, union: Union, seen: Set<Constructor>): Constructor[] | undefined {
  for (const member of union.anyOf.map(resolveLazy)) {
    if (member.kind === 'union') {
      const way = wayTo(target, member, seen);
      if (way !== undefined) return way;
    }
    if (member.kind !== 'class' || seen.has(member.target)) continue;
    if (member.target === target) return [target];
    seen.add(member.target);
    const inner = unionOf(member.target);
    const way = inner && wayTo(target, inner, seen);
    if (way !== undefined) return [member.target, ...way];
  }
  return undefined;
}

function leadsTo(target: Constructor, member: TypeRef): boolean {
  return wayTo(target, { kind: 'union', anyOf: [member], discriminator: undefined }, new Set()) !== undefined;
}

/** The members, with those of classes on the cycle in their place. */
function membersOf(union: Union, target: Constructor, seen: Set<Constructor>): TypeRef[] {
  return union.anyOf.flatMap((member): TypeRef[] => {
    const settled = resolveLazy(member);
    if (settled.kind === 'union' && leadsTo(target, settled)) return membersOf(settled, target, seen);
    if (settled.kind !== 'class' || !leadsTo(target, settled)) return [member];
    if (seen.has(settled.target)) return [];
    seen.add(settled.target);
    const inner = unionOf(settled.target);
    return inner === undefined ? [] : membersOf(inner, target, seen);
  });
}

/** The union that a class stands for. */
function unionOf(target: Constructor): Union | undefined {
  const { type } = classAnnotationsOf(target);
  const settled = type && resolveLazy(typeRefOfDeclaration(type));
  return settled?.kind === 'union' ? settled : undefined;
}
