import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { Type } from 'class-transformer';
// @ts-expect-error: it has no declarations
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import {
  ArrayMinSize,
  ArrayUnique,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';
import {
  Authorized,
  Body,
  CookieParam,
  Get,
  getMetadataArgsStorage,
  HeaderParam,
  HttpCode,
  JsonController,
  Param,
  Patch,
  Post,
  Put,
  QueryParam,
  QueryParams,
  UploadedFile,
} from 'routing-controllers';
import { OpenAPI, ResponseSchema, routingControllersToSpec } from 'routing-controllers-openapi';

enum Role {
  Admin = 'admin',
  Guest = 'guest',
}

class Address {
  @IsString() street!: string;
}

class NewUser {
  @IsString()
  @Length(1, 80)
  @JSONSchema({ description: 'As it stands in letters', example: 'Ada' })
  name!: string;

  @IsEmail() mail!: string;
}

@JSONSchema({ description: 'Somebody who may sign in' })
class User extends NewUser {
  @IsInt() id!: number;
  @Matches(/^[a-z]{2}$/) country!: string;
  @IsEnum(Role) role!: Role;
  @IsIn(['small', 'large']) size!: string;
  @IsOptional() @IsString() nickname?: string;
  @IsString({ each: true }) @ArrayMinSize(1) @ArrayUnique() tags!: string[];
  @ValidateNested() @Type(() => Address) address!: Address;
}

class Paging {
  @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number;
}

class Problem {
  @IsString() title!: string;
}

@JsonController('/users')
@OpenAPI({ tags: ['Users'] })
export class UsersController {
  @Get('/')
  @OpenAPI({ summary: 'Lists users', description: 'All of them, a page at a time', operationId: 'listUsers' })
  @ResponseSchema(User, { isArray: true })
  list(@QueryParams() paging: Paging, @HeaderParam('X-Request-Id') requestId?: string) {
    return [];
  }

  @Get('/found')
  find1(@QueryParam('name', { required: true }) name: string, @CookieParam('session') session: string) {
    return [name, session];
  }

  @Get('/:id')
  @ResponseSchema(User, { description: 'The user' })
  @ResponseSchema(Problem, { statusCode: 404, description: 'User not found' })
  @OpenAPI({ security: [{ bearer: [] }] })
  @Authorized()
  find(@Param('id') id: number) {
    return id;
  }

  @Post('/')
  @HttpCode(201)
  @ResponseSchema(User, { statusCode: 201, description: 'Created' })
  create(@Body({ required: true }) user: NewUser) {
    return user;
  }

  @Patch('/:id')
  @OpenAPI({ deprecated: true })
  change(@Param('id') id: number, @Body() user: NewUser) {
    return [id, user];
  }

  @Put('/:id/photo')
  photo(@Param('id') id: number, @UploadedFile('photo') photo: unknown) {
    return [id, photo];
  }
}

const schemas = validationMetadatasToSchemas({
  classTransformerMetadataStorage: defaultMetadataStorage as never,
  refPointerPrefix: '#/components/schemas/',
});
const document = routingControllersToSpec(
  getMetadataArgsStorage(),
  {},
  {
    info: { title: 'Users', version: '1.0.0' },
    components: {
      schemas: schemas as never,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  },
);
writeFileSync('out/routing-controllers.json', JSON.stringify(document, null, 2));
