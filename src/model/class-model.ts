import type { Report } from '../diagnostic.js';
import { classAnnotationsOf, propertyAnnotationsOf, propertyKeysOf } from './annotations.js';
import { validationOf, type Validation } from './class-validator.js';
import { analyseConditions, type Scalar } from './conditions.js';
import { initialValuesOf } from './initial-values.js';
import { keepsValue } from './kept-type.js';
import { checkGetter, checkGroups, checkName } from './pitfalls.js';
import { absentForm, presenceIn } from './presence.js';
import { isCoerced, propertyTypeOf } from './property-type.js';
import type { ClassModel, Constructor, PropertyAnnotations, PropertyModel, View } from './types.js';
import { reportUnknownKeys } from './unknown-keys.js';
import { checkMade, checkLeftOut, checkNested } from './unpassable.js';
import { isTransformed, isWritten, wireNameOf } from './wire.js';

/** The view of a class in a direction, without groups or version. */
export function plainView(direction: View['direction']): View {
  return { direction, groups: [], version: undefined };
}

const NO_VALIDATION: Validation = {
  rules: [],
  declaredRules: [],
  nested: 'none',
  optional: false,
  conditions: [],
  accepts: () => true,
};

/** The metadata walker: everything the decorators of a class say, as one view sees it. */
export function classModelOf(target: Constructor, view: View, report: Report): ClassModel {
  const annotations = classAnnotationsOf(target);
  const name = annotations.name ?? componentName(target.name);
  const validation = validationOf(target, view);
  const initial = initialValuesOf(target, name, report);
  const keys = propertyKeysOf(target);
  if (keys.length === 0 && annotations.type === undefined && annotations.override === undefined)
    report({
      code: 'class-without-metadata',
      severity: 'warning',
      place: name,
      message:
        'No decorator describes a property of this class, so its schema is any object. Decorate its properties.',
    });
  reportUnknownKeys(target, name, report);
  const properties = keys.flatMap((key) => {
    const property = propertyModelOf(key, {
      target,
      view,
      name,
      initial,
      report,
      validation: validation.get(key) ?? NO_VALIDATION,
    });
    return property === undefined ? [] : [property];
  });
  return { target, name, view, properties: settleNames(properties, name, report), annotations };
}

interface Walk {
  readonly target: Constructor;
  readonly view: View;
  /** The class's name, for diagnostics. */
  readonly name: string;
  /** What the class itself puts into a new instance. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly validation: Validation;
  readonly report: Report;
}

function propertyModelOf(key: string, walk: Walk): PropertyModel | undefined {
  const { target, view, validation } = walk;
  const annotations = propertyAnnotationsOf(target, key);
  const wireName = wireNameOf(target, key, view);
  const place = `${walk.name}.${key}`;
  checkName({ ...walk, key, place });
  checkGroups({ ...walk, key, place });
  checkGetter({ ...walk, key, place });
  if (wireName === undefined || annotations.hidden === true || isOtherSide(annotations, view)) {
    if (view.direction === 'input') checkLeftOut({ ...walk, key, place });
    return undefined;
  }
  const transformed = isTransformed(target, key, view);
  const written = isWritten(target, key, view);
  const absent = absentForm(target, key, view, walk.initial);
  const conditions = analyseConditions(validation.conditions, key, absent);
  const presence = presenceIn({ ...walk, key, annotations, conditions, absent, transformed, written, place });
  const { type, hidden } = propertyTypeOf({ ...walk, key, annotations, transformed, place });
  const coerced = isCoerced(target, key);
  const isSeen = (value: Scalar): boolean =>
    !transformed || keepsValue(value, type, { target, key, view, coerced });
  if (view.direction === 'input') {
    if (validation.nested !== 'none') checkNested(type, { ...walk, key, place });
    checkMade({ ...walk, key, place }, transformed);
  }
  return {
    key,
    name: wireName,
    type,
    rules: hidden || conditions.open ? [] : validation.rules,
    freeValues: hidden ? [] : conditions.freeValues.filter(isSeen),
    ...presence,
    nested: validation.nested !== 'none',
    conditional: conditions.open,
    transformed,
    written,
    coerced,
    annotations,
  };
}

function isOtherSide(annotations: PropertyAnnotations, view: View): boolean {
  return annotations.access === (view.direction === 'input' ? 'readOnly' : 'writeOnly');
}

/** Two properties under one wire name: class-transformer writes both, the later one wins. */
function settleNames(
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
        severity: 'warning',
        place: `${name}.${property.key}`,
        message: `"${property.name}" is also the wire name of ${earlier.key}; the later one is documented. Give one of them another @Expose name.`,
      });
    byName.set(property.name, property);
  }
  return [...byName.values()];
}

/** A class expression may have no name, and a name may hold characters that a component's key may not. */
export function componentName(name: unknown): string {
  // A static member called `name` hides the class's own.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}
