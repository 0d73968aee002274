import type { Schema } from '../schema.js';

/** A Schema Object of OpenAPI 3.0: keywords by name, for it is no JSON Schema. */
export type Schema30 = Record<string, unknown>;

/** Finds the schema behind a `$ref`, before or after it was downgraded. */
export type Resolve = (ref: string) => Schema | undefined;
