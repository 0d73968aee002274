import { Expose, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsDate,
  IsDefined,
  IsEmpty,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUppercase,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
  ValidatePromise,
} from 'class-validator';
import { Optional, Required } from '../../../decorators/annotations.js';
import { plainCases } from './case.js';

/** Names that mean something to JavaScript, to lists or to promises. */
export class SpokenNames {
  @IsOptional() @IsString() length?: string;
  @IsString() prototype!: string;
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @IsInt() then?: number;
  @IsDefined() default!: unknown;
}

export class Bare {
  @IsString() name!: string;
}

/** Nested objects that class-transformer makes no instances of. */
export class Untyped {
  @ValidateNested() bare!: Bare;
  @ValidateNested({ each: true }) list!: Bare[];
  @ValidateNested({ each: true }) @Type(() => Object) anything!: object[];
  @IsOptional() @IsInt() size?: number;
}

export class Ruleless {
  name?: string;
}

export class HoldsRuleless {
  @ValidateNested() @Type(() => Ruleless) one!: Ruleless;
  @ValidateNested({ each: true }) @IsArray() @Type(() => Ruleless) many!: Ruleless[];
}

/** No rule makes these required. */
export class Permissive {
  @Allow() any?: unknown;
  @IsEmpty() nothing?: unknown;
  @ValidatePromise() @IsOptional() later?: unknown;
  @IsNotEmpty() something!: unknown;
  @IsObject() @IsNotEmpty() object!: object;
}

/** Both names are bound, the later key wins. */
export class Renamed {
  @Expose({ name: 'user_name' }) @IsString() @Length(1, 9) userName!: string;
  @Expose({ name: 'b' }) @IsOptional() @IsInt() a?: number;
  @Expose({ name: 'c-d' }) @IsOptional() @IsString() cd?: string;
}

export class Accessors {
  #size = 1;
  @IsInt() @IsPositive() get size(): number {
    return this.#size;
  }
  set size(value: number) {
    this.#size = value;
  }
  #code = 'none';
  @Expose() @IsUppercase() @Length(2, 4) get code(): string {
    return this.#code;
  }
  set code(value: unknown) {
    this.#code = String(value).trim().toUpperCase();
  }
  @Expose() get double(): number {
    return this.#size * 2;
  }
}

/** Without rules that look at the type. */
@Required()
export class Declared {
  @Allow() text!: string;
  @Optional() @Allow() count?: number;
  @IsDefined() flag!: boolean;
}

/** Nested @Type without @ValidateNested: instances that nobody checks. */
export class Unchecked {
  @Type(() => Bare) @IsOptional() bare?: Bare;
  @Type(() => Bare) @IsArray() bares!: Bare[];
  @Type(() => Bare) @IsObject() must!: Bare;
}

/** What the class itself sets is checked like any value, and only undefined and null are spared. */
export class PoorDefaults {
  @IsOptional() @IsNotEmpty() @IsString() key = '';
  @IsOptional() @IsPositive() size: number | null = null;
  @IsOptional() @MaxLength(9) note = 'none';
}

/** Rules that no value or nearly no value passes. */
export class Contradictory {
  @IsOptional() @IsString() @IsInt() never?: unknown;
  @IsOptional() @Matches(/^a/) @Matches(/b$/) @MaxLength(3) both?: string;
  @IsDate() date!: Date;
}

export const oddities = plainCases(
  SpokenNames,
  Untyped,
  HoldsRuleless,
  Permissive,
  Renamed,
  Accessors,
  Declared,
  Unchecked,
  PoorDefaults,
  Contradictory,
);
