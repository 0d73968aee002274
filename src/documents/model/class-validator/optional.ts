import * as classValidator from 'class-validator';
import { isAboutNothing } from '../conditions.js';
import { isKind, type Condition, type ValidationMetadata } from './metadata.js';

/** Since 0.14.2; before, the condition of `@IsOptional()` has no name. */
const IS_OPTIONAL = classValidator.IS_OPTIONAL as string | undefined;

/** `@IsOptional()` is stored as a condition: one of its name, or where none has a name one that does what it does. */
export function isOptionalCondition(metadata: ValidationMetadata): boolean {
  if (!isKind(metadata, 'conditional')) return false;
  if (IS_OPTIONAL !== undefined) return metadata.name === IS_OPTIONAL;
  return isAboutNothing(metadata.constraints?.[0] as Condition, metadata.propertyName);
}
