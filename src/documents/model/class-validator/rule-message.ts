import type { ValidationArguments } from 'class-validator';
import type { Constraint, ValidationMetadata } from './metadata.js';

export interface RefusedValue {
  readonly object: object;
  readonly value: unknown;
}

/**
 * Returns class-validator's message of a rule that refused a value. If the rule's own message is not a text,
 * for example because its function returns undefined, the default message applies. class-validator throws, or
 * has no message.
 */
export function messageOf(
  metadata: ValidationMetadata,
  constraint: Constraint['instance'] | undefined,
  { object, value }: RefusedValue,
  hasDefault: boolean,
): string {
  const targetName = (object.constructor as { readonly name: string } | undefined)?.name;
  const { propertyName: property, constraints } = metadata;
  const args = { targetName, property, object, value, constraints } as ValidationArguments;
  const { message = '' } = metadata;
  const own: unknown = typeof message === 'function' ? message(args) : message;
  const isUsed = typeof own === 'string' && (typeof message === 'function' || own !== '');
  if (isUsed) return withTokens(own, args);
  const byDefault: unknown = hasDefault ? constraint?.defaultMessage?.(args) : '';
  return typeof byDefault === 'string' ? withTokens(byDefault, args) : '';
}

/**
 * Replaces `$constraint1`, `$value`, `$property` and `$target`, in the order and in the spelling of
 * class-validator.
 */
function withTokens(
  message: string,
  { constraints, value, property, targetName }: ValidationArguments,
): string {
  if (!message.includes('$')) return message;
  let text = message;
  if (Array.isArray(constraints))
    for (const [index, constraint] of constraints.entries())
      text = text.replaceAll(`$constraint${index + 1}`, textOf(constraint));
  if (['string', 'boolean', 'number'].includes(typeof value))
    text = text.replaceAll('$value', value as string);
  return text.replaceAll('$property', property).replaceAll('$target', targetName);
}

function textOf(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ');
  return String(typeof constraint === 'symbol' ? constraint.description : constraint);
}
