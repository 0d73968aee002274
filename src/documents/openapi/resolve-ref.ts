import type { Schema } from '../json-schema/schema.js';

/** Finds the schema behind a `$ref`; undefined for one that is not in the document. */
export type Resolve = (ref: string) => Schema | undefined;

const REF = '#/components/schemas/';

/** Finds components by their references. */
export function resolveIn(schemas: Readonly<Record<string, Schema>> = {}): Resolve {
  return (ref) => {
    const name = ref.startsWith(REF) ? ref.slice(REF.length) : '';
    return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  };
}
