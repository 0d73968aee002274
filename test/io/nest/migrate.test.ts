import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DocumentComparison } from '../../../src/nest/index.js';
import { compileNest, nestFolder, prepareNest, type NestVersion } from '../../support/nest-versions.js';

const FIXTURES = path.join(__dirname, '../../fixtures/nest');
const SOURCES = ['cats.ts', 'cats-app.ts'];

/** Each version of @nestjs/swagger with the version of Nest that it is for; without DTOSPEC_RUNS the oldest and the newest. */
const CASES: [swagger: string, nest: NestVersion][] = [
  ['7', '10'],
  ...(process.env.DTOSPEC_RUNS === undefined
    ? []
    : ([
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
  for (const file of SOURCES) cpSync(path.join(FIXTURES, file), path.join(folder, 'src', file));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ include: ['src'] }));
  return folder;
}

function dtospec(
  folder: string,
  ...args: string[]
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['node_modules/dtospec/cli.js', ...args], {
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

/** What the guide prints of @nestjs/swagger 12. */
const table = [
  ...readFileSync(path.join(__dirname, '../../../docs/coming-from-nestjs-swagger.md'), 'utf8').matchAll(
    /^\| (more-precise|said-more|contradicts) *\| (.*?) *\| (\w+) /gm,
  ),
].map(([, kind, place, what]) => `${kind} ${place} ${what}`);

/** The command as its user calls it. */
function migrate(folder: string, ...args: string[]): ReturnType<typeof dtospec> {
  return dtospec(folder, 'migrate', 'nest', './cats-app.js', '--config', 'config', ...args);
}

test.each(CASES)(
  'of an application on @nestjs/swagger %s and Nest %s it tells what the guide prints',
  (swagger, nest) => {
    const ran = migrate(applicationUnder(swagger, nest), '--format', 'json', '--check');
    expect(ran).toMatchObject({ stderr: '', status: 1 });
    const { differences, sources } = JSON.parse(ran.stdout) as Report;
    expect(differences.map(({ kind, place, what }) => `${kind} ${place} ${what}`)).toEqual(table);
    expect(sources.map(({ file }) => file)).toEqual(['src/cats.ts']);
  },
  60_000,
);

test('what it deletes and replaces leaves the document as it was', () => {
  const folder = applicationUnder('12', '12');
  const { status, stdout } = migrate(folder, '--write');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Deleted: the document is the same without \([1-9]/);
  for (const file of SOURCES) compileNest('swc', path.join(folder, 'src', file), path.join(folder, 'after'));
  const [before, after] = documentsOf(folder, './cats-app.js', './after/cats-app.js');
  expect(after).toEqual(before);
  const source = readFileSync(path.join(folder, 'src/cats.ts'), 'utf8');
  // No decorator of ours stands for a limit: a validator does.
  expect(source.match(/@ApiProp.*/g)).toEqual(['@ApiProperty({ maxLength: 10 }) chip!: string;']);
  expect(source).toContain("@IsEmail() @Description('Where to write') email");
  expect(source).toMatch(/import \{ ArrayOf, Default, Description, .*\} from 'dtospec';/);
}, 60_000);

test.each<[string[], RegExp]>([
  [['./none.js'], /^There is no file \.\/none\.js in /],
  [['./broken.js'], /^\.\/broken\.js could not be imported: No database\.\n\s+at file:.*broken\.js:1:/],
  [['./apart.js'], /exports Cat, .* and no application\. Export a function that makes it/],
  [['./broken.js', '--theirs', 'cats.js'], /^cats\.js is no YAML: /],
])('what cannot be used is told without a stack: %j', (args, message) => {
  const folder = path.join(__dirname, '../../../build/nest/12/migrate-12-swc');
  writeFileSync(path.join(folder, 'broken.js'), "throw new Error('No database.');\n");
  writeFileSync(path.join(folder, 'apart.js'), 'export class Cat {}\nexport const size = 1;\n');
  const { status, stdout, stderr } = dtospec(folder, 'migrate', 'nest', ...args);
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.split('\n').filter((line) => /^\s+at /.test(line)).length).toBeLessThan(2);
});
