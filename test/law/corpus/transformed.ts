import { Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsInt,
  IsMongoId,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ArrayOf, Enum, TypeOf } from '../../../decorators/types.js';
import { plainCases } from './case.js';

const trim = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim() : value);
const lower = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

export enum Channel {
  Mail = 'mail',
  Push = 'push',
}

/** Tidied before it is looked at, as most services do, with a type decorator that says what travels. */
export class SignUp {
  @TypeOf(() => String) @Transform(trim) @Transform(lower) @IsEmail() email!: string;
  @TypeOf(() => String) @Transform(trim) @IsString() @Length(2, 40) name!: string;
  @TypeOf(() => String) @IsOptional() @Transform(trim) @MaxLength(200) about?: string;
  @TypeOf(() => String)
  @Transform(({ value }) => (value === '' ? undefined : (value as unknown)))
  @IsOptional()
  @IsString()
  city?: string;
  @Enum(Channel) @Transform(lower) @IsEnum(Channel) channel!: Channel;
}

/** A query string: every value is a text, or a number already. */
export class ListQuery {
  @TypeOf(() => Number) @Transform(({ value }) => parseInt(String(value), 10)) @IsInt() @Min(1) page = 1;
  @TypeOf(() => Number)
  @Transform(({ value }) => Number(value))
  @IsNumber()
  @Max(100)
  @IsOptional()
  limit?: number;
  @TypeOf(() => Boolean)
  @Transform(({ value }) => value === true || value === 'true')
  @IsBoolean()
  @IsOptional()
  archived?: boolean;
  @Transform(({ value }) => value === 'true') @IsBoolean() @IsOptional() textOnly?: boolean;
  @ArrayOf(() => String)
  @Transform(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]))
  @IsArray()
  @IsString({ each: true })
  tags!: string[];
  @Transform(({ value }) => String(value).split(',')) @IsString({ each: true }) fields!: string[];
  @Transform(({ value }) => new Date(value as string)) @IsDate() since!: Date;
}

/** Values that the request does not hold, or not so. */
export class Made {
  @Expose() @Transform(({ value }) => (value as unknown) ?? 'none') @IsString() filled!: string;
  @Expose() @Transform(({ obj }: { obj: Made }) => `${obj.first}-${obj.last}`) @IsString() joined!: string;
  @Transform(() => undefined) @IsOptional() @IsInt() dropped?: number;
  @Transform(({ value }) => `cat.${String(value)}`) @IsString() @Length(5, 40) prefixed!: string;
  @IsString() first!: string;
  @IsString() last!: string;
}

export class Row {
  @TypeOf(() => String) @Transform(trim) @IsNotEmpty() sku!: string;
  @Transform(({ value }) => Math.min(Number(value), 99)) @IsInt() count!: number;
}

/** Lists of ids and of tidied rows; an id that is nothing is no id. */
export class Batch {
  @IsArray() @ArrayNotEmpty() @IsMongoId({ each: true }) @IsNotEmpty({ each: true }) ids!: string[];
  @IsNotEmpty({ each: true }) @IsString({ each: true }) names!: string[];
  @ValidateNested({ each: true }) @Type(() => Row) @IsArray() rows!: Row[];
}

/** A list of which nothing is left where the request is signed otherwise. */
export class Signed {
  @IsOptional() @IsNotEmpty() signature?: string;
  @Transform(({ value, obj }: { value: unknown; obj: Signed }) =>
    obj.signature === undefined ? value : undefined,
  )
  @Type(() => String)
  @IsOptional()
  @IsString({ each: true })
  @ArrayMinSize(2)
  signatures?: string[];
}

export const transformed = plainCases(SignUp, ListQuery, Made, Row, Batch, Signed);
