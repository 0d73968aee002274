import { Exclude, Expose, Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsBase64,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsEmpty,
  IsEnum,
  IsHash,
  IsHexadecimal,
  IsIn,
  IsInt,
  IsIP,
  IsJWT,
  IsLowercase,
  IsNotEmpty,
  IsNotIn,
  IsOptional,
  IsPhoneNumber,
  IsString,
  IsStrongPassword,
  Length,
  Matches,
  MaxLength,
  MinLength,
  NotEquals,
  NotContains,
} from 'class-validator';
import { plainCases } from './case.js';

export class Register {
  @IsEmail() email!: string;
  @IsStrongPassword() password!: string;
  @IsString() @MinLength(2) @MaxLength(40) displayName!: string;
  @Equals(true) acceptTerms!: boolean;
  @IsOptional() @IsPhoneNumber() phone?: string;
}

export class Login {
  @IsEmail() @MaxLength(254) email!: string;
  @IsNotEmpty() password!: string;
  @IsOptional() @IsBoolean() remember?: boolean;
}

export class UserName {
  @IsLowercase()
  @Matches(/^[a-z][a-z0-9_]*$/)
  @NotContains('__')
  @IsNotIn(['admin', 'root'])
  @Length(3, 20)
  name!: string;
}

export class RefreshToken {
  @Expose({ name: 'refresh_token' }) @IsJWT() refreshToken!: string;
  @Expose({ name: 'client_id' }) @IsHexadecimal() clientId!: string;
  @Expose({ name: 'grant_type' }) @Equals('refresh_token') grantType!: string;
}

export enum Role {
  Guest,
  Member,
  Admin = 10,
}

export class AssignRole {
  @IsInt() userId!: number;
  @IsEnum(Role) role!: Role;
  @IsOptional() @IsEnum(Role, { each: true }) extra?: Role[];
}

export class ResetPassword {
  @IsBase64() token!: string;
  @MinLength(8) @MaxLength(72) @Matches(/[0-9]/) @Matches(/[A-Z]/) @Matches(/[a-z]/) password!: string;
  @IsEmpty() website?: string;
}

export class ApiKey {
  @Exclude({ toPlainOnly: true }) @IsHash('sha256') secret!: string;
  @IsArray() @ArrayNotEmpty() @IsIn(['read', 'write', 'admin'], { each: true }) scopes!: string[];
  @IsIP(4, { each: true }) @IsOptional() allowFrom?: string[];
  @IsDate() @Type(() => Date) expires!: Date;
  @Exclude({ toClassOnly: true }) @IsOptional() @IsInt() uses?: number;
}

@Exclude()
export class Credentials {
  @Expose() @IsString() @Length(1, 30) login!: string;
  @Expose({ toClassOnly: true }) @IsString() @MinLength(4) secret!: string;
  @IsOptional() @IsString() never?: string;
}

export class SecondFactor {
  @Matches(/^\d{6}$/) code!: string;
  @NotEquals('') @NotEquals(null) device!: string;
  @IsDefined() payload!: unknown;
}

export const auth = plainCases(
  Register,
  Login,
  UserName,
  RefreshToken,
  AssignRole,
  ResetPassword,
  ApiKey,
  Credentials,
  SecondFactor,
);
