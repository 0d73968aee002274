import { Expose, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  Contains,
  IsArray,
  IsDateString,
  IsHexColor,
  IsInt,
  IsISO8601,
  IsLocale,
  IsMimeType,
  IsNotEmpty,
  IsOptional,
  IsSemVer,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { plainCases } from './case.js';

export class Author {
  @Expose({ name: 'display_name' }) @IsString() @MinLength(1) displayName!: string;
  @Expose({ name: 'avatar_url' }) @IsOptional() @IsString() avatarUrl?: string;
}

export class Comment {
  @IsString() @Length(1, 500) text!: string;
  @ValidateNested() @Type(() => Author) author!: Author;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Comment) replies?: Comment[];
}

export class Category {
  @Matches(/^[a-z-]+$/) slug!: string;
  @IsOptional() @ValidateNested() @Type(() => Category) parent?: Category;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Topic) topics!: Topic[];
}

export class Topic {
  @IsString() title!: string;
  @IsOptional() @ValidateNested() @Type(() => Category) category?: Category;
}

export class CreatePost {
  @IsString() @Length(5, 120) title!: string;
  @Contains('.') @MaxLength(5000) body!: string;
  @IsArray() @ArrayMaxSize(5) @MinLength(2, { each: true }) @MaxLength(20, { each: true }) tags!: string[];
  @IsOptional() @IsISO8601({ strict: true }) publishAt?: string;
  @IsLocale() locale!: string;
  @Allow() meta?: unknown;
}

export class MediaUpload {
  @IsMimeType() contentType!: string;
  @IsInt() @Min(1) bytes!: number;
  @IsOptional() @IsHexColor() background?: string;
  @IsOptional() @MaxLength(10) alt?: string;
}

export class Release {
  @IsSemVer() version!: string;
  @IsDateString({ strict: true }) date!: string;
  @IsNotEmpty({ each: true }) notes!: string[];
}

export class Gallery {
  @ValidateNested() @Type(() => MediaUpload) cover!: MediaUpload;
  @ValidateNested({ each: true }) @ArrayMinSize(1) @Type(() => MediaUpload) images!: MediaUpload[];
  /** Lists of lists: @ValidateNested goes as deep as they do. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => MediaUpload) rows!: MediaUpload[][];
}

export const content = plainCases(
  Author,
  Comment,
  Category,
  Topic,
  CreatePost,
  MediaUpload,
  Release,
  Gallery,
);
