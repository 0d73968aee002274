import { Body, Controller, Module, Patch, Put, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { PartialType } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Profile {
  @IsString() name!: string;
  @IsInt() age!: number;
}
class ChangeProfile extends PartialType(Profile) {}
class WithFields {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsInt() age?: number;
}

const changed = (body: object): string[] => Object.keys(body);

@Controller()
class Profiles {
  @Patch('fields') fields(@Body() body: WithFields): string[] {
    return changed(body);
  }

  @Patch('partial') partial(@Body() body: ChangeProfile): string[] {
    return changed(body);
  }

  @Put('fields') replace(@Body() body: WithFields): string[] {
    return changed(body);
  }
}

@Module({ controllers: [Profiles] })
class App {}

test.each([
  ['that transforms', [new ValidationPipe({ transform: true })], ['name', 'age']],
  ['that does not transform', [new ValidationPipe()], ['name']],
  ['that is missing', [], ['name']],
])('a ValidationPipe %s', async (_what, pipes, sent) => {
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(...pipes);
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  await app.listen(0, '127.0.0.1');
  const patch = async (path: string): Promise<unknown> => {
    const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":"a"}' };
    return (await fetch(`${await app.getUrl()}/${path}`, init)).json();
  };
  expect([await patch('fields'), await patch('partial')]).toEqual([sent, ['name']]);

  const told = docs.diagnostics().flatMap(({ code, places }) => (code === 'erased-by-patch' ? places : []));
  expect(told).toEqual(sent.length > 1 ? ['WithFields'] : []);
  await app.close();
});
