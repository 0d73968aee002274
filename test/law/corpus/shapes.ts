import { Type } from 'class-transformer';
import {
  IsArray,
  IsInstance,
  IsInt,
  IsLatitude,
  IsNotEmpty,
  IsNotEmptyObject,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { ContractCase } from './case.js';

class Item {
  @IsInt() size!: number;
}

/** Rules of one value beside rules of elements, or beside a list: a single value is all that passes. */
export class SingleAfterAll {
  @IsObject() @ValidateNested({ each: true }) @Type(() => Item) item!: Item;
  @IsNotEmptyObject() @ValidateNested({ each: true }) @Type(() => Item) filled!: Item;
  @IsOptional() @IsInstance(Item) @ValidateNested({ each: true }) @Type(() => Item) made?: Item;
  @IsOptional() @IsObject() @Type(() => Item) items?: Item[];
  @IsOptional() @IsString() @Type(() => String) texts?: string[];
  @IsOptional() @IsInt() @Type(() => Number) sizes?: number[];
  @IsOptional() @IsLatitude() @IsLatitude({ each: true }) latitude?: number;
}

/** A list, whatever was declared. */
export class ListAfterAll {
  @IsArray() entries!: Map<string, string>;
}

/** Lists for which some compilers record no list. class-validator accepts one value, too. */
export class OneOrMany {
  @ValidateNested() @Type(() => Item) items!: readonly Item[];
  @IsOptional() @ValidateNested() @Type(() => Item) others?: Item[] | null;
  @IsOptional() @IsNotEmpty() @Type(() => Number) sizes?: number[] | null;
}

const ITEM = { size: 1 };

export const shapes: readonly ContractCase[] = [
  {
    target: SingleAfterAll,
    values: [
      { item: ITEM, filled: ITEM },
      { item: ITEM, filled: ITEM, made: ITEM, items: ITEM, texts: 'a', sizes: 1, latitude: 1 },
    ],
  },
  {
    target: OneOrMany,
    values: [
      { items: [ITEM], others: [ITEM, ITEM], sizes: [1, 2] },
      { items: ITEM, others: ITEM, sizes: 1 },
    ],
    rejected: [{ items: [{ size: 'a' }] }, { items: { size: 'a' } }],
  },
  { target: ListAfterAll, values: [{ entries: [] }, { entries: ['a'] }] },
];
