import type { ClassAnnotations, PropertyAnnotations } from '../../../decorators/record.js';
import type { CsvFormulas, EnumMember, FileForm, StandardType } from '../../../decorators/type-input.js';
import type { RegisteredType } from '../../../decorators/registered-types.js';
import type { Constructor, JsonValue } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry, RuleType } from '../rules/types.js';
import type { MemberRule } from './class-validator/member-rule.js';
import type { ResolvedValidation } from './validation-options.js';

/** The direction of a value: `input` in requests, `output` in responses and webhooks. */
export type Direction = 'input' | 'output';

export interface View {
  readonly direction: Direction;
  /** The groups of class-transformer and class-validator; empty for none. */
  readonly groups: readonly string[];
  /** The version of class-transformer; undefined for all properties. */
  readonly version: number | undefined;
  /** The media type of binary files (multipart forms, downloads). @default files are base64 text */
  readonly binary?: string;
  /** The validation options of these requests. @default the application's */
  readonly validation?: ResolvedValidation;
  /** True for messages that another service sends: they hold its `@ReadOnly` members. @default false */
  readonly received?: true;
  /** Further options of class-transformer for responses. @default class-transformer's */
  readonly exposure?: Exposing;
}

export interface Exposing {
  /** Applies to classes without `@Expose` or `@Exclude` of their own. @default 'exposeAll' */
  readonly strategy?: 'excludeAll' | 'exposeAll';
  /** Sends only properties with `@Expose`. @default false */
  readonly excludeExtraneousValues?: boolean;
  /** Leaves out properties whose names begin with a prefix. @default none */
  readonly excludePrefixes?: readonly string[];
}

/**
 * A value of a discriminator. class-transformer compares
 * names of `subTypes` by `===`, so they need not be texts.
 */
export type DiscriminatorName = string | number | boolean;

export interface UnionDiscriminator {
  /** The member of JSON that names the class. */
  readonly propertyName: string;
  /** The classes by the value of the member. */
  readonly mapping: readonly { readonly value: DiscriminatorName; readonly target: Constructor }[];
  /** True if class-transformer keeps the property; undefined for a discriminator declared with `@OneOf`. */
  readonly kept?: boolean;
}

export type TypeRef =
  | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'bigint' }
  /** `Date`: an RFC 3339 string in JSON. */
  | { readonly kind: 'date' }
  /** `Buffer`, typed arrays, uploaded files. */
  | { readonly kind: 'file'; readonly as?: FileForm; readonly contentType?: string }
  /** A body of CSV. */
  | { readonly kind: 'csv'; readonly row: TypeRef; readonly formulas: CsvFormulas }
  | { readonly kind: 'enum'; readonly members: readonly EnumMember[]; readonly name: string | undefined }
  | { readonly kind: 'array'; readonly items: TypeRef; readonly unique: boolean }
  | { readonly kind: 'map'; readonly values: TypeRef }
  | { readonly kind: 'tuple'; readonly items: readonly TypeRef[] }
  | {
      readonly kind: 'union';
      readonly anyOf: readonly TypeRef[];
      readonly discriminator: UnionDiscriminator | undefined;
    }
  | { readonly kind: 'class'; readonly target: Constructor }
  /** A class that `registerType` describes, or one that extends it. */
  | { readonly kind: 'registered'; readonly target: Constructor; readonly registered: RegisteredType }
  /** A type that is resolved at its first use, for circular imports and recursion. */
  | { readonly kind: 'lazy'; readonly resolve: () => TypeRef }
  | { readonly kind: 'object' }
  | {
      readonly kind: 'raw';
      readonly schema: Readonly<Record<string, unknown>>;
      readonly classes?: ReadonlyMap<string, Constructor>;
    }
  | { readonly kind: 'standard'; readonly standard: StandardType }
  | { readonly kind: 'unknown' };

export interface Exemption {
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  /** The exempt value; absent for all values of the type. */
  readonly value?: unknown;
}

export interface Rule {
  /** class-validator's name of the rule: `minLength`, `isEmail`, `customValidation`, … */
  readonly name: string;
  /** True for a rule of the application, even if it has the name of a class-validator rule. */
  readonly custom: boolean;
  /** The arguments of the decorator. */
  readonly constraints: readonly unknown[];
  /** True if the rule applies to each element instead of the value. */
  readonly each: boolean;
  /** The rule's `validateIf` option. */
  readonly condition: ((object: unknown, value: unknown) => unknown) | undefined;
  /** True if the condition exempts some value, so that the rule may not run. */
  readonly mayBeOff: boolean;
  /** The entry of the table of rules; undefined for a rule without one. */
  readonly entry: RuleEntry | undefined;
  /** The type that the rule requires of the value or, with `each`, of the elements. */
  readonly type: RuleType | undefined;
}

/** The presence of a property in a value. */
export interface Presence {
  readonly required: boolean;
  /** True if null is documented. */
  readonly nullable: boolean;
  /** True if validation accepts null, even if that is not documented. */
  readonly acceptsNull: boolean;
  /** True if validation accepts absence, even if that is not documented. */
  readonly acceptsAbsence: boolean;
}

/** Changes between the value in JSON and the one that the rules check. */
export interface Conversion {
  /** True for a `@Transform` or a setter, whose result is unknown. */
  readonly transformed: boolean;
  /** True for a setter or a `@Transform` of this direction only, which does not just normalize the value. */
  readonly oneWay: boolean;
  /** True for a `@Transform`, a setter, or a `@Type` that converts the scalars of a request. */
  readonly converted: boolean;
  /** True for class-transformer's implicit conversion to the recorded type. */
  readonly implicit: boolean;
}

/** A property in a view: what is decided before its schema is written. */
export interface PropertyModel {
  /** The name in the class. */
  readonly key: string;
  /** The name in JSON. */
  readonly name: string;
  readonly type: TypeRef;
  readonly presence: Presence;
  /** The documented rules. */
  readonly rules: readonly Rule[];
  /** The values for which conditions such as those of `@ValidateIf` skip the rules. */
  readonly exempt: readonly Exemption[];
  /** The conversion of JSON values by class-transformer. */
  readonly conversion: Conversion;
  /** The initial value, used if a request omits the property. */
  readonly initial: JsonValue | undefined;
  /** Description, examples and other facts that are no type and no rule. */
  readonly annotations: PropertyAnnotations;
  /**
   * The keywords of the decorators of `@nestjs/swagger`. If
   * `checked`, rules run on the value and take precedence.
   */
  readonly apiProperty:
    | { readonly keywords: Schema; readonly written: ReadonlySet<string>; readonly checked: boolean }
    | undefined;
}

export interface ClassModel {
  readonly target: Constructor;
  /** The wanted name of the component; equal names are resolved later. */
  readonly name: string;
  readonly view: View;
  readonly properties: readonly PropertyModel[];
  /** True if other members are forbidden. */
  readonly closed: boolean;
  /** The rules about members, with JSON names. Empty in responses. */
  readonly memberRules: readonly MemberRule[];
  /** True if decorators describe a property, in this view or another. */
  readonly described: boolean;
  readonly annotations: ClassAnnotations;
}
