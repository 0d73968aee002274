import { Type } from 'class-transformer';
import { Equals, IsDate, IsString, IsUUID } from 'class-validator';
import { Description, Webhook } from 'dtospec';

@Webhook('order.shipped')
@Description('Sent when a parcel leaves the shop')
export class OrderShipped {
  @IsString()
  @Equals('order.shipped')
  event = 'order.shipped' as const;

  @Description('A receiver may get a message twice: this tells')
  @IsUUID()
  id!: string;

  @IsUUID()
  orderId!: string;

  @Type(() => Date)
  @IsDate()
  shippedAt!: Date;
}
