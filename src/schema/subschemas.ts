export { isSchema, mapSubschemas, mapValues } from '../json-schema/walk.js';
