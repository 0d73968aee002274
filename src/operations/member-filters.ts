import type { Constructor } from '../shared/types.js';
import { memberFilter } from '../documents/json-schema/member-filter.js';
import type { Schema } from '../documents/json-schema/schema.js';
import type { Resolve } from './request/coerce.js';
import type { UndocumentedProperties, UnknownProperties } from './options.js';
import { type Fault, MOST_FAULTS, pointerTo } from './request/faults.js';

export type FilterRequest = (value: unknown, faults: Fault[]) => unknown;

export type FilterResponse = (json: unknown, refuse: (problem: string) => void) => unknown;

/** @param rulesRefuse true if class-validator itself rejects undocumented members (`forbidNonWhitelisted`) */
export function requestFilter(
  schema: Schema | boolean,
  resolve: Resolve,
  { unknownProperties, rulesRefuse }: { unknownProperties: UnknownProperties; rulesRefuse: boolean },
): FilterRequest {
  if (unknownProperties === 'keep') return (value) => value;
  const filter = memberFilter(schema, resolve);
  return (value, faults) =>
    filter(value, (path, isForbidden) => {
      const isRefused = isForbidden || unknownProperties === 'refuse';
      if (isRefused && faults.length < MOST_FAULTS)
        faults.push({ path: [...path], detail: `${path.at(-1)} is not documented`, rule: 'unknownProperty' });
      // If class-validator checks this member, it reports the fault.
      return isForbidden && rulesRefuse;
    });
}

export function filtersOf(
  create: (target: Constructor) => FilterRequest,
): (target: Constructor) => FilterRequest {
  const filters = new Map<Constructor, FilterRequest>();
  return (target) => {
    const filter = filters.get(target) ?? create(target);
    filters.set(target, filter);
    return filter;
  };
}

export function responseFilter(
  schema: Schema | boolean,
  resolve: Resolve,
  mode: UndocumentedProperties,
): FilterResponse {
  if (mode === 'keep') return (json) => json;
  const filter = memberFilter(schema, resolve);
  return (json, refuse) =>
    filter(
      json,
      (path) => {
        if (mode === 'throw') refuse(`the body contains ${pointerTo(path)}, which is not documented`);
        return false;
      },
      // The text may be JSON of a database column, with undocumented members.
      (path, scalar) => {
        if (mode === 'throw')
          refuse(
            `the body has a ${typeof scalar} at ${pointerTo(path)}, where an object or array is documented`,
          );
        return null;
      },
    );
}
