// Built once, as CommonJS, which both kinds of services load: so there is one class Order in a process, not two.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Min,
  ValidateNested,
} from 'class-validator';
import { Description, Example } from 'dtospec';

export class OrderLine {
  @IsString()
  @Length(3, 20)
  @Example('LAMP-1')
  sku!: string;

  @IsInt()
  @Min(1)
  quantity!: number;
}

export class Order {
  @IsUUID()
  id!: string;

  @Description('Ordered articles, each once')
  @IsArray()
  @ArrayNotEmpty()
  @ValidateNested({ each: true })
  @Type(() => OrderLine)
  lines!: OrderLine[];
}
