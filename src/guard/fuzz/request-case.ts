import type { BodyContent } from './operations.js';
import type { JsonPath } from './values/json-path.js';
import type { WrittenBody } from './write/body.js';

/** What one request is made of. */
export interface RequestCase {
  /** Values of what is sent, by the keys of parameters and of the body. */
  readonly values: ReadonlyMap<string, unknown>;
  /** How the body is written. */
  readonly content: BodyContent | undefined;
  /** A body that is no value of its content type, instead of one that is. */
  readonly raw?: WrittenBody | undefined;
  /** What was changed to come from a plain valid request to this one. */
  readonly varied: Variation;
}

export interface Variation {
  readonly key: string;
  readonly path: JsonPath;
}
