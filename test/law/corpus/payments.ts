import { Type } from 'class-transformer';
import {
  Equals,
  IsAlphanumeric,
  IsBIC,
  IsCreditCard,
  IsDecimal,
  IsDefined,
  IsEnum,
  IsIBAN,
  IsInt,
  IsNumber,
  IsNumberString,
  IsOptional,
  IsString,
  IsUppercase,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { OneOf } from '../../../decorators/types.js';
import { plainCases } from './case.js';

export class Payment {
  @IsString() method!: string;
}

export class CardPayment extends Payment {
  @IsCreditCard() number!: string;
  @Matches(/^(0[1-9]|1[0-2])\/\d{2}$/) expiry!: string;
  @IsNumberString() @Length(3, 4) cvc!: string;
}

export class BankPayment extends Payment {
  @IsIBAN() iban!: string;
  @IsOptional() @IsBIC() bic?: string;
}

export class Charge {
  @IsNumber({ maxDecimalPlaces: 2 }) @Min(0.01) amount!: number;
  @IsDefined()
  @ValidateNested()
  @Type(() => Payment, {
    discriminator: {
      property: 'method',
      subTypes: [
        { name: 'card', value: CardPayment },
        { name: 'bank', value: BankPayment },
      ],
    },
    keepDiscriminatorProperty: true,
  })
  source!: CardPayment | BankPayment;
}

export class Fee {
  @IsDecimal({ decimal_digits: '2' }) fixed!: string;
  @IsOptional() @Min(0) @Max(1) rate?: number;
}

export class Payout {
  @IsUppercase() @IsAlphanumeric() reference!: string;
  @ValidateNested() @Type(() => Fee) fee: Fee = new Fee();
  @IsInt() attempts = 0;
}

export enum Status {
  Open = 'open',
  // oxlint-disable-next-line typescript/no-mixed-enums -- mixed enums are what is tested
  Paid = 1,
  Void = 'void',
  Failed = -1,
}

export class Invoice {
  @IsEnum(Status) status!: Status;
  @IsEnum(Status, { each: true }) history!: Status[];
  @Equals(null) deletedAt!: null;
  @Equals(3) version!: number;
}

export class Refund {
  @OneOf(() => [String, Number]) @IsDefined() reason!: string | number;
  @IsEnum({ full: 'full', partial: 'partial' }) kind!: string;
}

export const payments = plainCases(CardPayment, BankPayment, Charge, Fee, Payout, Invoice, Refund);
