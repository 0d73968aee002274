import type { ClassContext, PropertyContext } from './context.js';
import type { PropertyAnnotations } from '../../../decorators/record.js';
import { isCoerced, isWrittenAsOther } from './conversion.js';
import type { Rule, TypeRef } from './types.js';

// Most properties are the same in requests and in responses, so they are decided and written once.

/**
 * Returns whether a view shows a property with rules and a type only as
 * every other such view does. An operation may have validation options of
 * its own, so each option that decides about such a property is looked at.
 */
export function decidesOnce({ facts, view, options }: ClassContext): boolean {
  if (!facts.isTypedOnly || view.groups.length > 0 || view.exposure !== undefined) return false;
  if (options.groups.length > 0 || options.strategy !== 'exposeAll') return false;
  return !DIRECTED_OPTIONS.some((name) => options[name]);
}

/** The options that let a property be another one in requests than in responses. */
const DIRECTED_OPTIONS = [
  'enableImplicitConversion',
  'excludeExtraneousValues',
  'strictGroups',
  'skipMissingProperties',
  'skipUndefinedProperties',
  'skipNullProperties',
] as const;

/** Returns whether no decorator of a property depends on the direction, in views that are common. */
export function isDecidedOnce({ facts, property, running, initial }: PropertyContext): boolean {
  const { key, annotations, apiProperty, fact, accessor } = property;
  if (!facts.isTypedOnly || key === 'constructor' || initial.values[key] !== undefined) return false;
  if ((apiProperty ?? fact ?? accessor) !== undefined) return false;
  if (DIRECTED_ANNOTATIONS.some((name) => annotations[name] !== undefined)) return false;
  if (running.conditions.length > 0 || running.hasCondition) return false;
  if (property.design === Map || isCoerced(property)) return false;
  return !running.hasObjectRule || !running.rules.some((rule) => isWrittenAsOther(rule, property, 'output'));
}

/** The decorators whose effect depends on the direction. */
const DIRECTED_ANNOTATIONS = ['access', 'inputType', 'outputType', 'hidden', 'nullable'] as const;

/** Returns whether the schema of a property is the same in requests and in responses. */
export function isWrittenOnce(
  type: TypeRef,
  rules: readonly Rule[],
  annotations: PropertyAnnotations,
): boolean {
  let items = type;
  while (items.kind === 'array') items = items.items;
  if (!WRITTEN_ONCE.has(items.kind) || annotations.default !== undefined) return false;
  for (const rule of rules) if (rule.entry?.writesNull?.(rule.constraints) === 'responses') return false;
  return true;
}

const WRITTEN_ONCE: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'bigint',
  'enum',
  'object',
  'unknown',
]);
