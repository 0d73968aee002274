export { canonical, sameJson } from '../json-schema/canonical.js';
