import type { SchemaFault } from '../../documents/json-schema/checker/assertion.js';
import { FaultPaths } from './fault-paths.js';
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
 * Adds the faults of the schema to those of class-validator. Where both refuse, class-validator's message
 * remains. A member that cannot be converted has no rule, so the schema's message remains.
 */
export function mergeFaults(ofSchema: readonly Fault[], ofRules: readonly Fault[] = []): readonly Fault[] {
  if (ofSchema.length === 0) return ofRules;
  if (ofRules.length === 0) return ofSchema;
  const ofMembers = new FaultPaths(ofSchema);
  const others = ofRules.filter(
    ({ rule, path }) => rule !== undefined || path.length === 0 || !ofMembers.hasWithin(path),
  );
  const told = new FaultPaths(others);
  return [...ofSchema.filter(({ path }) => !told.tells(path)), ...others];
}
