import type { ValidationOptions } from '../../../../src/documents/model/validation-options.js';
import type { ContractCase } from '../../corpus/case.js';
import { removeAt, type JsonPath } from '../../../../src/tools/fuzz/values/json-path.js';
import { rulesOf, type RuleMetadata } from '../metadata.js';
import { valueAt, type Place, type PropertyPlace } from '../property-place.js';
import type { SchemaError } from '../schema.js';
import { putAt } from '../values.js';

/** A value that validation accepts and the schema refuses, and a place where it does. */
export interface Refusal {
  readonly tested: ContractCase;
  readonly options: ValidationOptions;
  readonly value: unknown;
  readonly place: Place;
  /** What class-transformer made of the value. */
  readonly instance: unknown;
  /** Keywords that refuse something just here. */
  readonly keywords: ReadonlySet<string>;
  /** Whether validation accepts a value. */
  readonly passes: (value: unknown) => Promise<boolean>;
  readonly errorsOf: (value: unknown) => SchemaError[];
  /** Values of a property that both are known to accept; without a property, of the class. */
  readonly known: (property: PropertyPlace | undefined) => readonly unknown[];
}

/**
 * A narrowing, as a proof: values that differ from the refused one in just the narrowing's way. It holds where
 * validation accepts one of them too, and the schema has nothing against that place any more.
 */
export type Proof = (refusal: Refusal) => readonly unknown[] | Promise<readonly unknown[]>;

/** The value with something else at a place. */
export function withAt({ value }: Refusal, path: JsonPath, put: unknown): unknown {
  return putAt(value, path, put);
}

export function without({ value }: Refusal, path: JsonPath): unknown {
  return removeAt(value, path);
}

/** The decorators of class-validator that run on the property of the place. */
export function rulesAt({ place: { property }, tested, options }: Refusal): readonly RuleMetadata[] {
  return property === undefined ? [] : rulesOf(property.owner, property.key, tested, options);
}

/** Names of the rules that look at the value of the place: those with `each` at the elements of a list. */
export function ruleNamesAt(refusal: Refusal): string[] {
  return rulesAt(refusal).map(({ name, type }) => name ?? type);
}

/** What stands in the JSON value where the property of the place is. */
export function propertyValue({ value, place: { property } }: Refusal): unknown {
  return property && valueAt(value, property.path);
}

/** Whether the place is the property itself, not something in it. */
export function isProperty({ place }: Refusal): boolean {
  return place.property?.path.length === place.path.length;
}

/** Whether validation refuses a scalar where the property of the place is, so that nested rules do run. */
export async function wantsObjects(refusal: Refusal): Promise<boolean> {
  const { property } = refusal.place;
  return property !== undefined && !(await refusal.passes(withAt(refusal, property.path, 12345)));
}
