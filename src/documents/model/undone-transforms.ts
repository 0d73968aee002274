import { BUFFERS } from '../../shared/bytes.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor, isOrExtends } from '../../shared/values.js';
import type { PropertyContext } from './context.js';
import { transformedOf } from './class-transformer/metadata.js';
import { typeOrUndefined } from './conversion-checks.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import type { TypeRef } from './types.js';

// class-transformer applies @Type to a response, too, and it does so after the @Transform.

/** A type that class-transformer makes of each result of a `@Transform`. */
interface Made {
  /** The values of responses, in messages. */
  readonly sent: string;
  /** The types in a document that have these values. */
  readonly kinds: readonly TypeRef['kind'][];
  /** Their types and formats in a JSON Schema. */
  readonly types: readonly unknown[];
  readonly format?: string;
}

const MADE: ReadonlyMap<unknown, Made> = new Map<unknown, Made>([
  [Date, { sent: 'a date-time', kinds: ['date'], types: ['string'], format: 'date-time' }],
  [Number, { sent: 'a number', kinds: ['number', 'integer'], types: ['number', 'integer'] }],
  [String, { sent: 'a string', kinds: ['string', 'bigint', 'date', 'file'], types: ['string'] }],
  [Boolean, { sent: 'a boolean', kinds: ['boolean'], types: ['boolean'] }],
  ...BUFFERS.map((bytes): [unknown, Made] => [bytes, { sent: 'bytes', kinds: ['file'], types: [] }]),
]);

/**
 * Reports a `@Transform` whose result class-transformer converts to a type that is not the documented one.
 */
export function checkUndone(type: TypeRef, context: PropertyContext): void {
  const { property, transformed, rewritten, place, report } = context;
  if (!transformed || property.type === undefined || property.type.discriminator !== undefined) return;
  const target = typeOrUndefined(property.type);
  const sent = sentInstead(target, type, context);
  if (sent === undefined) return;
  const name = `@Type(() => ${(target as Constructor).name})`;
  const transform = rewritten ? 'the @Transform with toPlainOnly' : 'the @Transform';
  report({
    code: 'transform-undone',
    place,
    message: `class-transformer applies ${name} to what ${transform} returns, so a response has ${sent}, and not what is documented. Replace ${name} by a @Transform with toClassOnly, or document what is sent: @TypeOf(() => ${(target as Constructor).name}, { direction: 'output' }) without @Format.`,
  });
}

/** Returns what a response has instead of the documented type; undefined if it has that. */
function sentInstead(target: unknown, type: TypeRef, context: PropertyContext): string | undefined {
  const { format } = context.property.annotations;
  const result = MADE.get(target);
  if (result !== undefined) return isDocumented(type, format, result) ? undefined : result.sent;
  if (!isConstructor(target) || transformedOf(target).keys.size === 0) return undefined;
  return describesOther(type, target)
    ? `the members of ${target.name} if instanceToPlain writes it`
    : undefined;
}

function isDocumented(type: TypeRef, format: string | undefined, result: Made): boolean {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'unknown':
      return format === undefined || result.format === undefined || format === result.format;
    case 'array':
      return isDocumented(resolved.items, format, result);
    case 'map':
      return isDocumented(resolved.values, format, result);
    case 'union':
      return resolved.anyOf.some((member) => isDocumented(member, format, result));
    case 'enum':
      return resolved.members.every(({ value }) => result.types.includes(typeof value));
    case 'raw':
      return isTyped(resolved.schema, result);
    case 'standard':
      return true;
    default:
      return isKind(resolved.kind, format, result);
  }
}

function isKind(kind: TypeRef['kind'], format: string | undefined, result: Made): boolean {
  if (result.format === undefined) return result.kinds.includes(kind);
  if (format !== undefined) return format === result.format;
  return result.kinds.includes(kind);
}

function isTyped({ type, format }: Readonly<Record<string, unknown>>, result: Made): boolean {
  if (type === undefined) return true;
  if (result.format !== undefined && format !== result.format) return false;
  return [type].flat().some((name) => result.types.includes(name));
}

/** Returns whether `@Type` makes another scalar of each value than a declared type describes. */
export function isMadeOther(
  type: TypeRef,
  { type: transformType, annotations }: PropertyContext['property'],
): boolean {
  if (transformType === undefined || transformType.discriminator !== undefined) return false;
  const result = MADE.get(typeOrUndefined(transformType));
  return result !== undefined && !isDocumented(type, annotations.format, result);
}

/**
 * Returns whether a class or an object is documented whose members are not those of a class with decorators.
 */
function describesOther(type: TypeRef, target: Constructor): boolean {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'array') return describesOther(resolved.items, target);
  if (resolved.kind === 'map') return describesOther(resolved.values, target);
  return resolved.kind === 'class' && !isOrExtends(target, resolved.target);
}
