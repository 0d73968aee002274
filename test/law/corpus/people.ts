import { Type } from 'class-transformer';
import {
  Allow,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { plainCases } from './case.js';

export enum Contract {
  Full = 'FULL',
  Part = 'PART',
}

export abstract class Person {
  @IsString() @Length(1, 50) name!: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsInt() @Min(0) @Max(150) age?: number;
  @MaxLength(20) nickname!: string;
}

export class Employee extends Person {
  @IsEnum(Contract) contract!: Contract;
  @IsNumber() @Min(0) salary!: number;
}

/** Redeclares: the parent's rules of the same type fall away, the others stay. */
export class Manager extends Employee {
  @MinLength(3) declare name: string;
  @IsInt() declare age: number;
  @ValidateNested({ each: true }) @Type(() => Employee) reports!: Employee[];
  @IsOptional() declare nickname: string;
}

/** A @ValidateIf of the child displaces the parent's @IsOptional. */
export class Contractor extends Person {
  @ValidateIf((_, value) => value !== undefined) declare age?: number;
  @IsEmail() declare email: string;
  @IsDateString() until!: string;
}

export class Applicant extends Person {
  @IsIn(['linkedin', 'site']) source!: string;
  @Allow() declare nickname: string;
  @IsNotEmpty() cover!: string;
}

/** Three levels with rules on one property at each. */
export class Base {
  @IsString() code!: string;
}
export class Middle extends Base {
  @MinLength(2) declare code: string;
}
export class Leaf extends Middle {
  @MaxLength(4) declare code: string;
  @IsOptional() @IsString() extra?: string;
}

export class OrgUnit {
  @IsString() name!: string;
  @ValidateNested() @Type(() => Manager) lead!: Manager;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => OrgUnit) units?: OrgUnit[];
}

export const people = plainCases(Employee, Manager, Contractor, Applicant, Leaf, OrgUnit);
