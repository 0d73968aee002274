import type { PropertyAnnotations } from '../../decorators/record.js';
import { NOTHING_SAID } from './annotations.js';
import { withClass } from './nested-class.js';
import type { NestedShape, PropertyShape, ReadClass } from './property-shape.js';
import type { Direction, PropertyModel } from './types.js';
import { rulesOf } from './validation.js';

/** Of a property like one that was met before; undefined of the first. */
export function modelLikeOthers(
  key: string,
  shape: PropertyShape | NestedShape,
  direction: Direction,
  { facts, rules }: ReadClass,
): PropertyModel | undefined {
  const own = 'target' in shape ? undefined : shape;
  const met = own?.models[direction];
  const alike = met ?? shape.outline?.models[direction];
  if (alike === undefined) return undefined;
  const model = renamed(alike, key, facts.isSilent ? NOTHING_SAID : facts.properties.annotationsOf(key));
  if (met !== undefined) return model;
  const adapted: PropertyModel = {
    ...model,
    type: 'target' in shape ? withClass(model.type, shape.target) : model.type,
    rules: rulesOf(rules.get(key) ?? []),
    shape: own?.identities[direction],
  };
  own?.remember(direction, adapted);
  return adapted;
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
    apiProperty: undefined,
    shape: model.shape,
  };
}
