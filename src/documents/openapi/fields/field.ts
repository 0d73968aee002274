import type { Check } from '../../../shared/checks.js';
import type { OpenApiVersion } from '../config.js';

// The tables of fields: what each object of OpenAPI has in which version, what it may hold, and what says the same in
// the versions before. A new version is one file beside openapi-3-2.ts.

/** One field of an object. */
export interface Field extends Check {
  /** Without it the object cannot stand in a document. */
  readonly required?: true;
  /** Objects that are written by hand as they stand in the document: each is gone through by its own table. */
  readonly inside?: Inside;
  readonly otherwise?: Otherwise;
}

/** Which objects a field holds: one, an array of them, or many by name. */
export interface Inside {
  readonly object: string;
  readonly as: 'one' | 'list' | 'map';
}

/**
 * What says the same in a version that lacks the field: fields of the same object. Undefined where nothing does: the
 * field is left out then, and a diagnostic tells.
 *
 * @param given the object that has the field
 */
export type Otherwise = (
  value: unknown,
  given: Readonly<Record<string, unknown>>,
  openapi: OpenApiVersion,
) => Readonly<Record<string, unknown>> | undefined;

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Objects by name, each with its fields. */
export type ObjectFields = Readonly<Record<string, Fields>>;

export function required(check: Field): Field {
  return { ...check, required: true };
}

export function one(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'one' } };
}

export function list(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'list' } };
}

export function map(object: string, check: Check): Field {
  return { ...check, inside: { object, as: 'map' } };
}

/** The same field with what says it in the versions before. */
export function orElse(field: Field, otherwise: Otherwise): Field {
  return { ...field, otherwise };
}

/** Says the value under another name, unless the object has that already. */
export function renamed(name: string): Otherwise {
  return (value, given) => (name in given ? undefined : { [name]: value });
}
