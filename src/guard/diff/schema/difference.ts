import type { Schema } from '../../../documents/json-schema/schema.js';
import type { RuleCode } from '../rules.js';
import type { Verdict } from '../types.js';
import type { Location, Step } from './location.js';
import type { Sameness } from './same.js';
import type { Schemas } from './schemas.js';
import type { Node } from './translate.js';

/** One difference between two schemas, at one place in both. */
export interface Difference {
  readonly rule: RuleCode;
  readonly location: Location;
  /** What changed, in a sentence. */
  readonly message: string;
  /** The pointer, where it is none of the location's own. */
  readonly pointer?: string;
  /** The step to what was added or removed inside the location. */
  readonly step?: Step;
  /** The verdict, where no value tells. */
  readonly fixed?: { readonly verdict: Exclude<Verdict, 'breaking'>; readonly reason?: string };
  /** Why it is unclear where no value tells: the sender may send what neither document describes. */
  readonly caution?: (sender: Schema, isOld: boolean) => string | undefined;
  /** The schema of the sender with this one change toward the receiver's. */
  readonly changed?: (sender: Schema, receiver: Schema) => Node;
}

/** What a walk over two schemas needs. */
export interface Walk {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly descend: (step: Step, from: Location, old: Node, current: Node) => Iterable<Difference>;
}

/** Booleans as objects: `true` says nothing, `false` refuses all. */
export function asSchema(node: Node): Schema {
  if (typeof node === 'object') return node;
  return node ? {} : { not: {} };
}
