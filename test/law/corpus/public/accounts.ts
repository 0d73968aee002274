import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayUnique,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsInstance,
  IsInt,
  IsJSON,
  IsNotEmpty,
  IsNotEmptyObject,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { PartialType } from '../../../../src/documents/model/mapped-types.js';
import { plainCases, type ContractCase } from '../case.js';
import { IsFree, SameAs } from './decorators.js';

enum Role {
  User = 'user',
  Admin = 'admin',
}
enum Status {
  Inactive,
  Active,
}

const lowered = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.toLowerCase().trim() : value;

export class PostalAddress {
  @IsString() @IsNotEmpty() street!: string;
  @IsOptional() @IsString() @Matches(/^\d{5}(-\d{4})?$/) zip?: string;
  @IsOptional() @IsObject() geo?: { lat: number; lng: number };
}

export class Registration {
  @Transform(lowered) @IsEmail() @IsNotEmpty() email!: string;
  @IsString()
  @MinLength(8)
  @MaxLength(72)
  @Matches(/^(?=.*[a-z])(?=.*\d).+$/i, { message: 'too weak' })
  password!: string;
  @SameAs('password') repeat!: string;
  @IsString() @Validate(IsFree) name!: string;
  @IsOptional() @IsEnum(Role, { each: true }) @ArrayUnique() roles: Role[] = [Role.User];
  @IsOptional() @IsEnum(Status) status: Status = Status.Active;
  @IsOptional() @ValidateNested() @Type(() => PostalAddress) address?: PostalAddress;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => PostalAddress) others?: Map<
    string,
    PostalAddress
  >;
  @IsOptional() @IsObject() @IsNotEmptyObject() settings?: Record<string, Record<string, number>>;
  @IsOptional() @IsJSON() meta?: string;
}

/** Looked at only where something was typed in. */
export class UpdateAccount extends PartialType(Registration) {
  @ValidateIf((o: UpdateAccount) => typeof o.nick === 'string' && o.nick.length > 0)
  @IsOptional()
  @IsString()
  @Matches(/^[\w.-]{3,}$/)
  nick?: string;
  @ValidateIf((o: UpdateAccount) => typeof o.category === 'string' && !o.category.startsWith('dynamic:'))
  @IsString()
  @IsEnum(Role)
  category?: string;
  @ValidateIf((o: UpdateAccount) => o.deletedAt !== null)
  @IsOptional()
  @IsDate()
  @Type(() => Date)
  deletedAt?: Date | null;
  @ValidateIf((o: UpdateAccount) => (typeof o.ownerId as unknown) === null) @IsUUID(4) ownerId?:
    | string
    | null;
}

/** Two conditions on a property, which must both hold, about a property that does not exist. */
export class Transfer {
  @IsString() name!: string;
  @ValidateIf((o: Record<string, unknown>) => typeof o.value === 'string')
  @IsString()
  @ValidateIf((o: Record<string, unknown>) => typeof o.value === 'number')
  @IsNumber()
  account!: string;
  @IsOptional() @IsInt({ groups: ['create'] }) @Min(1, { always: true }) amount?: number;
  @Expose({ groups: ['admin'] }) @IsOptional() @IsString() note?: string;
}

/** Settings of a process, read from strings. */
export class Environment {
  @IsString() HOST!: string;
  @IsNumber() @Min(0) @Max(65_535) @IsOptional() PORT = 5432;
  @IsBoolean()
  @IsOptional()
  @Transform(({ obj }: { obj: Record<string, unknown> }) => obj.USE_TLS === 'true')
  USE_TLS?: boolean;
  @ValidateIf((one: Environment) => !!one.USE_TLS) @IsString() CA_PATH!: string;
}

export class Wallet {
  @Type(() => PostalAddress) @IsInstance(PostalAddress) home!: PostalAddress;
  @Transform(({ value }) => BigInt(value as string), { toClassOnly: true }) @Allow() balance!: bigint;
  @Exclude() @IsOptional() secret?: string;
  @Expose({ name: 'wallet_id' }) @IsUUID() id!: string;
}

/** Secrets that agree, as no schema says. */
const ADA = { email: 'ada@example.com', password: 'passw0rd!', repeat: 'passw0rd!', name: 'ada' };
const ADDRESS = { street: 'Am Markt 1', zip: '12345', geo: { lat: 1, lng: 2 } };

export const accounts: readonly ContractCase[] = [
  {
    target: Registration,
    values: [
      ADA,
      { ...ADA, email: ' Ada@Example.com ', roles: ['admin'], status: 0, address: ADDRESS, meta: '{}' },
      { ...ADA, others: { home: ADDRESS }, settings: { mail: { daily: 1 } } },
    ],
  },
  {
    target: UpdateAccount,
    values: [
      { ...ADA, nick: '' },
      { password: 'x1234567', repeat: 'x1234567', nick: 'ada', deletedAt: null },
      { ...ADA, category: 'dynamic:7' },
    ],
  },
  ...plainCases(PostalAddress, Transfer, Environment, Wallet),
  { target: Transfer, groups: ['create'] },
  { target: Transfer, groups: ['admin'] },
];
