import type { ValidationArguments } from 'class-validator';
import type { Constraint, ValidationMetadata } from './metadata.js';

export interface RefusedValue {
  readonly object: object;
  readonly value: unknown;
}

/** Returns class-validator's message of a rule that refused a value. */
export function messageOf(
  metadata: ValidationMetadata,
  constraint: Constraint['instance'] | undefined,
  { object, value }: RefusedValue,
  hasDefault: boolean,
): string {
  const targetName = (object.constructor as { readonly name: string } | undefined)?.name;
  const { propertyName: property, constraints } = metadata;
  const args = { targetName, property, object, value, constraints } as ValidationArguments;
  let message = metadata.message ?? '';
  if (message === '' && hasDefault) message = constraint?.defaultMessage?.(args) ?? '';
  return withTokens(typeof message === 'function' ? message(args) : message, args);
}

/** Replaces `$constraint1`, `$value`, `$property` and `$target`, in the order and in the spelling of class-validator. */
function withTokens(
  message: unknown,
  { constraints, value, property, targetName }: ValidationArguments,
): string {
  if (typeof message !== 'string' || !message.includes('$')) return message as string;
  let text: string = message;
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
