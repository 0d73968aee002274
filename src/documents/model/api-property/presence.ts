import type { PropertyContext } from '../context.js';
import type { Report } from '../../../shared/diagnostics.js';
import type { Conditions } from '../class-validator/conditions.js';
import type { PropertyFacts } from '../class-facts.js';
import type { Direction, Presence } from '../types.js';

interface Place {
  /** Class and property, for messages. */
  readonly place: string;
  readonly report: Report;
  /** The options of `@ApiProperty` that decorators set; undefined without such options. */
  readonly written: ReadonlySet<string> | undefined;
}

export function reportDisagreement(
  { place, report, written }: Place,
  option: string,
  documented: string,
  runs: string,
  remedy: string,
): void {
  if (written?.has(option) !== true) return;
  report({
    code: 'contradicts-rules',
    place,
    message: `@ApiProperty says ${documented}, but ${runs}, and that is documented. ${remedy}`,
  });
}

export function reportNarrowing({ place, report, written }: Place, option: string): void {
  if (written?.has(option) !== true) return;
  const detail = option === 'type' ? 'a type or an enum' : option;
  report({
    code: 'narrower-than-rules',
    place,
    message: `@ApiProperty gives ${detail}, which is documented, but validation accepts more. A validator would check it.`,
    detail,
  });
}

export function withApiPropertyPresence(
  presence: Presence,
  context: PropertyContext,
  conditions: Conditions,
): Presence {
  const { apiProperty, annotations } = context.property;
  if (apiProperty === undefined) return presence;
  const nullable = presence.nullable || (apiProperty.nullable && mayBeNull(presence, context));
  const ours = annotations.presence !== undefined;
  return {
    ...presence,
    nullable,
    required: ours ? presence.required : isRequired(presence, context, conditions),
  };
}

function mayBeNull({ acceptsNull }: Presence, context: PropertyContext): boolean {
  if (acceptsNull || context.view.direction === 'output') return true;
  reportDisagreement(
    placeIn(context),
    'nullable',
    'that it may be null',
    'validation rejects null',
    'Add @IsOptional() or @ValidateIf((_, value) => value !== null), or remove nullable.',
  );
  return false;
}

function isRequired(presence: Presence, context: PropertyContext, conditions: Conditions): boolean {
  const { view, running, declared, isWhitelisted, initial, property, options } = context;
  const isInput = view.direction === 'input';
  const { access, required: isDocumented = false } = property.apiProperty ?? {};
  const required = isDocumented && !(isInput && access === 'readOnly');
  // @Allow() alone has no effect on validation; it only keeps a property in requests.
  const isOnlyAllowed = declared.rules.length === 0 && running.nested === 'none' && !running.optional;
  // No rule runs: `whitelist` removes the property from requests, or an initial value takes its place.
  const isReplaced = options.whitelist || initial.values[property.key] !== undefined;
  if (!isWhitelisted) return required && !(isInput && isReplaced);
  if (!isInput) return required && (isOnlyAllowed || presence.required);
  if (required === presence.acceptsAbsence && !conditions.open) reportPresence(required, context);
  return presence.required;
}

function reportPresence(required: boolean, context: PropertyContext): void {
  if (required)
    reportDisagreement(
      placeIn(context),
      'required',
      'that it is required, which is its default',
      'validation accepts its absence',
      'Write @ApiPropertyOptional() or required: false, or make the validators require it.',
    );
  else
    reportDisagreement(
      placeIn(context),
      'required',
      'that it may be left out',
      'validation rejects its absence',
      'Add @IsOptional(), or take required: false away.',
    );
}

export function isOtherDirection(
  { annotations, apiProperty }: Pick<PropertyFacts, 'annotations' | 'apiProperty'>,
  direction: Direction,
): boolean {
  if (annotations.access !== (direction === 'input' ? 'readOnly' : 'writeOnly')) return false;
  // No library enforces `@ApiProperty({ readOnly: true })`: a pipe accepts the property, so requests contain
  // it, marked readOnly.
  return apiProperty?.access !== 'readOnly';
}

function placeIn({ place, report, property }: PropertyContext): Parameters<typeof reportDisagreement>[0] {
  return { place, report, written: property.apiProperty?.written };
}

export function checkApiPropertyName(jsonName: string, context: PropertyContext): void {
  const { name } = context.property.apiProperty ?? {};
  if (name === undefined || name === jsonName) return;
  reportDisagreement(
    placeIn(context),
    'name',
    `that its name is "${name}"`,
    `its name in JSON is "${jsonName}"`,
    `Add @Expose({ name: '${name}' }), or take the name away.`,
  );
}
