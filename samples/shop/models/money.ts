import { IsEnum, IsInt, Min } from 'class-validator';
import { Description, Enum, Example } from 'dtospec';

export enum Currency {
  Euro = 'EUR',
  Dollar = 'USD',
}

@Description('An amount in the smallest unit of its currency')
export class Money {
  @Example(1999)
  @IsInt()
  @Min(0)
  amount!: number;

  @Example(Currency.Euro)
  @Enum(Currency, { name: 'Currency' })
  @IsEnum(Currency)
  currency!: Currency;
}
