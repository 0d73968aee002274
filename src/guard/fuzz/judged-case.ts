import type { Mismatch } from '../exchanges/types.js';
import type { FuzzTarget } from './operations.js';
import type { RequestCase } from './request-case.js';
import type { WrittenRequest } from './write/request.js';

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
