import { BUFFERS } from '../../shared/bytes.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor } from '../../shared/values.js';
import { propertyKeysOf } from './annotations.js';
import type { TypeDeclaration } from '../../../decorators/type-input.js';
import type { PropertyContext } from './context.js';
import type { PropertyFacts } from './class-facts.js';
import type { Exposure } from './class-transformer/metadata.js';
import { transformationsIn } from './class-transformer/exposure.js';
import { fitOf } from './type/rule-fit.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import { typeRefOfDeclaration } from './type/type-ref.js';
import { isMadeOther } from './undone-transforms.js';
import type { Conversion, Direction, Rule, TypeRef, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

// The rules check the instance. A conversion between it and JSON makes another value, so in its direction the
// rules do not describe the value in JSON.

const UNCONVERTED: Conversion = { transformed: false, oneWay: false, converted: false, implicit: false };

/** Returns the conversion of a property in one direction. */
export function conversionIn(
  property: PropertyFacts,
  view: View,
  { enableImplicitConversion }: ResolvedValidation,
): Conversion {
  const isInput = view.direction === 'input';
  const transforms =
    property.transforms[view.direction].length === 0 ? [] : transformationsIn(property, view);
  const isSet = isInput && property.converts();
  const transformed = isSet || transforms.length > 0;
  // In responses, a converted value is of the type that the rules already require.
  const converted = transformed || (isInput && isCoerced(property));
  const implicit = isInput && enableImplicitConversion && property.type === undefined;
  if (!converted && !implicit) return UNCONVERTED;
  const isOneWay = ({ toClassOnly, toPlainOnly }: Exposure): boolean =>
    (isInput ? toClassOnly : toPlainOnly) === true;
  return { transformed, oneWay: isSet || transforms.some(isOneWay), converted, implicit };
}

/** Returns whether the rules check another value than the one in JSON. */
export function checksResult({
  property,
  conversion,
}: Pick<PropertyContext, 'property' | 'conversion'>): boolean {
  return conversion.converted || (conversion.implicit && COERCING.has(property.design));
}

const COERCING: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, ...BUFFERS]);

/**
 * Returns whether class-transformer converts a value to the
 * type of `@Type`. It creates instances from objects only.
 */
export function isCoerced({ type }: PropertyFacts): boolean {
  if (type === undefined || type.discriminator !== undefined) return false;
  if (type.reflected === Set || type.reflected === Map) return true;
  try {
    return COERCING.has(type.resolve());
  } catch {
    return false;
  }
}

export function makesDate({ type }: PropertyFacts): boolean {
  try {
    return type?.discriminator === undefined && type?.resolve() === Date;
  } catch {
    return false;
  }
}

const OTHER: Readonly<Record<Direction, Direction>> = { input: 'output', output: 'input' };

const FIELDS = { input: 'inputType', output: 'outputType' } as const;

/** Returns the type that a type decorator of dtospec declares for one direction. */
export function declarationIn(
  { annotations }: Pick<PropertyFacts, 'annotations'>,
  direction: Direction,
): TypeDeclaration | undefined {
  return annotations[FIELDS[direction]] ?? annotations.type;
}

/**
 * Returns the declared type of a view. A type without a direction describes JSON on the other side of a
 * conversion. If it contradicts the rules in a direction without one, the rules describe that direction, and
 * `@Type` describes the values that it makes.
 */
export function declaredTypeIn(context: PropertyContext): TypeDeclaration | undefined {
  const { property, view } = context;
  const { annotations } = property;
  const declared = declarationIn(property, view.direction);
  const isDirected =
    declared !== annotations.type || annotations[FIELDS[OTHER[view.direction]]] !== undefined;
  if (declared === undefined || isDirected || !isConvertedElsewhere(context)) return declared;
  const type = typeRefOfDeclaration(declared);
  // class-transformer applies @Type in both directions.
  const isOther = view.direction === 'output' && isMadeOther(type, property);
  return isOther || contradictsRules(type, context) ? undefined : declared;
}

/** Returns whether a property is converted in the other direction only. */
export function isConvertedElsewhere(context: PropertyContext): boolean {
  const { property, view, options } = context;
  if (checksResult(context)) return false;
  const other = { ...view, direction: OTHER[view.direction] };
  return checksResult({ property, conversion: conversionIn(property, other, options) });
}

function contradictsRules(type: TypeRef, { property, running, view }: PropertyContext): boolean {
  if (running.nested !== 'none' && !mayHoldObjects(type)) return true;
  return running.rules.some(
    (rule) =>
      !rule.mayBeOff &&
      !isWrittenAsOther(rule, property, view.direction) &&
      fitOf(rule, type, view.direction) === 'none',
  );
}

function mayHoldObjects(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return !SCALAR_KINDS.has(resolved.kind) && (resolved.kind !== 'array' || mayHoldObjects(resolved.items));
}

/** Types whose values are scalars in JSON. */
export const SCALAR_KINDS: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'bigint',
  'date',
  'file',
  'enum',
]);

/**
 * Returns whether a response has what the `toJSON` of an object returns, so that a rule about objects does
 * not describe it.
 */
export function isWrittenAsOther(
  { name, custom, constraints, type }: Rule,
  { design }: PropertyFacts,
  direction: Direction,
): boolean {
  if (direction === 'input') return false;
  const isInstance = name === 'isInstance' && !custom;
  if (!isInstance && type !== 'object') return false;
  const target = isInstance ? constraints[0] : design;
  return isConstructor(target) && hasToJson(target) && propertyKeysOf(target).length === 0;
}

function hasToJson({ prototype }: Constructor): boolean {
  return typeof (prototype as { toJSON?: unknown } | undefined)?.toJSON === 'function';
}
