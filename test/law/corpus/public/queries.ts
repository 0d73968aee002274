import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsNumberString,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { plainCases } from '../case.js';
import { ColorOf, FlagOf, IdOf, MayBeAbsent, MomentOf, PinOf, WithoutSiblings } from './decorators.js';

const CHANNELS = ['in_app', 'email', 'sms'] as const;
enum Order {
  Asc = 'asc',
  Desc = 'desc',
}
enum Level {
  Low,
  High = 5,
}

const splitOf = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
const booleanOf = (object: Record<string, unknown>, key: string): unknown =>
  ({ true: true, false: false })[String(object[key])] ?? object[key];

class CursorPage {
  @IsOptional() @IsString() after?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Max(100) size?: number;
}
class NumberedPage {
  @Type(() => Number) @IsInt() @Min(1) number = 1;
}

/** A list's filters as they come off a query string. */
export class ListFilter {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) page?: number = 1;
  @IsOptional() @Transform(({ value }) => parseInt(value as string, 10)) @IsInt() @Max(100) limit = 20;
  @IsOptional() @IsEnum(CHANNELS, { message: 'No such channel' }) channel?: string;
  @IsOptional() @IsIn(CHANNELS, { each: true }) @Transform(splitOf) channels?: string[];
  @IsOptional() @Transform(({ value }) => value === 'true' || value === true) @IsBoolean() unread?: boolean;
  @Transform(({ obj }: { obj: Record<string, unknown> }) => booleanOf(obj, 'archived'))
  @IsBoolean()
  @IsOptional()
  archived?: boolean;
  @IsOptional() @IsDateString() from?: string;
  @IsOptional() @Type(() => String) @IsEnum(Order) order: Order = Order.Desc;
  @IsOptional() @Type(() => Number) @IsEnum(Level) level?: Level;
  @IsNumberString({ no_symbols: true })
  @ValidateIf(({ id }: ListFilter) => typeof id !== 'number')
  id!: number;
}

/** The kind of page is in what the page has. */
export class PagedSearch {
  @IsOptional() @IsString() @Length(2, 100) search?: string;
  @ValidateNested()
  @Type(({ object } = {} as never) => {
    const keys = Object.keys((object as { page?: object } | undefined)?.page ?? {});
    return keys.includes('after') ? CursorPage : NumberedPage;
  })
  @IsOptional()
  page?: CursorPage | NumberedPage;
  @IsOptional() @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) include?: string[];
}

/** Put together from the decorators of the house. */
export class AssetUpdate {
  @IdOf({ each: true }) ids!: string[];
  @IdOf({ optional: true, nullable: true }) stackId?: string | null;
  @FlagOf({ optional: true }) isFavorite?: boolean;
  @MomentOf({ optional: true }) takenAt?: Date;
  @MayBeAbsent({ nullable: true, emptyToNull: true }) @IsString() description?: string | null;
  @MayBeAbsent() @ColorOf() color?: string;
  @MayBeAbsent() @PinOf() pin?: string;
  @MayBeAbsent() @IsNumber() @WithoutSiblings('place') latitude?: number;
  @MayBeAbsent() @IsNotEmpty() place?: string;
}

export class MomentQuery {
  @MomentOf() since!: Date;
  @FlagOf() deep!: boolean;
  @Matches(/^([0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12})$/i)
  @ValidateIf((o: MomentQuery) => typeof o.owner === 'string')
  owner?: string;
}

export const queries = plainCases(ListFilter, PagedSearch, AssetUpdate, MomentQuery);
