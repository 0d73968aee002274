import type { Narrowing } from '../../narrowings.js';
import { converted } from './conversion.js';
import { otherDepth, scalarForEach } from './lists.js';
import { nullForOptional, requiredByDecorator, unlistedName } from './presence.js';
import type { Proof } from './refusal.js';
import { otherSpelling } from './spelling.js';
import { comparedValue, uncheckedType, unknownDiscriminator } from './types.js';

/** How each narrowing is proved. */
export const PROOFS: Readonly<Record<Narrowing, Proof>> = {
  'null for an optional property': nullForOptional,
  'a scalar where `each` expects a list': scalarForEach,
  'enum member names': otherSpelling('enum member names'),
  'codes and coordinates in canonical spelling': otherSpelling('codes and coordinates in canonical spelling'),
  'characters counted otherwise': otherSpelling('characters counted otherwise'),
  'what a conversion makes a value from': converted,
  'lists of nested objects in other depths': otherDepth,
  'an unknown discriminator': unknownDiscriminator,
  'names that the document does not list': unlistedName,
  '`@Required()` where no rule demands it': requiredByDecorator,
  'a declared type that no rule checks': uncheckedType,
  'values that a `@ValidateIf` compares with': comparedValue,
};
