import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsBooleanString,
  IsDate,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxDate,
  MaxLength,
  Min,
  MinDate,
  ValidateNested,
} from 'class-validator';
import { TypeOf } from '../../../decorators/types.js';
import { plainCases } from './case.js';

export class PageQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) page = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) perPage = 20;
  @IsOptional() @IsString() @MaxLength(40) cursor?: string;
}

export class SearchQuery extends PageQuery {
  @IsString() @Length(1, 80) q!: string;
  @IsOptional() @IsIn(['asc', 'desc']) order: 'asc' | 'desc' = 'asc';
  @TypeOf(() => String)
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @IsArray()
  @IsString({ each: true })
  fields!: string[];
}

export class DateRange {
  @IsDate() @Type(() => Date) @MinDate(new Date('2000-01-01T00:00:00Z')) from!: Date;
  @IsOptional() @IsDate() @Type(() => Date) @MaxDate(new Date('2100-01-01T00:00:00Z')) to?: Date;
}

export class Filter {
  @IsIn(['eq', 'lt', 'gt']) op!: string;
  @IsString() field!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Filter) all?: Filter[];
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Filter) any?: Filter[];
}

export class ReportQuery {
  @ValidateNested() @Type(() => DateRange) range!: DateRange;
  @IsOptional() @IsBooleanString() details?: string;
  @Transform(({ value }: { value: unknown }) => value === 'true' || value === true)
  @IsBoolean()
  draft!: boolean;
  @IsOptional() @ArrayMaxSize(3) @IsNumber({}, { each: true }) @Type(() => Number) buckets?: number[];
}

export class FlagQuery {
  @Type(() => Boolean) @IsBoolean() active!: boolean;
  @Type(() => String) @IsString() @Length(2) code!: string;
  @IsISO8601() since!: string;
}

/** Without validators nothing is checked, and the types are the declared ones only. */
export class LooseQuery {
  @IsOptional() limit?: number;
  @IsOptional() @Type(() => Date) after?: Date;
  @IsOptional() tags?: string[];
}

export const search = plainCases(
  PageQuery,
  SearchQuery,
  DateRange,
  Filter,
  ReportQuery,
  FlagQuery,
  LooseQuery,
);
