import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDate,
  IsDefined,
  IsEnum,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Description, Enum, Example } from 'dtospec';
import { Customer } from './customer.js';
import { Entity } from './entity.js';
import { Money } from './money.js';
import { type CardPayment, Payment, paymentMethods, type TransferPayment } from './payment.js';

export enum OrderStatus {
  Placed = 'placed',
  Shipped = 'shipped',
}

export class OrderLine {
  @Description('Article number')
  @Example('LAMP-7')
  @IsString()
  @Length(1, 40)
  sku!: string;

  @Example(2)
  @IsInt()
  @Min(1)
  @Max(99)
  quantity!: number;
}

/** The body of a new order. */
export class NewOrder {
  @Example('0b8f1c3e-5b1d-4a59-9d0c-6a3c2f7e8d41')
  @IsUUID()
  customerId!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => OrderLine)
  lines!: OrderLine[];

  @IsObject()
  @ValidateNested()
  @Type(() => Payment, paymentMethods)
  payment!: CardPayment | TransferPayment;

  @Description('Note on the parcel')
  @Example('Please ring twice')
  @IsOptional()
  @IsString()
  @MaxLength(200)
  note?: string;
}

@Description('An order of a customer')
export class Order extends Entity {
  @Example(OrderStatus.Placed)
  @Enum(OrderStatus, { name: 'OrderStatus' })
  @IsEnum(OrderStatus)
  status!: OrderStatus;

  @IsDefined()
  @ValidateNested()
  @Type(() => Customer)
  customer!: Customer;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => OrderLine)
  lines!: OrderLine[];

  @IsObject()
  @ValidateNested()
  @Type(() => Payment, paymentMethods)
  payment!: CardPayment | TransferPayment;

  @IsDefined()
  @ValidateNested()
  @Type(() => Money)
  total!: Money;

  @Description('Note on the parcel')
  @Example('Please ring twice')
  @IsOptional()
  @IsString()
  @MaxLength(200)
  note?: string;

  @Description('Absent until the order ships')
  @Example('2026-03-15T16:20:00.000Z')
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  shippedAt?: Date;
}
