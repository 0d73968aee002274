import type { Schema } from '../../../../documents/json-schema/schema.js';
import type { RuleCode, Verdict } from '../../rules.js';
import type { Location, Step } from '../location.js';
import type { Sameness } from '../proofs/equality.js';
import type { Schemas } from '../schemas.js';
import type { Node } from '../translate.js';

export interface Difference {
  readonly rule: RuleCode;
  readonly location: Location;
  readonly message: string;
  readonly pointer?: string;
  readonly step?: Step;
  /** Verdict of a change that no value can demonstrate. */
  readonly fixed?: { readonly verdict: Exclude<Verdict, 'breaking'>; readonly reason?: string };
  /** Returns why a compatible change is unclear, if the sender may send undocumented members. */
  readonly caution?: (sender: Schema, isOld: boolean) => string | undefined;
  /** Returns the sender's schema with only this change applied. */
  readonly changed?: (sender: Schema, receiver: Schema) => Node;
}

export interface Walk {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly descend: (step: Step, from: Location, old: Node, current: Node) => Iterable<Difference>;
}
