import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';

/** Options under which applications validate: each alone, and the combinations that are common or touch each other. */
export const OPTION_SETS: readonly ValidationOptions[] = [
  {},
  { whitelist: true },
  { forbidNonWhitelisted: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { forbidUnknownValues: false },
  { skipMissingProperties: true },
  { skipUndefinedProperties: true },
  { skipNullProperties: true },
  { groups: ['create'] },
  { groups: ['create', 'staff'], always: true },
  { groups: ['admin', 'a'], strictGroups: true },
  { strictGroups: true },
  { always: true, strictGroups: true },
  { enableImplicitConversion: true },
  { excludeExtraneousValues: true },
  { strategy: 'excludeAll' },
  { strategy: 'exposeAll', exposeDefaultValues: true },
  { exposeUnsetFields: false },
  { exposeDefaultValues: true, exposeUnsetFields: false },
  // As Nest's ValidationPipe is set up most often.
  { whitelist: true, forbidUnknownValues: false, enableImplicitConversion: true },
  { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false },
  { whitelist: true, forbidNonWhitelisted: true, enableImplicitConversion: true, exposeDefaultValues: true },
  { whitelist: true, forbidNonWhitelisted: true, excludeExtraneousValues: true, exposeUnsetFields: false },
  { whitelist: true, forbidNonWhitelisted: true, groups: ['update'], strictGroups: true },
  { skipMissingProperties: true, skipNullProperties: true, enableImplicitConversion: true },
  { skipUndefinedProperties: true, skipNullProperties: true, exposeUnsetFields: false, whitelist: true },
  { enableImplicitConversion: true, skipUndefinedProperties: true, forbidUnknownValues: false },
];
