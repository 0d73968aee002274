import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs/promises';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DocumentComparison } from 'dtospec-tools/diff';
import { nestFolder, prepareNest, type NestVersion } from '../../support/nest/nest-versions.js';

const FIXTURES = path.join(__dirname, '../../fixtures/nest');
const SOURCES = ['cats.ts', 'cats-app.ts'];

/** Each version of @nestjs/swagger with the version of Nest that it is for; without DTOSPEC_RUNS the newest. */
const CASES: [swagger: string, nest: NestVersion][] = [
  ...(process.env.DTOSPEC_RUNS === undefined
    ? []
    : ([
        ['7', '10'],
        ['8', '10'],
        ['11', '11'],
      ] as [string, NestVersion][])),
  ['12', '12'],
];

interface Advice {
  readonly kind: string;
  readonly replacement: readonly string[];
  readonly decorator: { readonly className: string; readonly property: string };
}

interface Report extends DocumentComparison {
  readonly sources: readonly { readonly file: string; readonly advice: readonly Advice[] }[];
}

beforeAll(prepareNest, 300_000);

/** Compiles the sources of an application, and refuses dtospec in one that says so. */
const BUILD = `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transformSync } from '@swc/core';
for (const file of readdirSync('src')) {
  const source = readFileSync('src/' + file, 'utf8');
  if (/from 'dtospec'/.test(source) && /refuses dtospec/.test(source)) throw new Error('src/' + file + ' refuses it');
  const { code } = transformSync(source, {
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  });
  writeFileSync(file.replace(/ts$/, 'js'), code);
}
`;

/** The application as a user has it: sources, what a build made of them, and a tsconfig.json. */
function applicationUnder(swagger: string, nest: NestVersion): string {
  const files = SOURCES.map((file) => `test/fixtures/nest/${file}`);
  const program = 'test/io/nest/print-document.ts';
  const folder = nestFolder(`migrate-${swagger}`, nest, 'swc', files, program);
  const alias = path.join(folder, '../node_modules', `nestjs-swagger-${swagger}`);
  if (existsSync(alias)) {
    mkdirSync(path.join(folder, 'node_modules/@nestjs'), { recursive: true });
    symlinkSync(alias, path.join(folder, 'node_modules/@nestjs/swagger'));
  }
  for (const file of SOURCES)
    for (const place of ['src', 'backup']) cpSync(path.join(FIXTURES, file), path.join(folder, place, file));
  const compilerOptions = { rootDir: 'src', outDir: '.' };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src', 'backup'], exclude: ['node_modules'] }),
  );
  writeFileSync(path.join(folder, 'build.mjs'), BUILD);
  return folder;
}

function dtospec(
  folder: string,
  ...args: string[]
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['node_modules/dtospec-tools/cli.js', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
}

/** What `nestDocs` makes of the applications that modules export. */
function documentsOf(folder: string, ...modules: string[]): unknown[] {
  const printed = execFileSync(process.execPath, ['program.js', ...modules], {
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(printed) as unknown[];
}

/** The contradictions that the guide prints, and its number of other differences. */
const [, example = ''] = readFileSync(
  path.join(__dirname, '../../../docs/coming-from-nestjs-swagger.md'),
  'utf8',
).split('## Example of a comparison');
const contradictions = [...example.matchAll(/^\| ([A-Z]\w+\.\w+) *\| (\w+) /gm)].map(
  ([, place, what]) => `${place} ${what}`,
);
const [, others] = /^In (\d+) other places/m.exec(example) ?? [];

/** The command as its user calls it. */
function migrate(folder: string, ...args: string[]): ReturnType<typeof dtospec> {
  return dtospec(folder, 'migrate', 'nest', './cats-app.js', '--config', 'config', ...args);
}

test.each(CASES)(
  'prints the report of the guide for @nestjs/swagger %s and Nest %s',
  (swagger, nest) => {
    const ran = migrate(applicationUnder(swagger, nest), '--format', 'json', '--check');
    expect(ran).toMatchObject({ stderr: '', status: 1 });
    const { differences, sources } = JSON.parse(ran.stdout) as Report;
    const contradicting = differences.filter(({ kind }) => kind === 'contradicts');
    expect(contradicting.map(({ place, what }) => `${place} ${what}`)).toEqual(contradictions);
    expect(contradictions).toHaveLength(4);
    expect(differences.length - contradicting.length).toBe(Number(others));
    expect(sources.map(({ file }) => file)).toEqual(['src/cats.ts']);
  },
  60_000,
);

function withSortedRequired(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'required' && Array.isArray(value) ? value.sort() : value,
  );
}

/** Two builds without a change, then those with changes. */
const PROGRESS =
  /^Build 1, twice without a change: node build\.mjs\nBuild 2, the second time: node build\.mjs\n(?:Build \d+, with changes: node build\.mjs\n)+$/;

describe('--write', () => {
  /** A source that the application of the fixtures imports as well. */
  function withSource(folder: string, name: string, text: string): void {
    writeFileSync(path.join(folder, 'src', `${name}.ts`), text);
    const app = path.join(folder, 'src/cats.ts');
    const cats = readFileSync(app, 'utf8').replace(
      /\n@ApiExtraModels\((?=.*Kitten)/,
      `\nimport { Extra${name} } from './${name}.js';\n@ApiExtraModels(Extra${name}, `,
    );
    writeFileSync(app, cats);
  }
  const write = (folder: string): ReturnType<typeof dtospec> =>
    migrate(folder, '--write', '--build', 'node build.mjs');

  test('deletes, replaces and moves decorators if the document does not change', () => {
    const folder = applicationUnder('12', '12');
    const [before] = documentsOf(folder, './cats-app.js');
    const { status, stdout, stderr } = write(folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(PROGRESS) });
    expect(stdout).toMatch(/^Deleted: the document is the same without \([1-9]/);
    expect(stdout).toMatch(/Imported from dtospec \(1\)\n {2}src\/cats.ts:\d+ PartialType/);
    expect(stdout).not.toContain('taken back');
    expect(documentsOf(folder, './cats-app.js')).toEqual([before]);
    const source = readFileSync(path.join(folder, 'src/cats.ts'), 'utf8');
    // No decorator of ours stands for a limit: a validator does.
    expect(source.match(/@ApiProp.*/g)).toEqual(['@ApiProperty({ maxLength: 10 }) chip!: string;']);
    expect(source).toContain("@IsEmail() @Description('Where to write') email");
    expect(source).toMatch(/import \{ ArrayOf, Default, Description, .*PartialType.*\} from 'dtospec';/);
    const backup = readFileSync(path.join(folder, 'backup/cats.ts'), 'utf8');
    expect(backup).toBe(readFileSync(path.join(FIXTURES, 'cats.ts'), 'utf8'));
  }, 60_000);

  // In one application: each of its builds takes a second and a half.
  describe('of sources that cannot all change', () => {
    const BESIDE = {
      Refusing: `// refuses dtospec
import { ApiProperty } from '@nestjs/swagger';
export class ExtraRefusing { @ApiProperty({ description: 'A word' }) word!: string; }
`,
      // A class that looks into its sources when it is loaded.
      Changing: `import { readFileSync } from 'node:fs';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
const isRewritten = readFileSync('src/Changing.ts', 'utf8').includes('@Descript' + 'ion(');
@ApiSchema({ description: isRewritten ? 'rewritten' : 'as it was' })
export class ExtraChanging { @ApiProperty({ description: 'A word' }) word!: string; }
`,
      Mixed: `import { readFileSync } from 'node:fs';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
const isRewritten = !readFileSync('src/Mixed.ts', 'utf8').includes('descript' + "ion: 'B'");
@ApiSchema({ description: isRewritten ? 'rewritten' : 'as it was' })
export class ExtraMixed {
  @ApiProperty({ description: 'A' }) a!: string;
  @ApiProperty({ description: 'B' }) b!: string;
  @ApiProperty({ description: 'C' }) c!: string;
}
`,
      Left: `import { ApiProperty } from '@nestjs/swagger';
export class Twin { @ApiProperty({ description: 'Left' }) value!: string; }
class Hidden { @ApiProperty({ description: 'Left' }) value!: string; }
export class ExtraLeft {
  @ApiProperty() twin!: Twin;
  @ApiProperty() hidden!: Hidden;
}
`,
      Right: `import { IsString } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
export class Twin { @IsString() @ApiProperty() value!: string; }
export class Hidden { @IsString() @ApiProperty() value!: string; }
export class ExtraRight {
  @ApiProperty() twin!: Twin;
  @ApiProperty() hidden!: Hidden;
}
`,
    };
    type Name = keyof typeof BESIDE | 'cats';
    const names = [...Object.keys(BESIDE), 'cats'] as Name[];
    let before: Record<Name, string>;
    let after: Record<Name, string>;
    let ran: ReturnType<typeof dtospec>;
    let byHand: string;
    let documents: { readonly before: unknown; readonly after: unknown };

    beforeAll(() => {
      const folder = applicationUnder('12', '12');
      const fileOf = (name: Name): string => path.join(folder, 'src', `${name}.ts`);
      const sources = (): Record<Name, string> =>
        Object.fromEntries(names.map((name) => [name, readFileSync(fileOf(name), 'utf8')])) as typeof before;
      for (const [name, text] of Object.entries(BESIDE)) withSource(folder, name, text);
      // Newer than the compiled files.
      const deprecated = sources().cats.replace(
        '@IsEmail() @ApiProperty({',
        '@IsEmail() @ApiProperty({ deprecated: true,',
      );
      writeFileSync(fileOf('cats'), deprecated);
      before = sources();
      ran = write(folder);
      byHand = ran.stdout.slice(ran.stdout.indexOf('By hand'));
      after = sources();
      const [documentAfter] = documentsOf(folder, './cats-app.js');
      for (const name of names) writeFileSync(fileOf(name), before[name]);
      execFileSync(process.execPath, ['build.mjs'], { cwd: folder });
      documents = { before: documentsOf(folder, './cats-app.js')[0], after: documentAfter };
    }, 240_000);

    test('leaves the document as it was', () => {
      const { status, stderr } = ran;
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(PROGRESS) });
      // The rewritten members of a class may move in `required`.
      expect(withSortedRequired(documents.after)).toEqual(withSortedRequired(documents.before));
      expect(after.cats).toContain('@Description(');
      expect(ran.stdout.match(/taken back/g)).toHaveLength(3);
    });

    test('restores a source whose change breaks the build or changes the document, and reports why', () => {
      expect(byHand).toMatch(
        /src\/Refusing\.ts:3 ExtraRefusing\.word @ApiProperty -> taken back: the build fails: .*refuses it/,
      );
      expect(byHand).toMatch(
        /src\/Changing\.ts:5 ExtraChanging\.word @ApiProperty -> taken back: the document changes at components\.schemas\.ExtraChanging/,
      );
      expect(ran.stdout.slice(0, ran.stdout.indexOf('By hand'))).not.toMatch(/ExtraRefusing|ExtraChanging/);
      expect(after.Refusing).toBe(before.Refusing);
      expect(after.Changing).toBe(before.Changing);
    });

    test('takes back one decorator of a file that has several, and names it under By hand', () => {
      expect(byHand).toMatch(/src\/Mixed\.ts:7 ExtraMixed\.b @ApiProperty -> taken back: the document/);
      expect(byHand.match(/ExtraMixed/g)).toHaveLength(2);
      expect(after.Mixed.match(/@(?:ApiProperty|Description)\(.*?\) \w/g)).toEqual([
        "@Description('A') a",
        "@ApiProperty({ description: 'B' }) b",
        "@Description('C') c",
      ]);
    });

    test('finds classes with one name by their files', () => {
      expect(after.Left).toContain("class Twin { @Required() @Description('Left') value!");
      expect(after.Right).toContain('class Twin { @IsString() value!');
      expect(after.Right).toContain('class Hidden { @IsString() value!');
      // Nobody can tell a class that its file does not export from the other one.
      expect(byHand).toMatch(
        /src\/Left\.ts:3 Hidden\.value @ApiProperty -> there are several classes called Hidden, and its compiled file/,
      );
      expect(ran.stdout.match(/there are several classes/g)).toHaveLength(1);
    });

    test('advises on the sources as they are, not on an older build', () => {
      expect(before.cats).toContain('deprecated: true');
      expect(after.cats).toMatch(/@IsEmail\(\) .*@Deprecated\(\).* email/);
    });
  });

  test('finds a document that differs in each build before the first change', () => {
    const folder = applicationUnder('12', '12');
    withSource(
      folder,
      'Random',
      `import { ApiProperty } from '@nestjs/swagger';
export class ExtraRandom { @ApiProperty({ description: String(Math.random()) }) word!: string; }
`,
    );
    const before = readFileSync(path.join(folder, 'src/cats.ts'), 'utf8');
    const { status, stderr } = write(folder);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /Two builds of the same sources give other documents.*: components\.schemas\.ExtraRandom/,
    );
    expect(readFileSync(path.join(folder, 'src/cats.ts'), 'utf8')).toBe(before);
  }, 60_000);

  test('stops at an error outside the sources, and restores them', () => {
    const folder = applicationUnder('12', '12');
    const old = `if (readFileSync('src/cats.ts', 'utf8').includes("from 'dtospec'")) {
  console.error('node_modules/dtospec/index.d.ts(1,1): error TS1005: this compiler is too old');
  process.exit(2);
}
`;
    writeFileSync(path.join(folder, 'build.mjs'), `${BUILD}${old}`);
    const { status, stderr } = write(folder);
    expect(status).toBe(3);
    expect(stderr).toMatch(/The build fails outside the sources, .* error TS1005: this compiler is too old/s);
    expect(stderr.match(/^Build /gm)).toHaveLength(3);
    expect(readFileSync(path.join(folder, 'src/cats.ts'), 'utf8')).toBe(
      readFileSync(path.join(FIXTURES, 'cats.ts'), 'utf8'),
    );
  }, 60_000);

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'restores the sources on %s',
    async (signal) => {
      const folder = applicationUnder('12', '12');
      const waiting = `if (readFileSync('src/cats.ts', 'utf8').includes("from 'dtospec'")) {
  writeFileSync('waiting', '');
  setInterval(() => undefined, 1000);
}
`;
      writeFileSync(path.join(folder, 'build.mjs'), `${BUILD}${waiting}`);
      const args = [
        'migrate',
        'nest',
        './cats-app.js',
        '--config',
        'config',
        '--write',
        '--build',
        'node build.mjs',
      ];
      const child = spawn(process.execPath, ['node_modules/dtospec-tools/cli.js', ...args], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'exit') as Promise<[number | null]>;
      const watcher = watch(folder);
      for await (const { filename } of watcher) if (filename === 'waiting') break;
      expect(readFileSync(path.join(folder, 'src/cats.ts'), 'utf8')).toContain("from 'dtospec'");
      process.kill(-child.pid!, signal);
      expect((await ended)[0]).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(readFileSync(path.join(folder, 'src/cats.ts'), 'utf8')).toBe(
        readFileSync(path.join(FIXTURES, 'cats.ts'), 'utf8'),
      );
    },
    60_000,
  );

  test('writes no file if the application is not built', () => {
    const folder = applicationUnder('12', '12');
    const ran = migrate(folder, '--write', '--build', 'node none.mjs');
    expect(ran).toMatchObject({ status: 3, stdout: '' });
    expect(ran.stderr).toMatch(/^Build 1, .*\nnode none\.mjs fails before any file is changed/);
    expect(migrate(folder, '--write').stderr).toMatch(/has no script "build"\. Name the command: --build/);
    expect(readFileSync(path.join(folder, 'src/cats.ts'), 'utf8')).toBe(
      readFileSync(path.join(FIXTURES, 'cats.ts'), 'utf8'),
    );
  }, 60_000);
});

test.each<[string[], RegExp]>([
  [['./none.js'], /^The file \.\/none\.js does not exist in /],
  [['./broken.js'], /^\.\/broken\.js could not be imported: No database\.\n\s+at file:.*broken\.js:1:/],
  [['./apart.js'], /exports Cat, .* and no application\. Export a function that creates it/],
  [['./broken.js', '--theirs', 'cats.js'], /^cats\.js is not valid YAML: /],
])('reports unusable input without a stack: %j', (args, message) => {
  const folder = path.join(__dirname, '../../../build/nest/12/migrate-12-swc');
  writeFileSync(path.join(folder, 'broken.js'), "throw new Error('No database.');\n");
  writeFileSync(path.join(folder, 'apart.js'), 'export class Cat {}\nexport const size = 1;\n');
  const { status, stdout, stderr } = dtospec(folder, 'migrate', 'nest', ...args);
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.split('\n').filter((line) => /^\s+at /.test(line)).length).toBeLessThan(2);
});
