import type { SchemaFault } from '../../documents/json-schema/checker/assertion.js';
import { pointerTo } from '../../shared/json-pointer.js';
import { type Fault, subjectOf } from './faults.js';

/** Keywords that refuse a member because the schema does not name it. */
const CLOSED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Converts a fault of a schema. Its detail begins with the place, like the messages of class-validator. */
export function faultOf({ path, keyword, message }: SchemaFault): Fault {
  return {
    path,
    detail: `${subjectOf(path)} ${message}`,
    rule: CLOSED.has(keyword) ? 'unknownProperty' : keyword,
  };
}

/**
 * Adds the faults of the schema to those of class-validator. Where both refuse, class-validator's message remains. A member
 * that cannot be converted has no rule, so the schema's message remains.
 */
export function mergeFaults(ofSchema: readonly Fault[], ofRules: readonly Fault[] = []): readonly Fault[] {
  if (ofSchema.length === 0) return ofRules;
  const isExplained = ({ rule, path }: Fault): boolean =>
    rule === undefined && path.length > 0 && ofSchema.some((fault) => isWithin(fault.path, path));
  const others = ofRules.filter((fault) => !isExplained(fault));
  const refused = new Set<string>();
  const above = new Set<string>();
  for (const { path } of others) {
    refused.add(pointerTo(path));
    for (let length = 0; length < path.length; length += 1) above.add(pointerTo(path.slice(0, length)));
  }
  const isTold = (path: readonly string[]): boolean => {
    const whole = pointerTo(path);
    if (refused.has(whole) || above.has(whole)) return true;
    for (let length = 1; length < path.length; length += 1)
      if (refused.has(pointerTo(path.slice(0, length)))) return true;
    return false;
  };
  return [...ofSchema.filter(({ path }) => !isTold(path)), ...others];
}

function isWithin(path: readonly string[], above: readonly string[]): boolean {
  return above.every((key, index) => path[index] === key);
}
