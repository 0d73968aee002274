import { Type } from 'class-transformer';
import { IsArray, IsString, Length, ValidateNested } from 'class-validator';
import { Description, Example } from 'dtospec';

@Description('A category with its subcategories')
export class Category {
  @Example('Garden')
  @IsString()
  @Length(1, 60)
  name!: string;

  @Example([])
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Category)
  children!: Category[];
}
