import { Expose, Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsAlpha,
  IsArray,
  IsAscii,
  IsBoolean,
  IsByteLength,
  IsEnum,
  IsFQDN,
  IsIn,
  IsInt,
  IsMilitaryTime,
  IsNotEmpty,
  IsNotEmptyObject,
  IsNumber,
  IsObject,
  IsOptional,
  IsRgbColor,
  IsString,
  IsTimeZone,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { Enum, MapOf } from '../../../decorators/types.js';
import { plainCases, type ContractCase } from './case.js';

export enum Level {
  Low = 1,
  Mid = 2.5,
  High = 4,
}

export enum Theme {
  Light = 'light',
  Dark = 'dark',
}

export const Density = { Compact: 'compact', Cozy: 'cozy' } as const;

export enum Bits {
  None = 0,
  A = 1,
  B = 2,
}

export class Appearance {
  @Enum(Theme, { name: 'Theme' }) @IsEnum(Theme) theme: Theme = Theme.Light;
  @IsEnum(Density) density!: string;
  @IsOptional() @IsRgbColor() accent?: string;
  @Enum(Level) @IsEnum(Level) contrast!: Level;
}

export class Notifications {
  @IsBoolean() email = true;
  @IsBoolean() push!: boolean;
  @IsMilitaryTime() quietFrom = '22:00';
  @IsArray() @ArrayUnique() @IsEnum(Bits, { each: true }) channels: Bits[] = [];
}

/** An exposed property is set even where the request has none, so its default does not hold. */
export class Exposed {
  @Expose() @IsInt() limit = 10;
  @Expose() @IsOptional() @IsInt() offset = 0;
  @IsString() unit = 'items';
  @IsInt() wrong = 'not a number' as unknown as number;
}

/** Rules of the whole list and of its elements, mixed. */
export class Lists {
  @IsString({ each: true }) @Length(1, 5, { each: true }) @ArrayMinSize(1) names!: string[];
  @IsInt({ each: true }) @Min(0, { each: true }) @Max(9, { each: true }) digits!: number[];
  @IsNotEmpty({ each: true }) @IsOptional({ each: true }) anything?: unknown[];
  @NotEquals(0, { each: true }) nonZero?: number[];
  @IsIn(['a', 'b', 3], { each: true }) choice!: (string | number)[];
  @ArrayNotEmpty() @IsObject({ each: true }) objects!: object[];
}

export class Profile {
  @IsAlpha() initials!: string;
  @IsAscii() @IsByteLength(1, 10) handle!: string;
  @IsTimeZone() zone!: string;
  @IsOptional() @IsFQDN() domain?: string;
  @Matches(/^\p{Lu}/u) @MinLength(2) @MaxLength(6) name!: string;
}

/** An instance has both fields, so an empty object is not empty to validation. */
class Limits {
  @IsOptional() @IsInt() soft?: number;
  @IsOptional() @IsInt() hard?: number;
}

export class FeatureFlags {
  @MapOf(() => Boolean) @IsObject() flags!: Record<string, boolean>;
  @IsOptional() @MapOf(() => Number) weights?: Record<string, number>;
  @IsOptional() @IsNotEmptyObject() @ValidateNested() @Type(() => Limits) limits?: Limits;
  @IsNumber({ allowNaN: true, allowInfinity: true }) ratio!: number;
}

export const settings: readonly ContractCase[] = [
  ...plainCases(Appearance, Notifications, Exposed, Lists, Profile),
  { target: FeatureFlags, values: [{ flags: {}, ratio: 1, limits: {} }] },
];
