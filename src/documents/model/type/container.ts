import type { PropertyContext } from '../context.js';
import { declaringClassOf } from '../annotations.js';
import { copiedFrom } from '../class-validator/copies.js';
import type { TypeRef } from '../types.js';
import { refusesLists } from './rule-type.js';
import { resolveLazyOrUnknown } from './type-input-error.js';

/** The types that the compiler records for scalars. */
export const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean]);

/** The values that compilers record for types that do not exist at run time, and for accessors. */
const UNRECORDED: ReadonlySet<unknown> = new Set([undefined, Object, Function]);

const LISTS: ReadonlySet<unknown> = new Set([Array, Set]);

/** Returns whether decorators or the compiler declare a list. */
export function isList({ property, running, declared, declaration }: PropertyContext): boolean {
  if (running.nested === 'each' || declared.hasListRule || property.typeTransform?.each === true) return true;
  // `each` also applies to a value that is not a list.
  const { rules } = running.hasEach ? running : declared;
  if (declared.hasEach) return !SCALARS.has(property.design) && !rules.some(refusesLists);
  if (!LISTS.has(property.design)) return false;
  return declaration !== undefined || property.type !== undefined || !declared.rules.some(refusesLists);
}

/** One value, a list, both, or one value although nothing declares it. */
type Container = 'one' | 'list' | 'either' | 'assumed-one';

/**
 * Returns whether a property with a type of `@Type` has one value or a list. class-transformer converts both,
 * and `@ValidateNested()` validates both, so without a rule only the compiler's type decides. For unions, and
 * for `readonly Item[]` in some compilers, that is `Object`.
 */
export function containerOf(context: PropertyContext, type: TypeRef): Container {
  const { property, declared } = context;
  if (isList(context) || property.type?.reflected === Set) return 'list';
  if (!UNRECORDED.has(property.design) || declared.rules.some(refusesLists)) return 'one';
  const { fact, apiProperty } = property;
  if (fact?.items !== undefined || apiProperty?.type?.form === 'array') return 'list';
  if (fact?.type !== undefined || apiProperty?.type !== undefined) return 'one';
  return withoutRecord(context, type);
}

/**
 * Returns the container of a property without a recorded type. No compiler records a union of classes, and
 * some cannot record the class itself, so both are documented as one value. `Object` has lists, too.
 */
function withoutRecord({ facts, property }: PropertyContext, type: TypeRef): Container {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'unknown' || resolved.kind === 'object') return 'one';
  if (resolved.kind === 'union') return 'assumed-one';
  const owner = declaringClassOf(facts.sources, property.key);
  if (resolved.kind !== 'class' || owner === undefined) return 'either';
  return [owner, ...copiedFrom(owner)].includes(resolved.target) ? 'assumed-one' : 'either';
}
