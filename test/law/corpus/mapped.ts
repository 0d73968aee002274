import { Type } from 'class-transformer';
import {
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  MinLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ArrayOf } from '../../../decorators/types.js';
import { generic } from '../../../src/documents/model/type/generic.js';
import {
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '../../../src/documents/model/mapped-types.js';
import type { Constructor } from '../../../src/shared/types.js';
import { plainCases } from './case.js';
import { Address, CreateProduct } from './commerce.js';
import { Manager } from './people.js';
import { Exposed } from './settings.js';

export class UpdateProduct extends PartialType(CreateProduct) {}

export class CityOnly extends PickType(Address, ['city', 'country']) {}

export class Anonymous extends OmitType(Manager, ['name', 'reports']) {
  @IsString() alias!: string;
}

export class Timestamps {
  @IsInt() @Min(0) createdAt!: number;
  @IsOptional() @IsInt() updatedAt?: number;
}

export class StampedAddress extends IntersectionType(Address, Timestamps) {}

/** Redeclares a property of a mapped type. */
export class PatchExposed extends PartialType(Exposed) {
  @Max(50) declare limit?: number;
}

export class Label {
  @IsString() @Length(1, 8) text!: string;
}

export const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
  class Page {
    @ArrayOf(() => item)
    @IsArray()
    @ValidateNested({ each: true })
    @Type(() => item)
    items!: T[];
    @IsInt() @Min(0) total!: number;
  }
  return Page;
});

export const EdgeOf = generic('EdgeOf', <T>(item: Constructor<T>) => {
  class Edge {
    @ValidateNested() @Type(() => item) node!: T;
    @MinLength(1) cursor!: string;
  }
  return Edge;
});

export const mapped = plainCases(
  UpdateProduct,
  CityOnly,
  Anonymous,
  StampedAddress,
  PatchExposed,
  PageOf(Label),
  EdgeOf(Label),
  PageOf(EdgeOf(Address)),
);
