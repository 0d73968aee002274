/** Values that validation accepts and a schema rejects: the rows of `docs/contract.md`, in its order. */
export const NARROWINGS = [
  'null for an optional property',
  'a single value instead of a list with `each`',
  'member names of an enum',
  'other spellings of codes and coordinates',
  'other counts of characters',
  'input of a conversion',
  'nested lists of another depth',
  'an unknown discriminator',
  'undocumented names',
  'narrowings by decorators',
  'a declared type without a rule',
  'values that a `@ValidateIf` compares with',
] as const;

export type Narrowing = (typeof NARROWINGS)[number];
