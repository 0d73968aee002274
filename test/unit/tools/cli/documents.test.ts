import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DIAGNOSTICS } from '../../../../src/shared/diagnostics.js';
import { FINDING_FORMATS, type CommandFinding } from '../../../../src/tools/cli/findings.js';
import { callCommand, type Called } from '../../../support/programs/call-command.js';

const INDEX = path.join(__dirname, '../../../../src/index');
const MODULE = `
  const { Docs } = require(${JSON.stringify(INDEX)});
  const docs = new Docs({ info: { title: 'Cats', version: '1.0.0' } });
  docs.add({ method: 'GET', path: '/cats', audience: 'partner', responses: { 200: { description: 'Cats' } } });
  docs.add({ method: 'GET', path: '/dogs', responses: { 200: { description: 'Dogs' } } });
  docs.view({ name: 'partners', include: { audience: ['partner'] } });
  exports.docs = docs;
  exports.makeDocs = async () => docs;
  exports.broken = () => { throw new Error('no database'); };
  exports.invalid = new Docs({ info: { title: 'Cats', version: '1.0.0' } }).add({ method: 'FETCH', path: '/cats', responses: { 200: { description: 'Cats' } } });
  exports.warned = new Docs({ info: { title: 'Cats', version: '1.0.0' } }).add({ method: 'GET', path: '/cats', responses: {} });
  exports.empty = new Docs({ info: { title: 'Cats', version: '1.0.0' } });
  exports.text = 'docs';
`;

const NEST_MODULE = `
  require('reflect-metadata');
  const { Controller, Get, Module } = require('@nestjs/common');
  const { DtospecModule } = require(${JSON.stringify(path.join(__dirname, '../../../../src/nest/index'))});
  class Cats { find() { return 'cats'; } }
  Get()(Cats.prototype, 'find', Object.getOwnPropertyDescriptor(Cats.prototype, 'find'));
  Controller('cats')(Cats);
  class AppModule {}
  Module({ controllers: [Cats] })(AppModule);
  class Configured {}
  Module({ imports: [AppModule, DtospecModule.forRoot({ info: { title: 'Mine', version: '3' } })] })(Configured);
  Object.assign(exports, { AppModule, Configured });
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  writeFileSync(path.join(folder, 'docs.js'), MODULE);
  mkdirSync(path.join(folder, 'api'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const call = async (line: string): Promise<Called> => callCommand(folder, line.split(' '));
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

test('names the line of the application, although a package of it throws', async () => {
  const library = path.join(folder, 'node_modules/library');
  mkdirSync(library, { recursive: true });
  writeFileSync(
    path.join(library, 'index.js'),
    "exports.open = () => [1].map(() => { throw new Error('no database'); });\n",
  );
  writeFileSync(path.join(folder, 'refused.js'), "require('./node_modules/library/index.js').open();\n");
  const { noted } = await call('build refused.js');
  expect(noted).toMatch(/^refused\.js could not be imported: no database\n +at .*\Wrefused\.js:1:\d+\)?\n$/);
});

describe('dtospec build', () => {
  test.each<[string, string, object]>([
    ['docs.js', '3.1.0', { '/cats': {}, '/dogs': {} }],
    ['docs.js --export makeDocs --openapi 3.0', '3.0.3', { '/cats': {}, '/dogs': {} }],
    ['docs.js --view partners --openapi 3.2', '3.2.0', { '/cats': {} }],
  ])('%s', async (args, openapi, paths) => {
    const { code, printed, noted } = await call(`build ${args}`);
    expect({ code, noted }).toEqual({ code: 0, noted: '' });
    const document = JSON.parse(printed) as { openapi: string; paths: object };
    expect(document).toMatchObject({ openapi, paths });
    expect(Object.keys(document.paths)).toEqual(Object.keys(paths));
  });

  describe('a Nest module without a configuration', () => {
    beforeAll(() => {
      mkdirSync(path.join(folder, 'nest/dist'), { recursive: true });
      symlinkSync(path.join(__dirname, '../../../../node_modules'), path.join(folder, 'nest/node_modules'));
      writeFileSync(path.join(folder, 'nest/dist/package.json'), '{ "type": "commonjs" }');
      writeFileSync(path.join(folder, 'nest/dist/app.js'), NEST_MODULE);
    });

    test.each([
      ['{ "name": "@acme/cats", "version": "2.1.0" }', { title: '@acme/cats', version: '2.1.0' }],
      ['{ "name": "cats" }', { title: 'cats', version: '1.0.0' }],
    ])('takes title and version from %s', async (manifest, info) => {
      writeFileSync(path.join(folder, 'nest/package.json'), manifest);
      const { code, printed } = await call('build nest/dist/app.js');
      expect(code).toBe(0);
      expect(JSON.parse(printed)).toMatchObject({ info, paths: { '/cats': {} } });
    });

    test('names a package.json that is not JSON', async () => {
      writeFileSync(path.join(folder, 'nest/package.json'), '{ "name": cats }');
      const { code, noted } = await call('build nest/dist/app.js');
      expect(code).toBe(3);
      expect(noted).toMatch(/nest\/package\.json is not valid JSON: /);
      rmSync(path.join(folder, 'nest/package.json'));
    });

    test('keeps the title of its DtospecModule', async () => {
      const { printed } = await call('build nest/dist/app.js --export Configured');
      expect(JSON.parse(printed)).toMatchObject({ info: { title: 'Mine', version: '3' } });
    });
  });

  test.each<[string, number, RegExp]>([
    ['docs.js --view nobody', 3, /^The docs of docs\.js have no view "nobody"\. Views: partners\.$/],
    ['docs.js --export nothing', 3, /^docs\.js has no export nothing\. It exports docs, makeDocs, /],
    ['docs.js --export text', 3, /^text of docs\.js must be a Docs, a Nest application, or a function/],
    ['docs.js --export broken', 3, /^broken of docs\.js threw: no database$/],
    ['docs.js --export invalid', 1, /^The API documentation has 1 error:\n.*FETCH \/cats: /],
    [
      'docs.js --export empty',
      3,
      /^The docs of docs\.js have no operations and no webhooks\. .*--allow-empty\.$/,
    ],
    ['docs.js --openapi 2.0', 2, /^--openapi must be one of 3\.0, 3\.1, 3\.2, not "2\.0"\.$/],
    ['docs.js --format xml', 2, /^--format must be one of json, yaml, not "xml"\.$/],
    ['docs.js --check', 2, /--check needs a file to compare with/],
    ['docs.js -o nowhere/openapi.json', 3, /^nowhere\/openapi\.json could not be written: ENOENT/],
    ['docs.js -o missing.json --check', 1, /^missing\.json does not exist\. Run the command without --check/],
  ])('reports %s as an error', async (args, code, message) => {
    const called = await call(`build ${args}`);
    expect(called).toMatchObject({ code, printed: '' });
    expect(called.noted.trimEnd()).toMatch(message);
    expect(called.noted).not.toContain(' at ');
  });

  test('writes an empty document with --allow-empty', async () => {
    const { code, printed } = await call('build docs.js --export empty --allow-empty');
    expect({ code, document: JSON.parse(printed) as unknown }).toMatchObject({
      code: 0,
      document: { paths: {} },
    });
  });

  test('--check reports the first different line of an outdated file, and writes no file', async () => {
    expect(await call('build docs.js -o api/openapi.yaml')).toEqual({
      ...{ code: 0, printed: '', noted: 'Wrote api/openapi.yaml (0.3 kB).\n' },
    });
    expect(await call('build docs.js -o api/openapi.yaml --check')).toMatchObject({
      code: 0,
      noted: 'api/openapi.yaml is up to date.\n',
    });
    writeFileSync(path.join(folder, 'api/openapi.yaml'), read('api/openapi.yaml').replaceAll('\n', '\r\n'));
    expect(await call('build docs.js -o api/openapi.yaml --check')).toMatchObject({ code: 0 });
    const stale = read('api/openapi.yaml').replace('title: Cats', 'title: Dogs');
    writeFileSync(path.join(folder, 'api/openapi.yaml'), stale);
    const { code, noted } = await call('build docs.js -o api/openapi.yaml --check');
    expect(code).toBe(1);
    expect(noted).toContain(
      'api/openapi.yaml is out of date. Line 3 is\n    title: Dogs\nbut should be\n    title: Cats\n',
    );
    expect(read('api/openapi.yaml')).toBe(stale);
  });

  test('counts warnings, and names the command that lists them', async () => {
    const { code, noted } = await call('build docs.js --export warned');
    expect({ code, noted }).toEqual({
      code: 0,
      noted: '1 warning. Run dtospec validate docs.js to list them.\n',
    });
  });
});

describe('dtospec validate', () => {
  test.each<[string, number, string, string]>([
    ['docs.js', 0, '', 'docs.js: no problems found.\n'],
    ['docs.js --export warned', 0, 'warning no-responses\n', 'docs.js: 1 warning.'],
    ['docs.js --export warned --strict', 1, '    at GET /cats', 'docs.js: 1 warning.'],
    ['docs.js --export invalid', 1, 'error unsupported-method\n', '1 error'],
  ])('%s', async (args, code, printed, noted) => {
    const called = await call(`validate ${args}`);
    expect(called.code).toBe(code);
    expect(called.printed).toContain(printed);
    expect(called.noted).toContain(noted);
  });

  test.each<[string, number, RegExp]>([
    ['api/none.yaml', 3, /^api\/none\.yaml could not be read: there is no such file in /],
    [
      'https://a.example/openapi.yaml',
      3,
      /^https:\/\/a\.example\/openapi\.yaml is a URL\. Download the file first, or/,
    ],
    ['nobody:api/wrong.yaml', 3, /^nobody:api\/wrong\.yaml could not be read by git: /],
    ['api/broken.yaml', 3, /^api\/broken\.yaml is not valid YAML: /],
    ['api/broken.json', 3, /^api\/broken\.json is not valid JSON: /],
    ['api/list.json', 3, /^api\/list\.json is not an OpenAPI document: it is not an object\.$/],
    ['api/right.json --rules all', 2, /^--rules must be one of spec, minimal, recommended, not "all"\.$/],
    ['docs.js --rules recommended', 2, /^--rules applies to a file, and docs\.js is a module\./],
    ['docs.js --format html', 2, /^--format must be one of text, json, github, sarif, junit, not "html"\.$/],
  ])('reports %s as an error', async (args, code, message) => {
    writeFileSync(path.join(folder, 'api/broken.yaml'), 'openapi: [3.1.0');
    writeFileSync(path.join(folder, 'api/broken.json'), '{');
    writeFileSync(path.join(folder, 'api/list.json'), '[]');
    writeFileSync(path.join(folder, 'api/right.json'), '{}');
    const called = await call(`validate ${args}`);
    expect(called).toMatchObject({ code, printed: '' });
    expect(called.noted.trimEnd()).toMatch(message);
  });

  const FOUND: CommandFinding = {
    ...{ severity: 'error', code: 'struct', message: 'No version,', more: ['100 %'], places: ['#/info'] },
    ...{ file: 'api/wrong.yaml', line: 2, column: 1 },
  };

  test.each<[string, unknown]>([
    ['text', 'error struct api/wrong.yaml:2:1\n  No version,\n  100 %\n    at #/info\n'],
    ['github', '::error file=api/wrong.yaml,line=2,col=1,title=struct::#/info%0ANo version,%0A100 %25\n'],
  ])('prints a finding as %s', (format, expected) => {
    expect(FINDING_FORMATS[format]!([FOUND])).toBe(expected);
  });

  test('shows a few of many places, and their number', () => {
    const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(FINDING_FORMATS.text!([{ ...FOUND, places }])).toMatch(/ {4}at e\n {4}and 2 more\n$/);
  });

  test('a place shows its own part of a joined message', () => {
    const details = [
      { detail: '@IsA()', message: '@IsA(): custom.', places: ['User.a', 'User.c'] },
      { detail: '@IsB()', message: '@IsB(): custom.', places: ['User.b'] },
    ];
    const found = { ...FOUND, places: ['User.a', 'User.b', 'User.c'], details };
    const shown = ['User.a: @IsA()', 'User.c: @IsA()', 'User.b: @IsB()'];
    expect(FINDING_FORMATS.text!([found]).match(/(?<=at ).*/g)).toEqual(shown);
    expect(FINDING_FORMATS.github!([found])).toContain(shown.map((one) => `${one}%0A`).join(''));
  });

  test.each([
    [
      'unknown-type',
      DIAGNOSTICS['unknown-type'][1],
      /^https:\/\/unpkg\.com\/dtospec@\d[^/]*\/docs\/diagnostics\.md$/,
    ],
    ['operation-removed', 'An operation was removed', /\/docs\/diff\.md$/],
    ['server-error', 'The service responds with 500 or above.', /\/docs\/fuzz\.md$/],
    ['openapi-schema', "OpenAPI's JSON Schema", /^https:\/\/spec\.openapis\.org\//],
    ['no-unused-components', 'no-unused-components', /^https:\/\/redocly\.com\/.*\/no-unused-components$/],
  ])('gives the rule %s help and a link in SARIF', (code, text, link) => {
    const log = JSON.parse(FINDING_FORMATS.sarif!([{ ...FOUND, code }])) as {
      runs: { tool: { driver: { rules: object[] } } }[];
    };
    expect(log.runs[0]?.tool.driver.rules).toEqual([
      {
        id: code,
        shortDescription: { text: expect.stringContaining(text) as string },
        help: {
          text: expect.stringContaining(text) as string,
          markdown: expect.stringMatching(/\[The guide\]\(https:/) as string,
        },
        helpUri: expect.stringMatching(link) as string,
      },
    ]);
  });

  test('prints SARIF', () => {
    expect(JSON.parse(FINDING_FORMATS.sarif!([FOUND]))).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'dtospec', rules: [{ id: 'struct' }] } },
          results: [
            {
              ...{ ruleId: 'struct', level: 'error', message: { text: 'No version,\n100 %' } },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'api/wrong.yaml' },
                    region: { startLine: 2, startColumn: 1 },
                  },
                  logicalLocations: [{ fullyQualifiedName: '#/info' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
