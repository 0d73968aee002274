import type { Constructor } from '../../../src/shared/types.js';

/** One class of the corpus, and the groups it is tested with. */
export interface ContractCase {
  readonly target: Constructor;
  /** class-transformer's and class-validator's groups alike. @default none */
  readonly groups?: readonly string[];
  /** Values that validation accepts, where none can be made from the schema. @default none */
  readonly values?: readonly unknown[];
  /** Values that validation rejects for rules that the schema has in full. @default none */
  readonly rejected?: readonly unknown[];
}

/** The class's name, with its groups where it has some. */
export function nameOf({ target, groups = [] }: ContractCase): string {
  return [target.name, ...groups].join('.');
}

/** Cases without groups. */
export function plainCases(...targets: readonly Constructor[]): ContractCase[] {
  return targets.map((target) => ({ target }));
}
