import type { Mismatch } from '../testing/types.js';
import type { BodyContent, FuzzTarget } from './operations.js';
import type { JsonPath } from './values/json-path.js';
import type { WrittenBody } from './write/body.js';
import type { WrittenRequest } from './write/request.js';

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

/** A request with what the document says of it. */
export interface JudgedCase {
  readonly target: FuzzTarget;
  readonly given: RequestCase;
  readonly written: WrittenRequest;
  /** Why the document refuses it; empty where it accepts it. */
  readonly mismatches: readonly Mismatch[];
  /** Whether a refusal would contradict the document: not where it has a format that nobody here can check. */
  readonly isCertain: boolean;
}

export function isValid({ mismatches }: JudgedCase): boolean {
  return mismatches.length === 0;
}
