import { Type } from 'class-transformer';
import { IsArray, IsEnum, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { ArrayOf, Default, Description, Enum, Example, generic, type Constructor } from 'dtospec';
import { OrderStatus } from './order.js';

/** The page of a list that a client asks for. */
export class PageQuery {
  @Description('Page number, from 1')
  @Default(1)
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  page = 1;

  @Description('Items per page')
  @Default(20)
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize = 20;
}

/** Which orders, and which page of them. */
export class OrderQuery extends PageQuery {
  @Description('Filter by status')
  @Example(OrderStatus.Placed)
  @Enum(OrderStatus, { name: 'OrderStatus' })
  @IsOptional()
  @IsEnum(OrderStatus)
  status?: OrderStatus;
}

/** `PageOf(Order)` is a class of its own, `PageOfOrder`. */
export const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
  class Page {
    @ArrayOf(() => item)
    @IsArray()
    @ValidateNested({ each: true })
    items!: T[];

    @Description('Number of items in all pages')
    @Example(1)
    @IsInt()
    @Min(0)
    total!: number;
  }
  return Page;
});

/** The page that was asked for. */
export function pageOf<T>(item: Constructor<T>, items: readonly T[], { page, pageSize }: PageQuery) {
  const start = (page - 1) * pageSize;
  return Object.assign(new (PageOf(item))(), {
    items: items.slice(start, start + pageSize),
    total: items.length,
  });
}
