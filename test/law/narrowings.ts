/** Where a schema refuses what validation lets through, as the table of `docs/contract.md` has it, in its order. */
export const NARROWINGS = [
  'null for an optional property',
  'a scalar where `each` expects a list',
  'enum member names',
  'codes and coordinates in canonical spelling',
  'characters counted otherwise',
  'what a conversion makes a value from',
  'lists of nested objects in other depths',
  'an unknown discriminator',
  'names that the document does not list',
  '`@Required()` where no rule demands it',
  'a declared type that no rule checks',
  'values that a `@ValidateIf` compares with',
] as const;

export type Narrowing = (typeof NARROWINGS)[number];
