import type { TypeRef } from './types.js';

const UNDIRECTED: ReadonlySet<TypeRef['kind']> = new Set([
  ...(['string', 'number', 'integer', 'boolean', 'bigint'] as const),
  ...(['enum', 'object', 'unknown'] as const),
]);

/** Whether values of a type are the same JSON in a request and in a response, whatever the options. */
export function readsAsWritten(type: TypeRef): boolean {
  return type.kind === 'array' ? readsAsWritten(type.items) : UNDIRECTED.has(type.kind);
}
