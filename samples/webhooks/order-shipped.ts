import { Type } from 'class-transformer';
import { Equals, IsDate, IsUUID } from 'class-validator';
import { Webhook } from 'dtospec';

/** Shared by sender and receiver. In a real system, it is in a package, or the receiver generates it from the document. */
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
