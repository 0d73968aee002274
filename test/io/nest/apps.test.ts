import { execFileSync } from 'node:child_process';
import { normalizePath } from '../../../src/documents/openapi/paths/path.js';
import {
  nestFolder,
  prepareNest,
  type NestCompiler,
  type NestVersion,
} from '../../support/nest/nest-versions.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import type { Probe } from './probe.js';
import type { Run } from './run-apps.js';

const APPS = ['shop', 'library', 'files'].map((name) => `test/fixtures/nest/${name}.ts`);

const isThinned = process.env.DTOSPEC_RUNS === undefined;

const ALL = ['shop express', 'shop fastify', 'library express', 'library fastify', 'files express'];

/**
 * Every version, every compiler, and every application on each platform: with DTOSPEC_RUNS all with all, else the newest
 * version has each application on both, by one compiler, and the older ones have it on one.
 */
const CASES: readonly (readonly [version: NestVersion, compiler: NestCompiler, runs: readonly string[]])[] = [
  ['10', 'swc', isThinned ? ['shop express', 'library fastify', 'files express'] : ALL],
  ['11', 'tsc', isThinned ? ['shop fastify', 'library express'] : ALL],
  ...(isThinned ? [] : [['12', 'tsc', ALL] as const]),
  ['12', 'swc', ALL],
];

/**
 * Where the application is more lenient than its pipes say: `transform: true` converts to the recorded type before
 * they run, so ParseBoolPipe is given false for "perhaps", and DefaultValuePipe takes NaN for nothing.
 */
const LENIENT = /^GET \/api\/products\/pages .*(?:"page","abc"|"sold","perhaps")/;

/** Routes that OpenAPI has no room for, beside those that it has. */
const HIDDEN = ['GET /reports/{id}'];

const TOLD = {
  shop: [
    ['null-in-patch', ['UpdateProduct']],
    ['unknown-response', ['ProductsController.update', 'AnswersController.unknown']],
    ['unread-parameter', ['ProductsController.pages']],
    ['unknown-filter', ['Teapot']],
    ['unknown-guard', ['Guarded']],
  ],
  library: [
    [
      'unknown-response',
      [
        'BooksController.create',
        'BooksController.list',
        'ShelvesController.create',
        'ShelvesController.get',
        'ShelvesController.list',
        'HealthController.echo',
      ],
    ],
    ['unknown-body', ['HealthController.echo']],
    ['unknown-guard', ['NobodyGuard']],
  ],
  files: [['shadowed-route', ['ReportsController.get']]],
};

const documents = new Map<string, Set<string>>();

beforeAll(prepareNest, 300_000);

describe.each(CASES)('Nest %s, compiled by %s', (version, compiler, wanted) => {
  let runs: readonly Run[] = [];

  // Each version with each compiler is one process.
  beforeAll(() => {
    const folder = nestFolder('apps', version, compiler, APPS, 'test/io/nest/run-apps.ts');
    const printed = execFileSync(
      process.execPath,
      ['--disable-warning=DTOSPEC_DIAGNOSTICS', 'program.js', ...wanted],
      {
        cwd: folder,
        maxBuffer: 2 ** 28,
      },
    );
    runs = JSON.parse(printed.toString()) as Run[];
    for (const { app, platform, document } of runs) {
      const key = `${app} ${platform}`;
      documents.set(key, (documents.get(key) ?? new Set()).add(JSON.stringify(document)));
    }
  }, 120_000);

  test('accepts documented requests with documented responses, and rejects others', () => {
    const isWrong = ({ operation, sent, status, expected, problem }: Probe): boolean =>
      (!expected.includes(status) || problem !== undefined) && !LENIENT.test(`${operation} ${sent}`);
    const wrong = runs.flatMap(({ app, platform, probes }) =>
      probes.filter(isWrong).map((one) => ({ app, platform, ...one })),
    );
    expect(wrong).toEqual([]);
    for (const valid of [true, false])
      expect(
        runs.flatMap(({ probes }) => probes).filter((one) => one.valid === valid).length,
      ).toBeGreaterThan(20 * runs.length);
  });

  test('documents every route that Nest registers, and no other', () => {
    for (const { document, registered } of runs) {
      const told = registered.map((route) => {
        const [method = '', path = ''] = route.split(' ');
        return `${method} ${normalizePath(path, () => undefined, '').path}`;
      });
      const all = told.filter((route) => route.startsWith('ALL ')).map((route) => route.slice(4));
      const documented = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item)
          .filter(() => !all.includes(path))
          .map((method) => `${method.toUpperCase()} ${path}`),
      );
      const expected = told.filter((route) => !route.startsWith('ALL ') && !HIDDEN.includes(route));
      expect(documented.sort()).toEqual([...new Set(expected)].sort());
      for (const path of all) expect(Object.keys(document.paths[path] ?? {})).toHaveLength(7);
    }
  });

  test('preview mode and the module give the same document, valid and without an error; page and document are served', async () => {
    for (const { document, previewed, ofModule, problems, served } of runs) {
      expect(previewed).toEqual(document);
      expect(ofModule).toEqual(document);
      expect(problems).toBeUndefined();
      expect(served).toEqual([200, 200, 200]);
      await expectValidDocument(document);
    }
  });

  const told = Object.entries(TOLD).filter(([app]) => wanted.some((one) => one.startsWith(app)));

  test.each(told)('reports unknown parts of %s', (app, told) => {
    for (const { diagnostics } of runs.filter((run) => run.app === app))
      expect(diagnostics.map(({ code, places }) => [code, places])).toEqual(told);
  });
});

test('all versions and compilers give one document, except for known differences of the oldest version', () => {
  expect(Object.fromEntries([...documents].map(([key, texts]) => [key, texts.size]))).toEqual(
    Object.fromEntries([
      // Of version 10 they differ.
      ['shop express', 2],
      ['library fastify', 2],
      ['files express', 1],
      ['shop fastify', isThinned ? 1 : 2],
      ['library express', isThinned ? 1 : 2],
    ]),
  );
});
