import type { Checker } from '../../documents/json-schema/checker/checker.js';
import { memberFilter } from '../../documents/json-schema/member-filter.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { pointerTo } from '../../shared/json-pointer.js';
import type { UndocumentedProperties } from '../operation-options.js';

/** @param refuse throws the error of a response that cannot be sent */
export type FilterResponse = (json: unknown, refuse: (problem: string) => never) => unknown;

/** Creates the filter of a response's members, for the values that no class has filtered. */
export function responseFilter(
  schema: Schema | boolean,
  checker: Checker,
  mode: UndocumentedProperties,
): FilterResponse {
  if (mode === 'keep') return (json) => json;
  const filter = memberFilter(schema, checker);
  return (json, refuse) =>
    filter.apply(json, {
      onUnknown: (path) => {
        if (mode === 'throw') refuse(`the body contains ${pointerTo(path)}, which is not documented`);
        return false;
      },
      // The text may be JSON of a database column, with undocumented members.
      onScalar: (path, scalar) => {
        if (mode === 'throw')
          refuse(
            `the body has a ${typeof scalar} at ${pointerTo(path)}, where an object or array is documented`,
          );
        return null;
      },
      // Members of the wrong class would leave.
      onNoBranch: (path) =>
        refuse(`no documented alternative has the constants of the object at ${pointerTo(path)}`),
    });
}
