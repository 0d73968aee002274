import type { BodyContent } from './operations.js';
import type { JsonPath } from './values/json-path.js';
import type { WrittenBody } from './write/body.js';

export interface RequestCase {
  readonly values: ReadonlyMap<string, unknown>;
  readonly content: BodyContent | undefined;
  /** An invalid body, sent instead of a value. */
  readonly raw?: WrittenBody | undefined;
  readonly varied: Variation;
  /** True to keep ids of deleted objects. */
  readonly isExact?: boolean;
}

export interface Variation {
  readonly key: string;
  readonly path: JsonPath;
}

/** A value with which every valid request fails. */
export interface Culprit extends Variation {
  readonly value: unknown;
}
