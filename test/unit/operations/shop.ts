import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Expose } from 'class-transformer';
import { Cookie, Header, Path, Query, WriteOnly } from '../../../src/index.js';

export class ItemPath {
  @Path('id') @IsInt() @Min(1) id!: number;
}

export class Range {
  @IsOptional() @IsNumber() min?: number;
  @IsOptional() @IsNumber() max?: number;
}

export class ItemQuery {
  @Query('page_size') @IsOptional() @IsInt() @Min(1) @Max(50) pageSize?: number;
  @IsOptional() @IsBoolean() open?: boolean;
  @IsOptional() @IsArray() @IsIn(['a', 'b', 'c'], { each: true }) tags?: string[];
  @IsOptional() @IsArray() @IsInt({ each: true }) @Type(() => Number) ids?: number[];
  @IsOptional() @IsDate() @Type(() => Date) since?: Date;
  @IsOptional() @ValidateNested() @Type(() => Range) price?: Range;
}

export class ItemHeaders {
  @Header('X-Tenant') @IsOptional() @IsString() @MinLength(2) tenant?: string;
}

export class ItemCookies {
  @Cookie('seen') @IsOptional() @IsInt() seen?: number;
}

export class Line {
  @IsString() @MinLength(2) sku!: string;
  @IsInt() @Min(1) quantity!: number;
}

export class NewOrder {
  @IsEmail() email!: string;
  @Expose({ name: 'order_lines' }) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}

export class Order {
  @IsInt() id!: number;
  @IsString() email!: string;
  @IsDate() @Type(() => Date) placed!: Date;
  @Expose({ name: 'line_count' }) @IsInt() lineCount!: number;
  @IsOptional() @IsString() @WriteOnly() secret?: string;
}

export class Login {
  @IsString() @MinLength(3) user!: string;
  @IsInt() age!: number;
  @IsOptional() @IsArray() @IsInt({ each: true }) @Type(() => Number) codes?: number[];
  @IsOptional() @ValidateNested() @Type(() => Range) limits?: Range;
}
