import { anywhere, property } from './store.js';

/**
 * Makes a property required in the document; on a class, all of its properties but the `@Optional()` ones.
 * Validators say so by themselves; this is for classes without any, and for parameters.
 *
 * For example `@Required() class UserView { … }`.
 */
export const Required = anywhere('@Required', () => ({ presence: 'required' }));

/**
 * Takes a property out of its class's `@Required()`.
 *
 * For example `@Optional() nickname?: string`.
 */
export const Optional = property('@Optional', () => ({ presence: 'optional' }));

/**
 * The value may be null: in responses always, in requests if validation lets null through
 * (`@IsOptional()`, or no validator at all); where it does not, a diagnostic says so.
 *
 * For example `@Nullable()` `@IsOptional()` `@IsString() nickname!: string | null`.
 */
export const Nullable = property('@Nullable', () => ({ nullable: true }));

/**
 * The property is in responses only.
 *
 * For example `@ReadOnly() id!: string`.
 */
export const ReadOnly = property('@ReadOnly', () => ({ access: 'readOnly' }));

/**
 * The property is in requests only.
 *
 * For example `@WriteOnly()` `@IsString() password!: string`.
 */
export const WriteOnly = property('@WriteOnly', () => ({ access: 'writeOnly' }));
