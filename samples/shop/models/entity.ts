import { Type } from 'class-transformer';
import { IsDate, IsUUID } from 'class-validator';
import { Description } from 'dtospec';

/** What everything that the shop keeps has. */
export class Entity {
  @Description('Given by the shop')
  @IsUUID()
  id!: string;

  @Type(() => Date)
  @IsDate()
  createdAt!: Date;
}
