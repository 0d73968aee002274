export { acceptsNull as takesNull, excludeNull, makeNullable } from '../json-schema/nullable.js';
