import { Type } from 'class-transformer';
import { Equals, IsDate, IsString, IsUUID } from 'class-validator';
import { Description, Example, Webhook } from 'dtospec';

@Webhook('order.shipped')
@Description('Sent when an order ships')
export class OrderShipped {
  @Example('order.shipped')
  @IsString()
  @Equals('order.shipped')
  event = 'order.shipped' as const;

  @Description('Id of the event, the same in every attempt')
  @Example('7f0c2f0e-93a5-4f0b-8f5d-2b9a7d3c1e60')
  @IsUUID()
  id!: string;

  @Example('3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34')
  @IsUUID()
  orderId!: string;

  @Example('2026-03-15T16:20:00.000Z')
  @Type(() => Date)
  @IsDate()
  shippedAt!: Date;
}
