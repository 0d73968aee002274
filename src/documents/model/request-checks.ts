import type { ClassContext, PropertyContext } from './context.js';
import { readsMembers } from './accessors.js';
import { acceptsUnsent } from './presence.js';
import { isExposed, jsonNameOf } from './class-transformer/exposure.js';
import type { PropertyFacts } from './class-facts.js';
import type { Report } from '../../shared/diagnostics.js';
import { analyseConditions, type Conditions } from './class-validator/conditions.js';
import { resultOfCustom } from './class-validator/rule-calls.js';
import { decoratorOf } from '../rules/rule-table.js';
import { fitsType } from './type/rule-fit.js';
import { typeOfDesign } from './type/design-type.js';
import { type SelectedRules, selectionOf } from './validation.js';
import { effectWithoutRules } from './value-checks.js';

// Checks for behaviour of the two libraries that their decorators do not suggest.

/** Checks what class-transformer does with a property of requests. */
export function checkBinding(context: PropertyContext, jsonName: string | undefined): void {
  if (!context.facts.isTypedOnly) {
    checkGroups(context);
    checkExclusion(context, jsonName);
  }
  if (context.property.accessor !== undefined) checkGetter(context);
}

/**
 * Reports a name such as `toString`: class-validator finds
 * the member of `Object.prototype` instead of the rules.
 */
export function reportInheritedName({ property: { key }, place, report }: PropertyContext): void {
  report({
    code: 'inherited-property-name',
    place,
    message: `Every object has a "${key}" already, so validate() throws for each object of this class. Call the property something else, and @Expose({ name: '${key}' }).`,
  });
}

/**
 * Reports groups and versions of a renamed property: in requests, class-transformer looks them up by the JSON
 * name and does not find them.
 */
function checkGroups({ facts, property, place, report }: PropertyContext): void {
  const { key, exposure } = property;
  if (exposure === undefined) return;
  const { name = key, groups, since, until, toPlainOnly = false } = exposure;
  const isLimited = groups !== undefined || since !== undefined || until !== undefined;
  const isRenamed = name !== '' && name !== key;
  if (toPlainOnly || !isLimited || !isRenamed) return;
  if (facts.properties.get(name)?.exposure !== undefined) return;
  report({
    code: 'groups-of-renamed-property',
    place,
    message: `A request sets "${name}" whatever its groups or version: class-transformer ignores those of a property that @Expose renames. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/**
 * Reports an excluded property that `@Expose` renames: in requests, class-transformer compares the exclusion
 * with the JSON name.
 */
function checkExclusion(context: PropertyContext, jsonName: string | undefined): void {
  const { facts, property, place, report } = context;
  const { key } = property;
  const { excluded } = facts.transformation;
  if (jsonName === undefined || !excluded.input.has(key)) return;
  report({
    code: 'excluded-but-bound',
    place,
    message: `A request sets this excluded property as "${jsonName}": class-transformer compares excluded names with those of the request, and @Expose renames this one. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/**
 * Reports a getter of a base class: class-transformer tries to
 * set it, which throws. It skips getters of the class itself.
 */
function checkGetter({ facts, property, view, place, report }: PropertyContext): void {
  const { key, accessor } = property;
  if (accessor?.get === undefined || accessor.set !== undefined) return;
  if (Object.hasOwn(facts.target.prototype as object, key) || !isExposed(facts, key, view)) return;
  report({
    code: 'inherited-getter',
    place,
    message:
      'class-transformer sets this getter of a base class in every request, which throws. Write @Expose({ toPlainOnly: true }), give it a setter, or repeat it in this class.',
  });
}

/**
 * Notes rules that the schema describes in part, because of what runs before them.
 *
 * @param replaced true if the rules see what a `@Transform` or a setter makes of the value
 */
export function noteOpenRules(
  context: PropertyContext,
  { open, exempt }: Conditions,
  replaced: boolean,
): void {
  const { property, running, options } = context;
  const { rules, nested } = running;
  if (rules.length === 0 && nested === 'none') return;
  if (open)
    noteLooser(
      context,
      '@ValidateIf',
      'the condition may depend on other properties, so its rules are left out',
    );
  else if (exempt.length > 0)
    noteLooser(context, '@ValidateIf', 'its condition is tested with typical values of each type only');
  if (replaced)
    noteLooser(
      context,
      property.converts() ? 'the setter' : '@Transform',
      nested === 'none'
        ? 'the rules check the value that it makes of the one in the request'
        : nestedReason(context),
    );
  const design = typeOfDesign(property.design);
  const isConverted =
    options.enableImplicitConversion && property.type === undefined && SCALARS.includes(property.design);
  if (
    isConverted &&
    design !== undefined &&
    rules.some((rule) => rule.mayBeOff && !rule.each && !fitsType(rule, design))
  )
    noteLooser(context, 'enableImplicitConversion', 'the rules check the converted value');
}

/**
 * class-transformer converts by `@Type` before the function runs, so it creates no instances of its result.
 */
function nestedReason({ options }: PropertyContext): string {
  const effect = effectWithoutRules(options) ?? 'validates no object';
  return `class-transformer applies @Type before it, and @ValidateNested ${effect} that it returns without a class, as JSON.parse does. Return instances: plainToInstance(Item, JSON.parse(value))`;
}

const SCALARS: readonly unknown[] = [String, Number, Boolean];

function noteLooser({ place, report }: PropertyContext, detail: string, reason: string): void {
  const message = `${detail}: the schema is looser than the validator: ${reason}.`;
  report({ code: 'looser-rule', place, message, detail });
}

// Each of these diagnostics reports decorators that are valid alone but together reject every request.

export function checkUnsent(context: PropertyContext, isReadOnly: boolean, replaced: boolean): void {
  const { property, running, initial, place, report } = context;
  const { key } = property;
  for (const rule of running.rules)
    if (rule.condition !== undefined && analyseConditions([rule.condition], key).open)
      noteLooser(
        context,
        decoratorOf(rule),
        'requests cannot contain this property, but its validateIf option may require it',
      );
  const { values } = initial;
  const absent = { isMember: key in values, value: values[key] };
  const conditions = analyseConditions(running.conditions, key, absent);
  noteOpenRules(context, conditions, replaced);
  const { exemptsAbsence } = conditions;
  if (isComputed(context)) return;
  if (acceptsUnsent(values[key], context, exemptsAbsence)) {
    const isOptional = running.optional && (values[key] === undefined || values[key] === null);
    if (!exemptsAbsence && !isOptional) noteCustomRules(context, values[key]);
    return;
  }
  report(
    isReadOnly
      ? {
          code: 'read-only-but-required',
          place,
          message:
            'Your own validation rejects requests without this @ReadOnly property. Add @IsOptional(), put its rules into a group of their own, or write the endpoint as an operation, which ignores them.',
        }
      : {
          code: 'left-out-but-required',
          place,
          message:
            'This property is left out of requests, but validation rejects its absence, so no request passes. Add @IsOptional(), correct its default, or put its rules into a group of their own.',
        },
  );
}

/** Returns whether a getter computes the value from members of the request, which no invented one shows. */
function isComputed({ facts, property: { accessor } }: PropertyContext): boolean {
  return accessor?.get !== undefined && accessor.set === undefined && readsMembers(facts.target, accessor);
}

/** Notes rules of the application that decide about a property which requests cannot contain. */
function noteCustomRules(context: PropertyContext, initial: unknown): void {
  for (const rule of context.running.rules)
    if (rule.custom && resultOfCustom(rule, initial) === undefined)
      noteLooser(
        context,
        decoratorOf(rule),
        'requests cannot contain this property, but the rule is custom and may reject its initial value',
      );
}

export function checkRules(context: ClassContext, selected: SelectedRules): void {
  const { facts, view, options, report } = context;
  if (!options.forbidUnknownValues || selected.declared.size === 0 || selected.running.size > 0) return;
  const { groups } = selectionOf(facts.target, view, options);
  report({
    code: 'no-rule-in-groups',
    place: facts.name,
    message: `No rule of this class runs for ${groups.length === 0 ? 'requests without groups (strictGroups)' : `the groups ${groups.join(', ')}`}, so validation rejects every request. Add the groups to a rule, or { always: true }.`,
  });
}

export function checkWhitelisted(
  { annotations, apiProperty }: Pick<PropertyFacts, 'annotations' | 'apiProperty'>,
  forbids: boolean,
  place: string,
  report: Report,
): void {
  // Requests need not contain a read-only property.
  if (!forbids && (annotations.access ?? apiProperty?.access) === 'readOnly') return;
  const effect = forbids
    ? 'forbidNonWhitelisted rejects requests that have it, and it is not documented'
    : 'whitelist removes it from requests, although it is documented';
  report({
    code: 'property-not-whitelisted',
    place,
    message: `This property has no decorator of class-validator, so ${effect}. Add @Allow() or a rule.`,
  });
}

/**
 * Reports members without a rule that every new instance has, although no request sent them: class fields
 * (compiled for ES2022 or later) and absent properties with `@Expose`.
 */
export function checkUnsentMembers(context: ClassContext, selected: SelectedRules): void {
  const { facts, initial, options, report } = context;
  const setsAbsent = options.exposeUnsetFields && !options.exposeDefaultValues;
  const exposed = setsAbsent
    ? [...facts.properties.values()].filter((property) => isSetIn(context, property))
    : [];
  for (const key of new Set([...initial.members, ...exposed.map((property) => property.key)]))
    if (!selected.running.has(key))
      report({
        code: 'unsent-but-rejected',
        place: `${facts.name}.${key}`,
        message:
          'Every new object has this member, and it has no rule, so forbidNonWhitelisted rejects every request, also if it does not contain the member. Add @Allow() or a rule, or write `declare` before a field without a value. Operations remove the member first.',
      });
}

function isSetIn({ facts, view, leavesOut }: ClassContext, property: PropertyFacts): boolean {
  return isExposed(facts, property.key, view) && jsonNameOf(facts, property, view, leavesOut) !== undefined;
}
