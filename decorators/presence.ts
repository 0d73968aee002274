import { anywhere, property, type Annotation, type PropertyAnnotation } from './store.js';

/**
 * Makes a property required in the document; on a class, all of its properties but the `@Optional()` ones.
 * Validators say so by themselves; this is for classes without any, and for parameters (seed 2.9 rule 7).
 *
 * @example
 * @Required()
 * class UserView {
 *   @Description('Shown everywhere') name!: string;
 *   @Optional() nickname?: string;
 * }
 */
export function Required(): Annotation {
  return anywhere('@Required', { presence: 'required' });
}

/**
 * Takes a property out of its class's `@Required()`.
 *
 * @example
 * class UserView {
 *   @Optional() nickname?: string;
 * }
 */
export function Optional(): PropertyAnnotation {
  return property('@Optional', { presence: 'optional' });
}

/**
 * The value may be null: in responses always, in requests if validation lets null through
 * (`@IsOptional()`, or no validator at all); where it does not, a diagnostic says so.
 *
 * @example
 * class User {
 *   @Nullable() @IsOptional() @IsString() nickname!: string | null;
 * }
 */
export function Nullable(): PropertyAnnotation {
  return property('@Nullable', { nullable: true });
}

/**
 * The property is in responses only.
 *
 * @example
 * class User {
 *   @ReadOnly() id!: string;
 * }
 */
export function ReadOnly(): PropertyAnnotation {
  return property('@ReadOnly', { access: 'readOnly' });
}

/**
 * The property is in requests only.
 *
 * @example
 * class User {
 *   @WriteOnly() @IsString() password!: string;
 * }
 */
export function WriteOnly(): PropertyAnnotation {
  return property('@WriteOnly', { access: 'writeOnly' });
}
