import { Expose, Type } from 'class-transformer';
import {
  IsDefined,
  IsEmail,
  IsEmpty,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { ContractCase } from './case.js';

export class Account {
  @IsEmpty({ groups: ['create'] }) @IsUUID(undefined, { groups: ['update'] }) id?: string;
  @IsString({ always: true }) @Length(2, 20, { groups: ['create', 'update'] }) name!: string;
  @IsEmail({}, { groups: ['create'] }) @IsOptional({ groups: ['update'] }) email!: string;
  @IsInt() plain!: number;
}

export class Line {
  @IsInt({ groups: ['create'] }) @Min(1, { always: true }) quantity!: number;
  @IsString({ groups: ['update'] }) note!: string;
}

export class Basket {
  @ValidateNested({ each: true, groups: ['create'] }) @Type(() => Line) lines!: Line[];
  @IsDefined({ always: true }) owner!: unknown;
}

export class Member {
  @Expose() @IsString({ always: true }) name!: string;
  @Expose({ groups: ['admin'] }) @IsInt({ always: true }) level!: number;
  @Expose({ groups: ['admin', 'staff'], name: 'internal_note' })
  @IsOptional({ always: true })
  @IsString({ always: true })
  @MaxLength(10, { groups: ['staff'] })
  note?: string;
}

/** Without rules that always run, no group leaves nothing to check. */
export class OnlyGrouped {
  @IsString({ groups: ['a'] }) first!: string;
  @IsString({ groups: ['b'] }) second!: string;
}

export const groups: ContractCase[] = [
  { target: Account },
  { target: Account, groups: ['create'] },
  { target: Account, groups: ['update'] },
  { target: Account, groups: ['create', 'update'] },
  { target: Basket },
  { target: Basket, groups: ['create'] },
  { target: Basket, groups: ['update'] },
  { target: Member },
  { target: Member, groups: ['admin'] },
  { target: Member, groups: ['staff'] },
  { target: OnlyGrouped },
  { target: OnlyGrouped, groups: ['a'] },
  { target: OnlyGrouped, groups: ['a', 'b'] },
];
