/**
 * Options of the application's validation: those of class-validator's `validate` and of class-transformer's
 * `plainToInstance`, under their names. They decide how requests are documented.
 */
export interface ValidationOptions {
  /** Removes properties without a rule. @default false */
  readonly whitelist?: boolean;
  /**
   * With `whitelist`: rejects properties without a rule, so objects are documented as closed. @default false
   */
  readonly forbidNonWhitelisted?: boolean;
  /**
   * Documents objects as closed, because the application rejects unknown properties. Operations set it with
   * `unknownProperties: 'refuse'`. @default false
   */
  readonly closed?: boolean;
  /**
   * Documents a property with a `@Transform` or a setter as open in requests, because it converts what
   * arrives, unless a type decorator describes what it takes. Operations set it. @default false
   *
   * @internal
   */
  readonly openConversions?: boolean;
  /** Rejects objects of a class without any rule. @default true */
  readonly forbidUnknownValues?: boolean;
  /** Skips every rule except `@IsDefined` for null and absent properties. @default false */
  readonly skipMissingProperties?: boolean;
  /** Skips every rule except `@IsDefined` for absent properties. @default false */
  readonly skipUndefinedProperties?: boolean;
  /** Skips every rule except `@IsDefined` for null. @default false */
  readonly skipNullProperties?: boolean;
  /** Groups of rules that run; an endpoint's own groups override them. @default all rules run */
  readonly groups?: readonly string[];
  /** Also runs rules without groups if groups are given. @default false */
  readonly always?: boolean;
  /** Runs rules with groups only if groups are given. @default false */
  readonly strictGroups?: boolean;
  /** Converts values to the type that the compiler recorded. @default false */
  readonly enableImplicitConversion?: boolean;
  /** Ignores properties without `@Expose`. @default false */
  readonly excludeExtraneousValues?: boolean;
  /** Keeps the initial value of an absent property, also one with `@Expose`. @default false */
  readonly exposeDefaultValues?: boolean;
  /** Sets an absent property with `@Expose` to undefined. @default true */
  readonly exposeUnsetFields?: boolean;
  /** Applies to classes without `@Expose` or `@Exclude` of their own. @default 'exposeAll' */
  readonly strategy?: 'excludeAll' | 'exposeAll';
}

/** The documented types of a property that `enableImplicitConversion` converts. */
export type ImplicitConversion = 'accepted' | 'declared';

export type ResolvedValidation = Required<ValidationOptions>;

const DEFAULTS: ResolvedValidation = {
  whitelist: false,
  forbidNonWhitelisted: false,
  closed: false,
  openConversions: false,
  forbidUnknownValues: true,
  skipMissingProperties: false,
  skipUndefinedProperties: false,
  skipNullProperties: false,
  groups: [],
  always: false,
  strictGroups: false,
  enableImplicitConversion: false,
  excludeExtraneousValues: false,
  exposeDefaultValues: false,
  exposeUnsetFields: true,
  strategy: 'exposeAll',
};

export const VALIDATION_OPTIONS = Object.keys(DEFAULTS) as (keyof ValidationOptions)[];

export function resolveValidation(options: ValidationOptions = {}): ResolvedValidation {
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...(Object.fromEntries(present) as ValidationOptions) };
}

export const TRANSFORM_OPTIONS = [
  'enableImplicitConversion',
  'excludeExtraneousValues',
  'exposeDefaultValues',
  'exposeUnsetFields',
  'strategy',
] as const satisfies (keyof ValidationOptions)[];

/** Options of class-validator. `groups` is missing because a view may override it. */
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
