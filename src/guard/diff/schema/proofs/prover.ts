import type { Schema } from '../../../../documents/json-schema/schema.js';
import type { GroupName } from '../differences/keyword-groups.js';
import type { Schemas } from '../schemas.js';
import type { Node } from '../translate.js';
import type { Validator } from '../values/validator.js';

export interface Prover {
  readonly from: Schemas;
  readonly to: Schemas;
  readonly validator: Validator;
  readonly isClosed: boolean;
  proves(a: Node, r: Node, depth?: number): boolean;
  provesGroup(a: Schema, r: Schema, group: GroupName, depth?: number): boolean;
  disjoint(a: Node, b: Node): boolean;
  reversed(): Prover;
}
