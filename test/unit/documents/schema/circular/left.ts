import { ArrayOf, TypeOf } from '../../../../../decorators/types.js';
import { Right } from './right.js';

/** This module and `right.ts` import each other. */
export class Left {
  @TypeOf(() => Right) right!: unknown;
  @ArrayOf(() => Right) rights!: unknown[];
}
