import type { Finding, Report } from '../base/diagnostics.js';
import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import { lostInMapping } from './annotations.js';
import { type ClassFacts, describeClass } from './class-facts.js';
import { metadataOf } from './class-validator/metadata.js';
import { initialValuesOf } from './initial-values.js';
import { modelLikeOthers } from './model-like-others.js';
import { propertyModelOf } from './property-model.js';
import {
  PropertyShapes,
  type NestedShape,
  type PropertyShape,
  type ReadClass,
  type Shapes,
} from './property-shape.js';
import type { ClassModel, PropertyModel, View } from './types.js';
import { reportUnknownKeys } from './unknown-keys.js';
import { checkClosed, checkRules } from './unpassable.js';
import type { ResolvedValidation } from './validation-options.js';
import { type ClassValidation, validationOf } from './validation.js';
import type { ClassWalk } from './walk.js';
import { leavesOutUnexposed } from './wire.js';

/** The view of a class in a direction, without groups or version. */
export function plainView(direction: View['direction']): View {
  return { direction, groups: [], version: undefined };
}

interface ViewWalk extends ClassWalk, ReadClass {
  readonly shapes: Shapes;
}

/** Makes the models of classes. What does not depend on the view is read once for views that are asked for together. */
export function createModeller(
  options: ResolvedValidation,
  report: Report,
): (target: Constructor, view: View) => ClassModel {
  const read = new Recent<Constructor, ReadClass>();
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
    const { facts, initial, rules } = known;
    return modelOf({ facts, initial, rules, view, options: own, shapes: shapes.in(known, view), report });
  };
}

function readClass(target: Constructor, report: Report): ReadClass {
  const facts = describeClass(target);
  return { facts, initial: initialValuesOf(facts, report), rules: metadataOf(target) };
}

function checkClass(facts: ClassFacts, report: Report): void {
  const { target, name, annotations, sources, properties, isSilent } = facts;
  if (properties.size === 0 && annotations.type === undefined && annotations.override === undefined)
    report({
      code: 'class-without-metadata',
      place: name,
      message:
        'No decorator describes a property of this class, so its schema is any object. Decorate its properties.',
    });
  if (isSilent) return;
  for (const { origin, keys } of lostInMapping(sources, properties))
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
  let otherNames = 0;
  facts.properties.keys.forEach((key, index) => {
    const shape = walk.shapes[index];
    const model =
      (shape && modelLikeOthers(key, shape, view.direction, walk)) ??
      modelAlone(key, shape, validation, walk);
    if (model === undefined) return;
    if (model.name !== key) otherNames += 1;
    if (forbids && !validation.runs(key)) checkClosed(`${name}.${key}`, report);
    else properties.push(model);
  });
  // What class-transformer leaves out, validation cannot forbid.
  const closed = (isInput && options.closed) || (forbids && !leavesOutUnexposed(facts, view, options));
  // Keys differ, so only other names can be the same.
  const documented = otherNames === 0 ? properties : withoutTwins(properties, walk);
  return { target, name, view, properties: documented, closed, annotations };
}

function modelAlone(
  key: string,
  shape: PropertyShape | NestedShape | undefined,
  validations: ClassValidation,
  walk: ViewWalk,
): PropertyModel | undefined {
  const { facts, view } = walk;
  const own = shape === undefined || 'target' in shape ? undefined : shape;
  const property = facts.properties.get(key);
  if (property === undefined) return undefined;
  const findings: Finding[] = [];
  const { options, initial } = walk;
  const model = propertyModelOf({
    facts,
    view,
    options,
    initial,
    report: (finding) => findings.push(finding),
    property,
    validation: validations.get(key),
    shape: own?.identities[view.direction],
    place: `${facts.name}.${key}`,
  });
  findings.forEach(walk.report);
  // What is to be said of it names the property, so it is made for each.
  if (model !== undefined && findings.length === 0) {
    own?.remember(view.direction, model);
    shape?.outline?.remember(view.direction, model);
  }
  return model;
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
  return properties.values().find(({ exposure }) => exposure?.name === name)?.key;
}
