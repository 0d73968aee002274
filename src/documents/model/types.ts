import type { ClassAnnotations, PropertyAnnotations } from '../../../decorators/record.js';
import type { EnumMember, FileForm, StandardType } from '../../../decorators/type-input.js';
import type { Constructor, JsonValue } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry } from '../rules/types.js';
import type { ResolvedValidation } from './validation-options.js';

/** Which way a value of a class goes: into the process (a request) or out of it (a response, a webhook). */
export type Direction = 'input' | 'output';

/** One way to look at a class: its direction, and class-transformer's groups and version. */
export interface View {
  readonly direction: Direction;
  /** class-transformer groups in force; empty means none were given. */
  readonly groups: readonly string[];
  /** class-transformer version in force. */
  readonly version: number | undefined;
  /** The media type of files that travel as they are (multipart forms, downloads). @default as base64 text */
  readonly binary?: string;
  /** The options that these requests are validated under. @default the application's */
  readonly validation?: ResolvedValidation;
  /** class-transformer's options that decide what a response holds, beside groups and version. @default its own */
  readonly exposure?: Exposing;
}

/** class-transformer's options of the same names. */
export interface Exposing {
  /** What a class without `@Expose` or `@Exclude` of its own sends. @default 'exposeAll' */
  readonly strategy?: 'excludeAll' | 'exposeAll';
  /** Only properties with `@Expose` are sent. @default false */
  readonly excludeExtraneousValues?: boolean;
  /** Properties whose names begin so are not sent. @default none */
  readonly excludePrefixes?: readonly string[];
}

/** How a union tells its members apart: the property, and the value that stands for each class. */
export interface UnionDiscriminator {
  readonly propertyName: string;
  readonly mapping: readonly { readonly value: string; readonly target: Constructor }[];
  /** Whether class-transformer leaves the property to the rules; undefined where the discriminator is not its own. */
  readonly kept?: boolean;
}

/** What a value is, before any validation rule narrows it. */
export type TypeRef =
  | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'bigint' }
  /** `Date`: an RFC 3339 string on the wire. */
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
  /** Resolved when it is reached, so that circular imports and recursion work. */
  | { readonly kind: 'lazy'; readonly resolve: () => TypeRef }
  /** Some object of which nothing more is known. */
  | { readonly kind: 'object' }
  /** A JSON Schema written by hand, and the classes that references in it stand for. */
  | {
      readonly kind: 'raw';
      readonly schema: Readonly<Record<string, unknown>>;
      readonly classes?: ReadonlyMap<string, Constructor>;
    }
  /** A schema of another library, which validates by itself. */
  | { readonly kind: 'standard'; readonly standard: StandardType }
  | { readonly kind: 'unknown' };

/** Values that the rules of a property do not run on: all of a JSON type, or one value of it. */
export interface Exemption {
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly value?: unknown;
}

/** One validation rule of a property, as class-validator runs it. */
export interface Rule {
  /** The name class-validator knows the rule by: `minLength`, `isEmail`, `customValidation`, … */
  readonly name: string;
  /** The application's own, whatever its name. */
  readonly custom: boolean;
  readonly constraints: readonly unknown[];
  /** The rule holds for each element instead of the value. */
  readonly each: boolean;
  /** The rule runs only if a `validateIf` of its own says so. */
  readonly condition: ((object: unknown, value: unknown) => unknown) | undefined;
  /** The entry of the table of rules; undefined for a rule without one. */
  readonly entry: RuleEntry | undefined;
}

/** A property of a class as one view sees it. */
export interface PropertyModel {
  /** The property's key in the class. */
  readonly key: string;
  /** Its name on the wire. */
  readonly name: string;
  readonly type: TypeRef;
  readonly rules: readonly Rule[];
  readonly required: boolean;
  /** Null is documented. */
  readonly nullable: boolean;
  /** Validation lets null through, documented or not. */
  readonly acceptsNull: boolean;
  /** Validation lets its absence through, documented or not. */
  readonly acceptsAbsence: boolean;
  /** `@ValidateNested`: the rules of the class behind the type hold. */
  readonly nested: boolean;
  /** Values that a `@ValidateIf` exempts from every rule. */
  readonly exempt: readonly Exemption[];
  /** A `@ValidateIf` may exempt any value from every rule, by other properties or in a way nobody can tell. */
  readonly conditional: boolean;
  /** What the rules see is not what travels: a `@Transform`, a setter or a `@Type` makes it. */
  readonly converted: boolean;
  /** Before validation, class-transformer converts scalars to what the compiler recorded. */
  readonly implicit: boolean;
  /** What the class itself gives the property where a request leaves it out. */
  readonly initial: JsonValue | undefined;
  readonly annotations: PropertyAnnotations;
  /** What @nestjs/swagger's decorators ask of the value; `checked`: rules run on it, which are then what counts. */
  readonly apiProperty:
    | { readonly keywords: Schema; readonly written: ReadonlySet<string>; readonly checked: boolean }
    | undefined;
}

/** A class as one view sees it. */
export interface ClassModel {
  readonly target: Constructor;
  /** What the component is called before clashes and views are settled. */
  readonly name: string;
  readonly view: View;
  /** In declaration order, the base class's first. */
  readonly properties: readonly PropertyModel[];
  /** Properties that the class does not declare are refused. */
  readonly closed: boolean;
  /** Decorators describe properties, of this view or of others. */
  readonly described: boolean;
  readonly annotations: ClassAnnotations;
}
