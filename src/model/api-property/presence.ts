import type { Conditions } from '../conditions.js';
import { reportDisagreement } from './disagreement.js';
import { passesUnsent } from '../presence.js';
import type { PropertyModel } from '../types.js';
import type { PropertyWalk } from '../walk.js';

type Presence = Pick<PropertyModel, 'required' | 'nullable' | 'acceptsNull' | 'acceptsAbsence'>;

/** Whether a property must be there and may be null, where @nestjs/swagger's decorators say that too. */
export function withApiPropertyPresence(
  presence: Presence,
  walk: PropertyWalk,
  conditions: Conditions,
): Presence {
  const { apiProperty, annotations } = walk.property;
  if (apiProperty === undefined) return presence;
  const nullable = presence.nullable || (apiProperty.nullable && mayBeNull(presence, walk));
  const ours = annotations.presence !== undefined;
  return {
    ...presence,
    nullable,
    required: ours ? presence.required : isRequired(presence, walk, conditions),
  };
}

function mayBeNull({ acceptsNull }: Presence, walk: PropertyWalk): boolean {
  if (acceptsNull || walk.view.direction === 'output') return true;
  reportDisagreement(
    walk,
    'that it may be null',
    'validation rejects null',
    'Add @IsOptional() or @ValidateIf((_, value) => value !== null), or take nullable away.',
  );
  return false;
}

function isRequired(presence: Presence, walk: PropertyWalk, conditions: Conditions): boolean {
  const { view, validation, initial, property } = walk;
  const { required = false } = property.apiProperty ?? {};
  const isInput = view.direction === 'input';
  // Nothing that runs has a say, but for a value that the class itself gives.
  if (!validation.listed) return required && !(isInput && initial.values[property.key] !== undefined);
  if (!isInput) return presence.required && required;
  if (required === presence.acceptsAbsence && !conditions.open) reportPresence(required, walk);
  return presence.required;
}

function reportPresence(required: boolean, walk: PropertyWalk): void {
  if (required)
    reportDisagreement(
      walk,
      'that it is required, as it does unless told',
      'validation accepts its absence',
      'Write @ApiPropertyOptional() or required: false, or make the validators ask for it.',
    );
  else
    reportDisagreement(
      walk,
      'that it may be left out',
      'validation rejects its absence',
      'Add @IsOptional(), or take required: false away.',
    );
}

/** `readOnly` leaves a property out of requests; where validation asks for it, it stays. */
export function isRequiredThoughReadOnly(walk: PropertyWalk, conditions: Conditions): boolean {
  const { property, validation, view, initial } = walk;
  if (property.apiProperty?.access !== 'readOnly' || view.direction === 'output') return false;
  // Of a condition that asks of other properties nobody knows when it spares this one.
  const known = conditions.open ? { ...conditions, exemptsAbsence: false } : conditions;
  if (passesUnsent(initial.values[property.key], validation, known)) return false;
  reportDisagreement(
    walk,
    'that it is readOnly, so that requests leave it out',
    conditions.open ? 'its rules ask for it under a condition' : 'validation rejects its absence',
    'Add @IsOptional(), or take readOnly away.',
  );
  return true;
}

/** A name for the document only: what travels has the property's own, or @Expose's. */
export function checkApiPropertyName(wireName: string, walk: PropertyWalk): void {
  const { name } = walk.property.apiProperty ?? {};
  if (name === undefined || name === wireName) return;
  reportDisagreement(
    walk,
    `that its name is "${name}"`,
    `what travels is called "${wireName}"`,
    `Add @Expose({ name: '${name}' }), or take the name away.`,
  );
}
