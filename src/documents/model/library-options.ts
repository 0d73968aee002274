import type { ValidationOptions } from './validation-options.js';

/** Options of validation that are class-transformer's, under its names. */
export const TRANSFORM_OPTIONS = [
  'enableImplicitConversion',
  'excludeExtraneousValues',
  'exposeDefaultValues',
  'exposeUnsetFields',
  'strategy',
] as const satisfies (keyof ValidationOptions)[];

/** Those that are class-validator's, but for the groups, which a view may have its own of. */
export const VALIDATOR_OPTIONS = [
  'whitelist',
  'forbidNonWhitelisted',
  'forbidUnknownValues',
  'skipMissingProperties',
  'skipUndefinedProperties',
  'skipNullProperties',
  'always',
  'strictGroups',
] as const satisfies (keyof ValidationOptions)[];
