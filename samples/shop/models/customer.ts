import { IsEmail, IsString, Length } from 'class-validator';
import { Description, Example } from 'dtospec';
import { Entity } from './entity.js';

@Description('A registered customer')
export class Customer extends Entity {
  @Example('Ada Lovelace')
  @IsString()
  @Length(1, 80)
  name!: string;

  @Example('ada@example.com')
  @IsEmail()
  email!: string;
}

export class NewCustomer {
  @Example('Ada Lovelace')
  @IsString()
  @Length(1, 80)
  name!: string;

  @Example('ada@example.com')
  @IsEmail()
  email!: string;
}
