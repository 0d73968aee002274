import { IsInt, IsOptional, IsString } from 'class-validator';
import { Description, Example } from 'dtospec';

@Description('Why a request failed (RFC 9457)')
export class Problem {
  @Example('The request is not valid')
  @IsString()
  title!: string;

  @Example(422)
  @IsInt()
  status!: number;

  @Description('One line for each thing that is wrong')
  @IsOptional()
  @IsString({ each: true })
  errors?: string[];
}
