import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { packageFolder, packageNames, preparePackage } from '../support/programs/packed-package.js';

const root = path.resolve(__dirname, '../..');

const DTO = `import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsEmail, IsIn, IsInt, IsOptional, Length, Max, Min, ValidateNested } from 'class-validator';

export class Owner {
  @ApiProperty()
  @IsEmail()
  email!: string;
}

export class NewCat {
  @ApiProperty({ description: 'How you call it', example: 'Misty' })
  @Length(1, 40)
  name!: string;

  @IsInt()
  @Min(0)
  @Max(30)
  age!: number;

  @ApiPropertyOptional({ enum: ['tabby', 'siamese'] })
  @IsOptional()
  @IsIn(['tabby', 'siamese'])
  breed?: 'tabby' | 'siamese';

  @ApiProperty({ type: [Owner] })
  @ValidateNested({ each: true })
  @Type(() => Owner)
  owners!: Owner[];
}
`;

const MODULE = `import { Body, Controller, Get, Module, Param, ParseIntPipe, Post } from '@nestjs/common';
import { NewCat } from './cats.dto';

@Controller('cats')
export class CatsController {
  @Post()
  create(@Body() cat: NewCat): NewCat {
    return cat;
  }

  @Get(':id')
  find(@Param('id', ParseIntPipe) id: number): NewCat {
    return Object.assign(new NewCat(), { age: id });
  }
}

@Module({ controllers: [CatsController] })
export class AppModule {}
`;

let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);

/** What npx makes: both packages with their dependencies and peers, in a folder of its own. */
function makeCache(): void {
  const modules = at('npx/node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of packageNames) cpSync(packageFolder(name), path.join(modules, name), { recursive: true });
  // npm installs no optional peers.
  const left = [
    ...packageNames,
    '@nestjs',
    'class-validator',
    'class-transformer',
    'reflect-metadata',
  ] as string[];
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!left.includes(name) && !name.startsWith('.'))
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const name of ['class-validator', 'class-transformer', 'reflect-metadata'])
    cpSync(path.join(root, 'node_modules', name), path.join(modules, name), { recursive: true });
}

/** An application that has not heard of dtospec. */
function makeApplication(): void {
  mkdirSync(at('app/src'), { recursive: true });
  mkdirSync(at('app/dist'));
  mkdirSync(at('app/node_modules'));
  for (const name of [
    '@nestjs',
    'class-validator',
    'class-transformer',
    'reflect-metadata',
    'rxjs',
    'typescript',
  ])
    symlinkSync(path.join(root, 'node_modules', name), at('app/node_modules', name));
  writeFileSync(at('app/package.json'), '{ "name": "cats", "version": "1.0.0" }');
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  const written = { experimentalDecorators: true, rootDir: 'src', outDir: 'dist' };
  writeFileSync(at('app/tsconfig.json'), JSON.stringify({ compilerOptions: written, include: ['src'] }));
  for (const [name, source] of [
    ['cats.dto', DTO],
    ['app.module', MODULE],
  ] as const) {
    writeFileSync(at('app/src', `${name}.ts`), source);
    writeFileSync(at('app/dist', `${name}.js`), ts.transpileModule(source, { compilerOptions }).outputText);
  }
}

beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'npx-'));
  makeCache();
  makeApplication();
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const listed = (): string[] => readdirSync(at('app'), { recursive: true, encoding: 'utf8' }).sort();

it('migrate nest reads an application without dtospec, writes nothing, and prints what the README shows', () => {
  const before = listed();
  const args = [at('npx/node_modules/dtospec-tools/dist/cli.cjs'), 'migrate', 'nest', './dist/app.module.js'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: at('app'), encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(listed()).toEqual(before);
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, shown] = /```\n(Delete: [^]*?)```/.exec(readme)!;
  const printed = stdout.split('\n');
  expect(shown!.split('\n').filter((line) => !printed.includes(line))).toEqual([]);
}, 120_000);
