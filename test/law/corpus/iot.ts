import { Type } from 'class-transformer';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotContains,
  IsArray,
  IsBoolean,
  IsInt,
  IsLatitude,
  IsLongitude,
  IsMACAddress,
  IsMongoId,
  IsNegative,
  IsNotEmptyObject,
  IsNumber,
  IsNumberString,
  IsObject,
  IsOptional,
  IsPort,
  IsPositive,
  IsString,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MapOf, TupleOf } from '../../../decorators/types.js';
import { plainCases } from './case.js';

export class GeoPoint {
  @IsLatitude() lat!: number;
  @IsLongitude() lng!: number;
  @IsOptional() @IsNumber({ allowNaN: false, allowInfinity: false }) altitude?: number;
}

export class Reading {
  @IsMongoId() sensor!: string;
  @IsNumber({ maxDecimalPlaces: 3 }) value!: number;
  @IsInt() @IsPositive() at!: number;
}

export class Telemetry {
  @IsMACAddress() device!: string;
  @ValidateNested({ each: true }) @ArrayMinSize(1) @ArrayMaxSize(4) @Type(() => Reading) readings!: Reading[];
  @ValidateNested() @Type(() => GeoPoint) @IsOptional() position?: GeoPoint;
}

export class DeviceConfig {
  @MapOf(() => Number) @IsObject() thresholds!: Record<string, number>;
  @IsNotEmptyObject() labels!: Record<string, string>;
  @IsPort() port!: string;
  @IsNumberString() firmware!: string;
  @IsOptional() @IsNegative() offset?: number;
}

export class Shape {
  @TupleOf(() => [Number, Number])
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(2)
  @IsNumber({}, { each: true })
  from!: [number, number];
  @TupleOf(() => [String, Number]) @IsArray() label!: [string, number];
  @IsArray() @IsArray({ each: true }) grid!: number[][];
}

export class Command {
  @ArrayContains(['on']) @ArrayNotContains(['off', 0]) verbs!: unknown[];
  @IsInt() @Min(0) @Max(255) channel!: number;
  @IsString() @IsUUID('all') id!: string;
}

/** Nested values of a Map: @Type makes a Map of instances. */
export class Fleet {
  @ValidateNested({ each: true }) @Type(() => GeoPoint) positions!: Map<string, GeoPoint>;
  @IsBoolean({ each: true }) @Type(() => Boolean) flags!: Set<boolean>;
  @IsOptional() @IsNumber() @Type(() => Number) count?: number;
}

export const iot = plainCases(GeoPoint, Reading, Telemetry, DeviceConfig, Shape, Command, Fleet);
