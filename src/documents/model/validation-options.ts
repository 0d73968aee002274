/**
 * The options under which the application validates: those of class-validator's `validate` and of class-transformer's
 * `plainToInstance`, under their own names. They decide what requests are documented to be.
 */
export interface ValidationOptions {
  /** Properties without a rule are taken away. @default false */
  readonly whitelist?: boolean;
  /** With `whitelist`: properties without a rule are refused, so objects are closed. @default false */
  readonly forbidNonWhitelisted?: boolean;
  /**
   * Objects are documented as closed, because the application itself refuses members that it does not know. Operations set
   * it with `unknownProperties: 'refuse'`. @default false
   */
  readonly closed?: boolean;
  /** Objects of a class without any rule are refused. @default true */
  readonly forbidUnknownValues?: boolean;
  /** Null and absence skip every rule but `@IsDefined`. @default false */
  readonly skipMissingProperties?: boolean;
  /** Absence skips every rule but `@IsDefined`. @default false */
  readonly skipUndefinedProperties?: boolean;
  /** Null skips every rule but `@IsDefined`. @default false */
  readonly skipNullProperties?: boolean;
  /** Groups of rules that run; an endpoint's own groups count instead. @default all rules run */
  readonly groups?: readonly string[];
  /** Rules that name no groups run whatever groups are asked for. @default false */
  readonly always?: boolean;
  /** Rules that name groups run only if groups are asked for. @default false */
  readonly strictGroups?: boolean;
  /** Values are converted to the type that the compiler recorded. @default false */
  readonly enableImplicitConversion?: boolean;
  /** Only properties with `@Expose` are taken. @default false */
  readonly excludeExtraneousValues?: boolean;
  /** An absent property keeps the value that the class gives it, with `@Expose` too. @default false */
  readonly exposeDefaultValues?: boolean;
  /** An absent property with `@Expose` is set to undefined. @default true */
  readonly exposeUnsetFields?: boolean;
  /** What a class without `@Expose` or `@Exclude` of its own takes. @default 'exposeAll' */
  readonly strategy?: 'excludeAll' | 'exposeAll';
}

/** How a property is documented that `enableImplicitConversion` converts. */
export type ImplicitConversion = 'accepted' | 'declared';

/** The options, complete. */
export type ResolvedValidation = Required<ValidationOptions>;

const DEFAULTS: ResolvedValidation = {
  whitelist: false,
  forbidNonWhitelisted: false,
  closed: false,
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

/** Names of the options. */
export const VALIDATION_OPTIONS = Object.keys(DEFAULTS) as (keyof ValidationOptions)[];

/** Fills in every default; an option given as undefined has its default too. */
export function resolveValidation(options: ValidationOptions = {}): ResolvedValidation {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...(Object.fromEntries(given) as ValidationOptions) };
}

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
