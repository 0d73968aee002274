import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDateString,
  IsDivisibleBy,
  IsEnum,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsISO4217CurrencyCode,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsPostalCode,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { plainCases } from './case.js';

export class Address {
  @IsString() @IsNotEmpty() @MaxLength(120) street!: string;
  @IsString() @Length(1, 60) city!: string;
  @IsOptional() @IsString() @MaxLength(60) state?: string;
  @IsPostalCode('any') postalCode!: string;
  @IsISO31661Alpha2() country!: string;
}

export class Money {
  @IsInt() @Min(0) amount!: number;
  @IsISO4217CurrencyCode() currency!: string;
}

export class ProductVariant {
  @Matches(/^[A-Z]{2,4}-\d{3,6}$/) sku!: string;
  @IsString() @MinLength(1) title!: string;
  @ValidateNested() @Type(() => Money) price!: Money;
  @IsInt() @Min(0) @Max(100000) stock!: number;
}

export class CreateProduct {
  @IsString() @Length(3, 80) name!: string;
  @IsOptional() @IsString() @MaxLength(2000) description?: string;
  @IsArray()
  @ArrayNotEmpty()
  @ValidateNested({ each: true })
  @Type(() => ProductVariant)
  variants!: ProductVariant[];
  @IsArray() @ArrayMaxSize(10) @ArrayUnique() @IsString({ each: true }) tags!: string[];
  @IsUrl({}, { each: true }) @ArrayMaxSize(8) images!: string[];
  @IsBoolean() published = false;
}

export class CartItem {
  @IsUUID('4') productId!: string;
  @IsInt() @IsPositive() @Max(99) quantity!: number;
  @IsOptional() @IsString() @MaxLength(100) note?: string;
}

export class Cart {
  @IsUUID() id!: string;
  @ValidateNested({ each: true }) @ArrayMaxSize(5) @Type(() => CartItem) items!: CartItem[];
  @IsIn(['EUR', 'USD', 'GBP']) currency!: string;
}

export enum ShippingMethod {
  Standard = 'standard',
  Express = 'express',
  Pickup = 'pickup',
}

export class CreateOrder {
  @ValidateNested() @Type(() => Cart) cart!: Cart;
  @ValidateNested() @Type(() => Address) shipping!: Address;
  @IsOptional() @ValidateNested() @Type(() => Address) billing?: Address;
  @IsEnum(ShippingMethod) method!: ShippingMethod;
  @IsOptional() @IsDateString() deliverAfter?: string;
}

export class Coupon {
  @Matches(/^[a-z0-9]+$/i) @Length(4, 12) code!: string;
  @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) @Max(100) percent!: number;
  @IsIn([1, 5, 10, null]) limit!: number | null;
  @IsOptional() @IsObject() conditions?: object;
}

export class Review {
  @IsInt() @Min(1) @Max(5) stars!: number;
  @IsString() @Length(10) text!: string;
  @IsOptional() @IsUrl({ protocols: ['https'], require_protocol: true }) photo?: string;
}

export class PackageSize {
  @IsNumber() @IsPositive() width!: number;
  @IsNumber() @IsPositive() height!: number;
  @IsDivisibleBy(5) weight!: number;
  @ArrayMinSize(2) @ArrayMaxSize(2) @IsNumber({}, { each: true }) center!: number[];
}

export const commerce = plainCases(
  Address,
  Money,
  ProductVariant,
  CreateProduct,
  CartItem,
  Cart,
  CreateOrder,
  Coupon,
  Review,
  PackageSize,
);
