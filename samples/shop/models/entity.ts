import { Type } from 'class-transformer';
import { IsDate, IsUUID } from 'class-validator';
import { Description, Example } from 'dtospec';

/** Properties of every stored object. */
export class Entity {
  @Description('Assigned by the server')
  @Example('0b8f1c3e-5b1d-4a59-9d0c-6a3c2f7e8d41')
  @IsUUID()
  id!: string;

  @Example('2026-03-14T09:26:53.000Z')
  @Type(() => Date)
  @IsDate()
  createdAt!: Date;
}
