import { Type } from 'class-transformer';
import { Equals, IsDate, IsUUID } from 'class-validator';
import { Webhook } from 'dtospec';

/** What sender and receiver have in common: in a real system a package, or made of the document by the receiver. */
@Webhook('order.shipped')
export class OrderShipped {
  @Equals('order.shipped')
  type = 'order.shipped' as const;

  @IsUUID()
  orderId!: string;

  @Type(() => Date)
  @IsDate()
  shippedAt!: Date;
}
