import { Body, Controller, Module, Patch, Put, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateIf } from 'class-validator';
import { Nullable, PartialType } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Profile {
  @IsString() name!: string;
  @IsInt() age!: number;
}
class ChangeProfile extends PartialType(Profile) {
  @Nullable() @IsOptional() @IsString() note?: string | null;
  @ValidateIf((_body, value) => value !== undefined) @IsString() mail?: string;
  @IsOptional() @Transform(({ value }: { value: unknown }) => value) extra?: unknown;
}

@Controller()
class Profiles {
  @Patch('profiles') change(@Body() body: ChangeProfile): object {
    return body;
  }

  @Put('profiles') replace(@Body() body: ChangeProfile): object {
    return body;
  }
}

@Module({ controllers: [Profiles] })
class App {}

async function patch(nullableOptional?: boolean): Promise<unknown> {
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe());
  const config = nullableOptional === undefined ? {} : { nullableOptional };
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent', ...config });
  await app.listen(0, '127.0.0.1');
  const headers = { 'content-type': 'application/json' };
  const accepts = async (name: string): Promise<string> => {
    const body = JSON.stringify({ [name]: null });
    const { ok } = await fetch(`${await app.getUrl()}/profiles`, { method: 'PATCH', headers, body });
    return ok ? name : '';
  };
  const names = ['name', 'age', 'note', 'mail'];
  const accepted = (await Promise.all(names.map(accepts))).filter((name) => name !== '');
  const { components } = docs.buildSpec();
  const validate = new Ajv2020({ strict: false }).compile(components?.schemas?.ChangeProfile ?? {});
  const documented = names.filter((name) => validate({ [name]: null }));
  const told = docs.diagnostics().filter(({ code }) => code === 'null-in-patch');
  await app.close();
  return { accepted, documented, told: told.map(({ place, message }) => `${place}: ${message}`) };
}

const accepted = ['name', 'age', 'note'];

it('names the members of a PATCH that may be null, and that the document does not allow to be', async () => {
  expect(await patch()).toEqual({
    accepted,
    documented: ['note'],
    told: [
      'ChangeProfile: The pipe accepts null for name, age in this body of a PATCH, and the document does not. To document it, set nullableOptional: true; to refuse it, write @ValidateIf((_, value) => value !== undefined) in place of @IsOptional(). nullableOptional: false hides this.',
    ],
  });
});

it('documents null for them, if the configuration says so', async () => {
  expect(await patch(true)).toEqual({ accepted, documented: accepted, told: [] });
});

it('says nothing if the configuration decides against it', async () => {
  expect(await patch(false)).toEqual({ accepted, documented: ['note'], told: [] });
});
