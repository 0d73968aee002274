import type { Schema } from '../../../documents/json-schema/schema.js';
import type { GroupName } from './groups.js';
import type { Schemas } from './schemas.js';
import type { Node } from './translate.js';
import type { Validator } from './validator.js';

/** What proofs of single keywords ask of the proof that they are part of. */
export interface Prover {
  /** Whose values are asked about, and by whose schemas. */
  readonly from: Schemas;
  readonly to: Schemas;
  readonly validator: Validator;
  /** Whether members that the first schema does not describe are never sent. */
  readonly isClosed: boolean;
  /** Whether all that `a` stands for is accepted by `r`. */
  proves(a: Node, r: Node, depth?: number): boolean;
  provesGroup(a: Schema, r: Schema, group: GroupName, depth?: number): boolean;
  disjoint(a: Node, b: Node): boolean;
  /** The same question the other way round, of all values. */
  reversed(): Prover;
}
