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
  'a single value instead of a list with `each`': scalarForEach,
  'member names of an enum': otherSpelling('member names of an enum'),
  'other spellings of codes and coordinates': otherSpelling('other spellings of codes and coordinates'),
  'other counts of characters': otherSpelling('other counts of characters'),
  'input of a conversion': converted,
  'nested lists of another depth': otherDepth,
  'an unknown discriminator': unknownDiscriminator,
  'undocumented names': unlistedName,
  'narrowings by decorators': requiredByDecorator,
  'a declared type without a rule': uncheckedType,
  'values that a `@ValidateIf` compares with': comparedValue,
};
