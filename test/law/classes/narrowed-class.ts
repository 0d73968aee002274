import { Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsEnum,
  IsInt,
  IsISO31661Alpha2,
  IsLatitude,
  IsOptional,
  IsString,
  MaxLength,
  Matches,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Required } from '../../../decorators/annotations.js';

enum Color {
  Red,
  Green,
}

class Node {
  @IsInt() size!: number;
}

class Leaf extends Node {
  @IsString() leaf!: string;
}

const discriminator = { property: 'kind', subTypes: [{ name: 'leaf', value: Leaf }] };

/** Has a property for each narrowing. */
export class All {
  @IsOptional() @IsString() optional?: string;
  @IsOptional() @IsString({ each: true }) list?: string[];
  @IsOptional() @IsString({ each: true }) single?: string;
  @IsOptional() @IsEnum(Color) color?: Color;
  @IsOptional() @IsISO31661Alpha2() country?: string;
  @IsOptional() @IsLatitude() latitude?: string;
  @IsOptional() @MaxLength(2) short?: string;
  @IsOptional() @Matches(/^.{2}$/) pair?: string;
  @IsOptional() @Type(() => Number) @IsInt() count?: number;
  @IsOptional() @Transform(({ value }: { value: unknown }) => Number(value) + 1) @IsInt() next?: number;
  @IsOptional() @ValidateNested() @Type(() => Node) node?: Node;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Node) nodes?: Node[];
  @IsOptional() @ValidateNested() @Type(() => Node, { discriminator }) either?: Node;
  @IsOptional() @IsString() @Expose({ name: 'given_name' }) givenName?: string;
  @Allow() @Required() must?: string;
  @Allow() free?: string;
  @IsOptional() @Type(() => Node) unchecked?: Node;
  @ValidateIf((object: All) => object.skip !== 'skip') @IsOptional() @IsInt() skip?: unknown;
}

/** What both accept; the witnesses differ from it in one property. */
export const BASE = {
  ...{ optional: 'a', list: ['a'], single: 'a', color: 1, country: 'DE', latitude: '45.5', short: 'ab' },
  ...{ pair: 'ab', count: 1, next: 1, node: { size: 1 }, nodes: [{ size: 1 }] },
  ...{
    either: { kind: 'leaf', size: 1, leaf: 'a' },
    given_name: 'a',
    must: 'a',
    free: 'a',
    unchecked: { size: 1 },
    skip: 1,
  },
};
