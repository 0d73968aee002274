import type { ClassAnnotations, PropertyAnnotations } from '../../../decorators/record.js';
import type { EnumMember, FileForm, StandardType } from '../../../decorators/type-input.js';
import type { Constructor, JsonValue } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry, RuleType } from '../rules/types.js';
import type { ResolvedValidation } from './validation-options.js';

/** The direction of a value: `input` in requests, `output` in responses and webhooks. */
export type Direction = 'input' | 'output';

/** A view of a class: its direction, and class-transformer's groups and version. */
export interface View {
  readonly direction: Direction;
  readonly groups: readonly string[];
  readonly version: number | undefined;
  /** The media type of binary files (multipart forms, downloads). @default files are base64 text */
  readonly binary?: string;
  /** The validation options of these requests. @default the application's */
  readonly validation?: ResolvedValidation;
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

export interface UnionDiscriminator {
  readonly propertyName: string;
  readonly mapping: readonly { readonly value: string; readonly target: Constructor }[];
  /** True if class-transformer keeps the property; undefined for a discriminator of ours. */
  readonly kept?: boolean;
}

export type TypeRef =
  | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'bigint' }
  /** `Date`: an RFC 3339 string in JSON. */
  | { readonly kind: 'date' }
  /** `Buffer`, typed arrays, uploaded files. */
  | { readonly kind: 'file'; readonly as?: FileForm }
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
  /** A type that is resolved at its first use, for circular imports and recursion. */
  | { readonly kind: 'lazy'; readonly resolve: () => TypeRef }
  /** An object with unknown members. */
  | { readonly kind: 'object' }
  /** A JSON Schema written by hand, and the classes behind its references. */
  | {
      readonly kind: 'raw';
      readonly schema: Readonly<Record<string, unknown>>;
      readonly classes?: ReadonlyMap<string, Constructor>;
    }
  /** A schema of another library. */
  | { readonly kind: 'standard'; readonly standard: StandardType }
  | { readonly kind: 'unknown' };

/** A JSON type, or one value of it, that the rules of a property do not run on. */
export interface Exemption {
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly value?: unknown;
}

export interface Rule {
  /** class-validator's name of the rule: `minLength`, `isEmail`, `customValidation`, … */
  readonly name: string;
  /** True for a rule of the application, even if it has the name of a class-validator rule. */
  readonly custom: boolean;
  readonly constraints: readonly unknown[];
  /** The rule applies to each element instead of the value. */
  readonly each: boolean;
  /** The rule's `validateIf` option. */
  readonly condition: ((object: unknown, value: unknown) => unknown) | undefined;
  /** The entry of the table of rules; undefined for a rule without one. */
  readonly entry: RuleEntry | undefined;
  /** The type that it gives the value; undefined if values of several types pass. */
  readonly type: RuleType | undefined;
}

export interface PropertyModel {
  readonly key: string;
  readonly name: string;
  readonly type: TypeRef;
  readonly rules: readonly Rule[];
  readonly required: boolean;
  readonly nullable: boolean;
  /** Validation accepts null, documented or not. */
  readonly acceptsNull: boolean;
  /** Validation accepts its absence, documented or not. */
  readonly acceptsAbsence: boolean;
  /** `@ValidateNested`: the rules of the class behind the type run. */
  readonly nested: boolean;
  /** Values that a `@ValidateIf` exempts from every rule. */
  readonly exempt: readonly Exemption[];
  /** A `@ValidateIf` may exempt any value from every rule. */
  readonly conditional: boolean;
  /** The rules see another value than the JSON has: a `@Transform`, a setter or a `@Type` makes it. */
  readonly converted: boolean;
  /** class-transformer converts scalars to the recorded type before validation. */
  readonly implicit: boolean;
  /** The initial value, where a request leaves the property out. */
  readonly initial: JsonValue | undefined;
  readonly annotations: PropertyAnnotations;
  /** The keywords of @nestjs/swagger's decorators. If `checked`, rules run on the value and take precedence. */
  readonly apiProperty:
    | { readonly keywords: Schema; readonly written: ReadonlySet<string>; readonly checked: boolean }
    | undefined;
}

export interface ClassModel {
  readonly target: Constructor;
  readonly name: string;
  readonly view: View;
  readonly properties: readonly PropertyModel[];
  /** Unknown properties are refused. */
  readonly closed: boolean;
  /** Decorators describe properties, of this view or of others. */
  readonly described: boolean;
  readonly annotations: ClassAnnotations;
  /** True for a response whose schema is the request's, except for references to other classes. */
  readonly asRequest?: true;
}
