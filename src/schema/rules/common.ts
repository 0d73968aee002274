import { anything, always, exactly, isScalar, nothing, oneOf, scalarsOf } from './say.js';
import { latitude, latLong, longitude } from './lat-long.js';
import type { RuleTable } from './types.js';

/** class-validator's `common` decorators. They compare by `===`, so only scalars can be met. */
export const commonRules: RuleTable = {
  isDefined: always(anything),
  // Null and absence, which it accepts too, are the property's business.
  isEmpty: always(exactly({ type: 'string', const: '' })),
  isNotEmpty: (_, { type }) => {
    if (type === 'string') return exactly({ type, minLength: 1 });
    return type === undefined ? exactly({ not: { const: '' } }) : anything;
  },
  equals: ([comparison]) => (isScalar(comparison) ? oneOf(scalarsOf([comparison])) : nothing),
  notEquals: ([comparison]) => noneOf([comparison]),
  isIn: ([values]) => (Array.isArray(values) ? oneOf(scalarsOf(values)) : nothing),
  isNotIn: ([values]) => noneOf(Array.isArray(values) ? values : []),
  isLatLong: always(latLong),
  isLatitude: (_, context) => latitude(context),
  isLongitude: (_, context) => longitude(context),
};

function noneOf(values: readonly unknown[]) {
  const scalars = scalarsOf(values);
  if (scalars.length === 0) return anything;
  return exactly({ not: scalars.length === 1 ? { const: scalars[0] } : { enum: scalars } });
}
