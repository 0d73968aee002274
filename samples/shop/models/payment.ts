import type { TypeOptions } from 'class-transformer';
import { Equals, IsString, Length, Matches } from 'class-validator';
import { Description, Example } from 'dtospec';

/** Without rules, so that validation rejects an unknown method. */
export abstract class Payment {
  abstract method: string;
}

@Description('Payment by card')
export class CardPayment extends Payment {
  @Example('card')
  @Equals('card')
  method!: 'card';

  @Example('4242')
  @Matches(/^[0-9]{4}$/)
  lastDigits!: string;
}

@Description('Payment by bank transfer')
export class TransferPayment extends Payment {
  @Example('transfer')
  @Equals('transfer')
  method!: 'transfer';

  @Example('DE02120300000000202051')
  @IsString()
  @Length(15, 34)
  iban!: string;
}

/** The discriminator for class-transformer. */
export const paymentMethods: TypeOptions = {
  keepDiscriminatorProperty: true,
  discriminator: {
    property: 'method',
    subTypes: [
      { name: 'card', value: CardPayment },
      { name: 'transfer', value: TransferPayment },
    ],
  },
};
