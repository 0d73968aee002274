import { finiteValues, lowerBound, typesIn, upperBound } from './numbers.js';
import type { Prover } from './prover.js';
import type { Schema, SchemaType } from '../../../documents/json-schema/schema.js';
import type { Node } from './translate.js';

/** Whether no value is accepted by both: by their types, listed values, bounds, or a member that tells them apart. */
export function areDisjoint(left: Node, right: Node, prover: Prover, depth = 0): boolean {
  const [a, b] = [prover.to.expand(left), prover.to.expand(right)];
  if (a === false || b === false) return true;
  if (a === true || b === true || depth > 4) return false;
  const common = commonTypes(a, b);
  if (common.length === 0) return true;
  const { validator } = prover;
  for (const [one, other] of [[a, b] as const, [b, a] as const]) {
    if (finiteValues(one)?.every((value) => validator.accepts(other, value) === false) === true) return true;
    // Alternatives: none of them may meet the other.
    const branches = one.anyOf ?? one.oneOf;
    if (branches?.every((branch) => areDisjoint(branch, other, prover, depth + 1)) === true) return true;
  }
  return common.every((type) => {
    if (type === 'object') return haveTellingMember(a, b, prover, depth);
    if (type === 'number' || type === 'integer')
      return lowerBound(a).limit > upperBound(b).limit || lowerBound(b).limit > upperBound(a).limit;
    return false;
  });
}

/** A member that one of them demands, and that no value of can please both. */
function haveTellingMember(a: Schema, b: Schema, prover: Prover, depth: number): boolean {
  const names = [...(a.required ?? []), ...(b.required ?? [])];
  return names.some((name) => {
    const [left, right] = [memberOf(a, name), memberOf(b, name)];
    return left !== undefined && right !== undefined && areDisjoint(left, right, prover, depth + 1);
  });
}

function memberOf(
  { properties = {}, additionalProperties, patternProperties }: Schema,
  name: string,
): Node | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  return patternProperties === undefined ? additionalProperties : undefined;
}

function commonTypes(a: Schema, b: Schema): SchemaType[] {
  const isIn = (types: readonly SchemaType[], type: SchemaType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const [left, right] = [typesIn(a), typesIn(b)];
  return [
    ...left.filter((type) => isIn(right, type)),
    ...right.filter((type) => isIn(left, type) && !left.includes(type)),
  ];
}
