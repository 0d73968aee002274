import type { BodyContent } from './operations.js';
import type { JsonPath } from './values/json-path.js';
import type { WrittenBody } from './write/body.js';

export interface RequestCase {
  readonly values: ReadonlyMap<string, unknown>;
  readonly content: BodyContent | undefined;
  /** An invalid body, instead of a value. */
  readonly raw?: WrittenBody | undefined;
  readonly varied: Variation;
  /** True if ids of deleted objects are to stay. */
  readonly isExact?: boolean;
}

export interface Variation {
  readonly key: string;
  readonly path: JsonPath;
}

/** A value that the service does not survive. */
export interface Culprit extends Variation {
  readonly value: unknown;
}
