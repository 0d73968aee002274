import type { PropertyAnnotations } from '../../decorators/record.js';
import type { Finding, Report } from '../base/diagnostics.js';
import type { Constructor } from '../base/types.js';
import { ruleEntryOf } from '../rules/index.js';
import { lostInMapping } from './annotations.js';
import { describeClass, type ClassFacts, type PropertyFacts } from './class-facts.js';
import { metadataOf } from './class-validator.js';
import { analyseConditions } from './conditions.js';
import { isDeclared } from './exemptions.js';
import { initialValuesOf } from './initial-values.js';
import { checkGetter, checkGroups, checkName } from './pitfalls.js';
import { absentForm, presenceIn } from './presence.js';
import { PropertyShapes, type ReadClass, type ShapesByKey } from './property-shape.js';
import { isCoerced } from './property-type.js';
import { fitsType } from './rule-type.js';
import type { ClassModel, PropertyModel, Rule, TypeRef, View } from './types.js';
import { reportUnknownKeys } from './unknown-keys.js';
import { checkClosed, checkLeftOut, checkMade, checkNested, checkRules } from './unpassable.js';
import type { ResolvedValidation } from './validation-options.js';
import { validationOf, type ClassValidation, type Validation } from './validation.js';
import type { ClassWalk, PropertyWalk } from './walk.js';
import { hasSetter, leavesOutUnexposed, transformationsIn, wireNameOf } from './wire.js';
import { checkWrittenName, isInsistedOn, withWrittenPresence } from './written-presence.js';
import { writtenTypeOf } from './written-type.js';

/** The view of a class in a direction, without groups or version. */
export function plainView(direction: View['direction']): View {
  return { direction, groups: [], version: undefined };
}

interface ViewWalk extends ClassWalk, ReadClass {
  readonly shapes: ShapesByKey;
}

/** Makes the models of classes; what does not depend on the view is read once for each class. */
export function createModeller(
  options: ResolvedValidation,
  report: Report,
): (target: Constructor, view: View) => ClassModel {
  const read = new Map<Constructor, ReadClass>();
  const shapesUnder = new Map<ResolvedValidation, PropertyShapes>();
  return (target, view) => {
    let known = read.get(target);
    if (known === undefined) {
      known = readClass(target, report);
      read.set(target, known);
      checkClass(known.facts, report);
    }
    const own = view.validation ?? options;
    let shapes = shapesUnder.get(own);
    if (shapes === undefined) shapesUnder.set(own, (shapes = new PropertyShapes(own)));
    return modelOf({ view, options: own, shapes: shapes.in(known, view), report, ...known });
  };
}

function readClass(target: Constructor, report: Report): ReadClass {
  const facts = describeClass(target);
  return { facts, initial: initialValuesOf(facts, report), rules: metadataOf(target) };
}

function checkClass({ target, name, annotations, properties }: ClassFacts, report: Report): void {
  if (properties.size === 0 && annotations.type === undefined && annotations.override === undefined)
    report({
      code: 'class-without-metadata',
      place: name,
      message:
        'No decorator describes a property of this class, so its schema is any object. Decorate its properties.',
    });
  for (const { origin, keys } of lostInMapping(target))
    report({
      code: 'mapped-type-without-rules',
      place: name,
      message: `It was made of ${origin.name} by a mapped type of Nest's, which copies what has a rule; nothing tells whether it has ${keys.join(', ')} too, so it is documented without. Take the mapped type of the same name from dtospec, or give them a rule: @Allow().`,
    });
  reportUnknownKeys(target, name, report);
}

/** Everything the decorators of a class say, as one view sees it. */
function modelOf(walk: ViewWalk): ClassModel {
  const { facts, view, options, report } = walk;
  const { target, name, annotations } = facts;
  const validation = validationOf(target, view, options, walk.rules);
  const isInput = view.direction === 'input';
  if (isInput) checkRules(walk, validation);
  const forbids = isInput && options.whitelist && options.forbidNonWhitelisted && validation.size > 0;
  const properties: PropertyModel[] = [];
  for (const property of facts.properties.values()) {
    const model = modelOfShape(property, walk) ?? modelAlone(property, validation, walk);
    if (model === undefined) continue;
    if (forbids && !validation.runs(model.key)) checkClosed(`${name}.${model.key}`, report);
    else properties.push(model);
  }
  // What class-transformer leaves out, validation cannot forbid.
  const closed = forbids && !leavesOutUnexposed(facts, view, options);
  return { target, name, view, properties: withoutTwins(properties, walk), closed, annotations };
}

/** The model that another property of the shape has, under this one's name. */
function modelOfShape(
  { key, annotations }: PropertyFacts,
  { shapes, view }: ViewWalk,
): PropertyModel | undefined {
  const known = shapes.get(key)?.modelIn(view.direction);
  return known && renamed(known, key, annotations);
}

/** Written out: a spread costs more than all else that is done for such a property. */
function renamed(model: PropertyModel, key: string, annotations: PropertyAnnotations): PropertyModel {
  return {
    key,
    name: key,
    type: model.type,
    rules: model.rules,
    required: model.required,
    nullable: model.nullable,
    acceptsNull: model.acceptsNull,
    acceptsAbsence: model.acceptsAbsence,
    nested: model.nested,
    exempt: model.exempt,
    conditional: model.conditional,
    converted: model.converted,
    implicit: model.implicit,
    initial: model.initial,
    annotations,
    written: undefined,
    shape: model.shape,
  };
}

function modelAlone(
  property: PropertyFacts,
  validations: ClassValidation,
  walk: ViewWalk,
): PropertyModel | undefined {
  const { facts, view, shapes } = walk;
  const shape = shapes.get(property.key);
  const findings: Finding[] = [];
  const { options, initial } = walk;
  const model = propertyModelOf({
    facts,
    view,
    options,
    initial,
    report: (finding) => findings.push(finding),
    property,
    validation: validations.get(property.key),
    shape,
    place: `${facts.name}.${property.key}`,
  });
  findings.forEach(walk.report);
  // What is to be said of it names the property, so it is made for each.
  if (model !== undefined && findings.length === 0) shape?.remember(view.direction, model);
  return model;
}

function propertyModelOf(walk: PropertyWalk): PropertyModel | undefined {
  const { facts, property, view, options, validation, shape } = walk;
  const { key, annotations } = property;
  const wireName = wireNameOf(facts, property, view, options);
  checkName(walk);
  checkGroups(walk);
  checkGetter(walk);
  const isInput = view.direction === 'input';
  const initial = walk.initial.values;
  const absent = absentForm(facts, key, view, options, initial);
  const conditions = analyseConditions(validation.conditions, key, absent, listedIn(validation));
  const isOut = isOtherSide(annotations, view) && !isInsistedOn(walk, conditions);
  if (wireName === undefined || annotations.hidden === true || isOut) {
    if (isInput) checkLeftOut(walk);
    return undefined;
  }
  checkWrittenName(wireName, walk);
  const transforms = transformationsIn(property, view);
  const transformed = transforms.length > 0;
  const rewritten = !isInput && transforms.some(({ toPlainOnly }) => toPlainOnly === true);
  const presence = withWrittenPresence(
    presenceIn({ values: initial, absent, conditions, ...walk }),
    walk,
    conditions,
  );
  const implicit = isInput && options.enableImplicitConversion && property.type === undefined;
  const type = writtenTypeOf({ transformed, rewritten, implicit, ...walk }, view);
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
    required: presence.required,
    nullable: presence.nullable,
    acceptsNull: presence.acceptsNull,
    acceptsAbsence: presence.acceptsAbsence,
    nested: validation.nested !== 'none',
    exempt: conditions.exempt.filter((one) => isDeclared(one, property, type)),
    conditional: conditions.open,
    converted: transformed || coerced || hasSetter(property, view),
    implicit,
    initial: isInput && key in absent ? walk.initial.jsonOf(key) : undefined,
    annotations,
    written: writtenIn(walk),
    shape,
  };
}

/** A response is not validated, and of a rule that nobody knows the written keywords may well be what it checks. */
function writtenIn({ property, validation, view }: PropertyWalk): PropertyModel['written'] {
  const { keywords } = property.written ?? {};
  if (keywords === undefined || Object.keys(keywords).length === 0) return undefined;
  const isKnown = validation.rules.every(({ name }) => ruleEntryOf(name) !== undefined);
  const hasRules = validation.rules.length > 0 || validation.nested !== 'none';
  return { keywords, checked: view.direction === 'input' && hasRules && isKnown };
}

/** Where a type decorator tells what travels before a `@Transform`, only rules that can be about it are documented. */
function rulesIn(
  { property, validation }: PropertyWalk,
  type: TypeRef,
  transformed: boolean,
): readonly Rule[] {
  if (!transformed) return validation.rules;
  const isTold = property.annotations.type !== undefined || property.written?.type !== undefined;
  if (!isTold) return type.kind === 'unknown' ? [] : validation.rules;
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

/**
 * Two properties under one wire name. Of a request, class-transformer binds the first that `@Expose` gives it; in a
 * response it writes both, and the later one wins.
 */
function withoutTwins(
  properties: readonly PropertyModel[],
  { facts, view, report }: ViewWalk,
): readonly PropertyModel[] {
  const byName = new Map<string, PropertyModel>();
  for (const property of properties) {
    const { name, key } = property;
    const earlier = byName.get(name);
    const documented =
      earlier !== undefined && view.direction === 'input' && boundKeyOf(facts, name) === earlier.key
        ? earlier
        : property;
    if (earlier !== undefined)
      report({
        code: 'duplicate-property-name',
        place: `${facts.name}.${key}`,
        message: `"${name}" is also the wire name of ${earlier.key}; ${documented.key} is documented. Give one of them another @Expose name.`,
      });
    byName.set(name, documented);
  }
  return byName.size === properties.length ? properties : [...byName.values()];
}

function boundKeyOf({ properties }: ClassFacts, name: string): string | undefined {
  return [...properties.values()].find(({ exposure }) => exposure?.name === name)?.key;
}
