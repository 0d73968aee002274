import type { PropertyAnnotations } from '../../decorators/record.js';
import type { Report } from '../base/diagnostics.js';
import type { Constructor } from '../base/types.js';
import { describeClass, type ClassFacts, type PropertyFacts } from './class-facts.js';
import { analyseConditions } from './conditions.js';
import { typeOfDesign } from './design-type.js';
import { initialValuesOf, type InitialValues } from './initial-values.js';
import { checkGetter, checkGroups, checkName } from './pitfalls.js';
import { absentForm, presenceIn } from './presence.js';
import { isCoerced, propertyTypeOf } from './property-type.js';
import { fitsType } from './rule-type.js';
import type { ClassModel, Exemption, PropertyModel, Rule, TypeRef, View } from './types.js';
import { reportUnknownKeys } from './unknown-keys.js';
import { checkClosed, checkLeftOut, checkMade, checkNested, checkRules } from './unpassable.js';
import type { ResolvedValidation } from './validation-options.js';
import { NO_VALIDATION, validationOf, type Validation } from './validation.js';
import type { ClassWalk, PropertyWalk } from './walk.js';
import { hasSetter, leavesOutUnexposed, transformationsIn, wireNameOf } from './wire.js';

/** The view of a class in a direction, without groups or version. */
export function plainView(direction: View['direction']): View {
  return { direction, groups: [], version: undefined };
}

/** Makes the models of classes; what does not depend on the view is read once for each class. */
export function createModeller(
  options: ResolvedValidation,
  report: Report,
): (target: Constructor, view: View) => ClassModel {
  const read = new Map<Constructor, { readonly facts: ClassFacts; readonly initial: InitialValues }>();
  return (target, view) => {
    let known = read.get(target);
    if (known === undefined) {
      const facts = describeClass(target);
      known = { facts, initial: initialValuesOf(facts, report) };
      read.set(target, known);
      checkClass(facts, report);
    }
    return modelOf({ ...known, view, options: view.validation ?? options, report });
  };
}

function checkClass({ target, name, annotations, properties }: ClassFacts, report: Report): void {
  if (properties.size === 0 && annotations.type === undefined && annotations.override === undefined)
    report({
      code: 'class-without-metadata',
      place: name,
      message:
        'No decorator describes a property of this class, so its schema is any object. Decorate its properties.',
    });
  reportUnknownKeys(target, name, report);
}

/** Everything the decorators of a class say, as one view sees it. */
function modelOf(walk: ClassWalk): ClassModel {
  const { facts, view, options, report } = walk;
  const { target, name, annotations } = facts;
  const validation = validationOf(target, view, options);
  const isInput = view.direction === 'input';
  if (isInput) checkRules(walk, validation);
  const forbids = isInput && options.whitelist && options.forbidNonWhitelisted && validation.size > 0;
  const properties: PropertyModel[] = [];
  for (const property of facts.properties.values()) {
    const { key } = property;
    const place = `${name}.${key}`;
    const model = propertyModelOf({
      ...walk,
      property,
      validation: validation.get(key) ?? NO_VALIDATION,
      place,
    });
    if (model === undefined) continue;
    if (forbids && validation.get(key)?.listed !== true) checkClosed(place, report);
    else properties.push(model);
  }
  // What class-transformer leaves out, validation cannot forbid.
  const closed = forbids && !leavesOutUnexposed(facts, view, options);
  return { target, name, view, properties: withoutTwins(properties, name, report), closed, annotations };
}

function propertyModelOf(walk: PropertyWalk): PropertyModel | undefined {
  const { facts, property, view, options, validation } = walk;
  const { key, annotations } = property;
  const wireName = wireNameOf(facts, property, view, options);
  checkName(walk);
  checkGroups(walk);
  checkGetter(walk);
  const isInput = view.direction === 'input';
  if (wireName === undefined || annotations.hidden === true || isOtherSide(annotations, view)) {
    if (isInput) checkLeftOut(walk);
    return undefined;
  }
  const transforms = transformationsIn(property, view);
  const transformed = transforms.length > 0;
  const rewritten = !isInput && transforms.some(({ toPlainOnly }) => toPlainOnly === true);
  const initial = walk.initial.values;
  const absent = absentForm(facts, key, view, options, initial);
  const conditions = analyseConditions(validation.conditions, key, absent, listedIn(validation));
  const presence = presenceIn({ ...walk, initial, absent, conditions });
  const type = propertyTypeOf({ ...walk, transformed, rewritten });
  if (isInput) {
    if (validation.nested !== 'none') checkNested(type, walk);
    if (!transformed) checkMade(walk);
  }
  const coerced = isInput && isCoerced(property);
  return {
    key,
    name: wireName,
    type,
    rules: conditions.open ? [] : rulesIn(walk, type, transformed),
    ...presence,
    nested: validation.nested !== 'none',
    exempt: conditions.exempt.filter((one) => isDeclared(one, property)),
    conditional: conditions.open,
    converted: transformed || coerced || hasSetter(property, view),
    implicit: isInput && options.enableImplicitConversion && property.type === undefined,
    initial: isInput && key in absent ? walk.initial.jsonOf(key) : undefined,
    annotations,
  };
}

/** A type that is exempt from the rules is documented unless the compiler recorded another one. */
function isDeclared({ type }: Exemption, { design }: PropertyFacts): boolean {
  const declared = typeOfDesign(design);
  if (declared === undefined) return true;
  const jsonType = JSON_TYPES[declared.kind] ?? declared.kind;
  return jsonType === type;
}

const JSON_TYPES: Readonly<Partial<Record<TypeRef['kind'], Exemption['type']>>> = {
  date: 'string',
  bigint: 'string',
  file: 'string',
  class: 'object',
  map: 'object',
};

/** Where a type decorator tells what travels before a `@Transform`, only rules that can be about it are documented. */
function rulesIn(
  { property, validation }: PropertyWalk,
  type: TypeRef,
  transformed: boolean,
): readonly Rule[] {
  if (!transformed) return validation.rules;
  if (property.annotations.type === undefined) return type.kind === 'unknown' ? [] : validation.rules;
  return validation.rules.filter((rule) => fitsType(rule, type));
}

/** Values that the rules name: a condition may well compare with one of them. */
function listedIn({ conditions, rules }: Validation): readonly unknown[] {
  if (conditions.length === 0) return [];
  return rules
    .flatMap(({ constraints }) => constraints.flat())
    .flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [value],
    );
}

function isOtherSide(annotations: PropertyAnnotations, view: View): boolean {
  return annotations.access === (view.direction === 'input' ? 'readOnly' : 'writeOnly');
}

/** Two properties under one wire name: class-transformer writes both, the later one wins. */
function withoutTwins(
  properties: readonly PropertyModel[],
  name: string,
  report: Report,
): readonly PropertyModel[] {
  const byName = new Map<string, PropertyModel>();
  for (const property of properties) {
    const earlier = byName.get(property.name);
    if (earlier !== undefined)
      report({
        code: 'duplicate-property-name',
        place: `${name}.${property.key}`,
        message: `"${property.name}" is also the wire name of ${earlier.key}; the later one is documented. Give one of them another @Expose name.`,
      });
    byName.set(property.name, property);
  }
  return byName.size === properties.length ? properties : [...byName.values()];
}
