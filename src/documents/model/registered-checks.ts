import { decoratorOf } from '../rules/rule-table.js';
import type { Constructor } from '../../shared/types.js';
import type { PropertyContext } from './context.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import { innerTypes } from './type/type-ref.js';
import type { Rule, TypeRef } from './types.js';
import { acceptsValue } from './validation.js';

// Checks of properties with a class that registerType describes.

/** Reports rules that refuse every instance, and conversions that nothing does. */
export function checkRegistered(type: TypeRef, context: PropertyContext): void {
  const { conversion, running, options } = context;
  const target = registeredIn(type);
  if (target === undefined || conversion.transformed) return;
  for (const rule of running.rules)
    if (!rule.custom && !rule.mayBeOff && requiresOther(rule)) reportRefused(rule, target, context);
  // Operations parse the value themselves.
  if (!options.openConversions) checkConverted(type, target, context);
}

function registeredIn(type: TypeRef): Constructor | undefined {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'registered') return resolved.registered.target;
  for (const part of innerTypes(resolved)) {
    const target = registeredIn(part);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Returns whether a rule accepts only values of a type that no instance has. */
function requiresOther({ type }: Rule): boolean {
  return type !== undefined && type !== 'array' && type !== 'object';
}

function reportRefused(rule: Rule, { name }: Constructor, { place, report }: PropertyContext): void {
  report({
    code: 'rule-refuses-conversion',
    place,
    detail: decoratorOf(rule),
    message: `${decoratorOf(rule)}: registerType makes an instance of ${name} of each value, which this rule rejects, so no request passes. Use @IsInstance(${name}), or no rule.`,
  });
}

/** Returns whether class-transformer makes instances of the objects in a request by the compiler's type. */
function makesInstance(type: TypeRef, { options, property }: PropertyContext): boolean {
  const resolved = resolveLazyOrUnknown(type);
  if (!options.enableImplicitConversion || property.type !== undefined) return false;
  if (resolved.kind !== 'registered') return false;
  const { type: names } = resolved.registered.input as { readonly type?: unknown };
  return [names].flat().includes('object');
}

/**
 * Reports a property that class-transformer converts, which knows no registered type, or that no rule checks.
 */
function checkConverted(type: TypeRef, { name }: Constructor, context: PropertyContext): void {
  const { property, place, report } = context;
  const isList = resolveLazyOrUnknown(type).kind === 'array';
  const transform = `@Transform(typeTransform(${name}${isList ? ', { each: true }' : ''}))`;
  const rule = `@IsInstance(${name}${isList ? ', { each: true }' : ''})`;
  if (property.typeTransform === undefined)
    report({
      code: 'registered-type-not-parsed',
      place,
      message: `class-transformer converts requests here, and it does not use registerType(${name}), so the handler gets JSON instead of an instance. Add ${transform} and ${rule}, or write the endpoint as an operation, which needs neither.`,
    });
  else if (makesInstance(type, context))
    report({
      code: 'registered-type-not-parsed',
      place,
      message: `With enableImplicitConversion, class-transformer creates ${name} by new ${name}() from each object before typeTransform gets it. Add @Type(() => Object).`,
    });
  else if (acceptsValue(context, isList ? [{}] : {}))
    report({
      code: 'registered-type-not-checked',
      place,
      message: `A value that typeTransform(${name}) cannot parse stays as it is, and no rule rejects it. Add ${rule}.`,
    });
}
