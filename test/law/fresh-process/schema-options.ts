import type { Config } from '../../../src/documents/openapi/config/config.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { Exposing } from '../../../src/documents/model/types.js';
import { OPTION_SETS } from '../classes/option-sets.js';

/** One way to document a class: what decides its schemas, beside the class. */
export interface Way {
  readonly config: Omit<Config, 'info'>;
  /** Of the endpoint; none: the configuration's. */
  readonly validation?: ValidationOptions;
  readonly groups?: string[];
  readonly version?: number;
  readonly exposure?: Exposing;
  readonly contentType?: string;
}

const EXPOSURES: readonly Exposing[] = [
  { strategy: 'excludeAll' },
  { excludeExtraneousValues: true },
  { excludePrefixes: ['p'] },
];
const CONFIGS: readonly Way['config'][] = [
  { openapi: '3.0' },
  { openapi: '3.2', nullableOptional: true },
  { inlineSchemas: true },
];

const GROUPED: readonly ValidationOptions[] = [
  {},
  { strictGroups: true },
  { groups: ['admin'], always: true },
];

/**
 * Each set of options as the application's, some as the endpoint's, with groups, and what else decides a view. The first and the last
 * of the configuration without options differ in their responses.
 */
export const WAYS: readonly Way[] = [
  { config: {}, contentType: 'multipart/form-data' },
  ...OPTION_SETS.filter((_, index) => index % 4 === 0).map((validation): Way => ({ config: {}, validation })),
  ...OPTION_SETS.map((validation): Way => ({ config: { validation } })),
  ...GROUPED.map((validation): Way => ({ config: { validation }, groups: ['create'] })),
  ...[1, 2].map((version): Way => ({ config: {}, version })),
  { config: {}, version: 2, groups: ['admin'] },
  ...EXPOSURES.map((exposure): Way => ({ config: {}, exposure })),
  ...CONFIGS.map((config): Way => ({ config })),
];
