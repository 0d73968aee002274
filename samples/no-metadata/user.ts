import { IsBoolean, IsEnum, IsInt, IsObject, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { ArrayOf, Description } from 'dtospec';

enum Role {
  Admin = 'admin',
  Guest = 'guest',
}

class Address {
  @IsString() street!: string;
}

export class User {
  // The validator declares the type.
  @IsString() name!: string;
  @IsInt() age!: number;
  @IsEnum(Role) role!: Role;

  // class-transformer is told anyway, or the nested object would stay plain.
  @IsObject() @ValidateNested() @Type(() => Address) address!: Address;

  // A decorator of dtospec declares a type that no validator does.
  @ArrayOf(() => Address) former!: Address[];

  // Nothing declares the type. With `emitDecoratorMetadata`, the compiler would record it.
  @Description('When the account was opened') since!: Date;

  @IsBoolean() active!: boolean;
}
