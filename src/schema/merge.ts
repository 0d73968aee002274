export { intersect } from '../json-schema/intersect.js';
export { FALSE_SCHEMA as NOTHING } from '../json-schema/never.js';
