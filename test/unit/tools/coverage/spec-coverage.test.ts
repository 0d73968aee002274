import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  checkExchange,
  coverageShortfalls,
  describeCoverage,
  readCoverage,
  SpecCoverage,
  specMatchers,
  type CoverageReport,
} from '../../../../src/tools/testing.js';
import { coverageMarkdown } from '../../../../src/tools/coverage/describe-coverage.js';
import { mergeCoverage } from '../../../../src/tools/coverage/merge.js';
import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';
import { EXCHANGES, petsDocument } from './pets-document.js';

/** Every point of the document with how often `EXCHANGES` exercise it: counted by hand. */
const BY_HAND = `
operation   | GET /pets  | | 2
parameter   | GET /pets  | header X-Tenant present | 2
parameter   | GET /pets  | query limit present | 1
parameter   | GET /pets  | query limit absent | 1
parameter   | GET /pets  | query sort present | 1
parameter   | GET /pets  | query sort absent | 1
branch      | GET /pets  | request query sort enum "name" | 0
branch      | GET /pets  | request query sort enum "age" | 1
status      | GET /pets  | 200 | 2
contentType | GET /pets  | 200 application/json | 2
branch      | Pet        | response kind enum "cat" | 2
branch      | Pet        | response kind enum "dog" | 1
branch      | Pet        | response nick present | 2
branch      | Pet        | response nick type string | 1
branch      | Pet        | response nick type null | 1
branch      | Pet        | response nick absent | 1
branch      | Pet        | response owner present | 2
branch      | Pet        | response owner oneOf 1 (Person) | 1
branch      | Pet        | response owner oneOf 2 (Company) | 1
branch      | Pet        | response owner absent | 1
contentType | GET /pets  | 200 text/csv | 0
operation   | POST /pets | | 2
parameter   | POST /pets | header X-Tenant present | 1
contentType | POST /pets | request application/json | 1
branch      | Pet        | request kind enum "cat" | 0
branch      | Pet        | request kind enum "dog" | 1
branch      | Pet        | request nick present | 0
branch      | Pet        | request nick type string | 0
branch      | Pet        | request nick type null | 0
branch      | Pet        | request nick absent | 1
branch      | Pet        | request owner present | 1
branch      | Pet        | request owner oneOf 1 (Person) | 0
branch      | Pet        | request owner oneOf 2 (Company) | 1
branch      | Pet        | request owner absent | 0
branch      | Pet        | request secret present | 1
branch      | Pet        | request secret absent | 0
status      | POST /pets | 201 | 1
contentType | POST /pets | 201 application/json | 1
status      | POST /pets | 4XX | 1
`;

const TOTALS = {
  exchanges: 4,
  operations: { covered: 2, total: 2, percent: 100 },
  statuses: { covered: 3, total: 3, percent: 100 },
  contentTypes: { covered: 3, total: 4, percent: 75 },
  parameters: { covered: 6, total: 6, percent: 100 },
  branches: { covered: 16, total: 24, percent: 66.66 },
};

async function covered(document: OpenApiDocument, exchanges: typeof EXCHANGES): Promise<CoverageReport> {
  const coverage = new SpecCoverage(document);
  for (const exchange of exchanges) {
    const { mismatches } = await checkExchange(document, exchange, {
      coverage,
    });
    expect(mismatches).toEqual([]);
  }
  return coverage.report();
}

const lines = ({ points }: CoverageReport): string[] =>
  points.map(({ kind, of, what, count }) => [kind, of, what, count].join('|'));

const byHand = BY_HAND.trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join('|'),
  );

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'coverage-'));
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true });
});

describe('points that exchanges exercise', () => {
  test.each(['3.0.3', '3.1.0'] as const)('match a count by hand, in OpenAPI %s', async (version) => {
    const report = await covered(petsDocument(version), EXCHANGES);
    expect(lines(report)).toEqual(byHand);
    expect(report).toMatchObject({
      format: 'dtospec-coverage/1',
      title: 'Pets',
      version: '1.0.0',
      ...TOTALS,
    });
  });

  test('have their places in the document', async () => {
    const document = petsDocument();
    const { points } = await covered(document, []);
    for (const { at } of points) {
      const found = at
        .slice(2)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect([at, found]).not.toEqual([at, undefined]);
    }
  });

  test('does not count mismatches or other operations', async () => {
    const document = petsDocument();
    const coverage = new SpecCoverage(document);
    const headers = { 'X-Tenant': 'a' };
    const wrong = [
      {
        request: { method: 'GET', url: '/elsewhere' },
        response: { status: 200 },
      },
      {
        request: { method: 'GET', url: '/pets?limit=x', headers },
        response: { status: 200, body: [{ id: 1, kind: 'cow' }] },
      },
      {
        request: {
          method: 'POST',
          url: '/pets',
          headers,
          body: { kind: 'cow' },
        },
        response: { status: 500, body: {} },
      },
    ];
    for (const exchange of wrong) await checkExchange(document, exchange, { coverage });
    const counted = coverage.report().points.filter(({ count }) => count > 0);
    expect(counted.map(({ of, what }) => `${of} ${what}`)).toEqual([
      'GET /pets ',
      'GET /pets header X-Tenant present',
      'GET /pets query sort absent',
      'GET /pets 200',
      'GET /pets 200 application/json',
      'POST /pets ',
    ]);
  });

  test('counts exchanges of the matcher, and clear() resets the counts', async () => {
    const document = petsDocument();
    const coverage = new SpecCoverage(document);
    const { toMatchSpec } = specMatchers(document, { coverage });
    for (const exchange of EXCHANGES) await toMatchSpec(exchange);
    expect(lines(coverage.report())).toEqual(byHand);
    coverage.clear();
    expect(coverage.report()).toMatchObject({
      exchanges: 0,
      statuses: { covered: 0 },
    });
  });

  test('counts absence of optional members only', async () => {
    const document = petsDocument();
    const schemas = document.components!.schemas as Record<string, object>;
    schemas.Company = {
      allOf: [{ $ref: '#/components/schemas/Person' }, { required: ['vat'] }],
      properties: { vat: { type: 'string' }, size: { type: 'integer' } },
    };
    const { points } = await covered(document, []);
    const absent = points.filter(({ what }) => /^response .* absent$/.test(what));
    expect(absent.map(({ of, what }) => `${of} ${what}`).sort()).toEqual([
      'Company response size absent',
      'Pet response nick absent',
      'Pet response owner absent',
    ]);
  });
});

test('follows a long chain of schemas that refer to each other', () => {
  const document = petsDocument();
  const chain = Array.from({ length: 5000 }, (_, index): [string, object] => {
    const next = { $ref: `#/components/schemas/S${(index + 1) % 5000}` };
    return [`S${index}`, { type: 'object', properties: { next } }];
  });
  const schemas = document.components!.schemas as Record<string, object>;
  Object.assign(schemas, Object.fromEntries(chain), { Person: { $ref: '#/components/schemas/S0' } });
  const { points } = new SpecCoverage(document).report();
  expect(points.filter(({ of }) => /^S\d+$/.test(of))).toHaveLength(2 * 2 * 5000);
});

describe('omits ignored points and the points below them', () => {
  const without = async (...ignore: (string | RegExp)[]): Promise<string[]> => {
    const report = new SpecCoverage(petsDocument(), { ignore }).report();
    const left = new Set(report.points.map(({ of, what }) => `${of} ${what}`.trim()));
    const { points } = await covered(petsDocument(), []);
    return points.map(({ of, what }) => `${of} ${what}`.trim()).filter((name) => !left.has(name));
  };

  test.each<[string | RegExp, string[]]>([
    [
      'GET /pets',
      [...byHand.slice(0, 10), byHand[20]!].map((line) => line.split('|').slice(1, 3).join(' ').trim()),
    ],
    ['4XX', ['POST /pets 4XX']],
    ['POST /pets 201', ['POST /pets 201', 'POST /pets 201 application/json']],
    ['GET /pets 4XX', []],
    [
      / nick (?!present)/,
      ['response', 'request'].flatMap((way) =>
        ['type string', 'type null', 'absent'].map((what) => `Pet ${way} nick ${what}`),
      ),
    ],
  ])('%s', async (ignore, expected) => {
    expect(await without(ignore)).toEqual(expected);
  });
});

describe('reports of several processes', () => {
  test('equals one report of all exchanges, in any order', async () => {
    const document = petsDocument();
    const whole = await covered(document, EXCHANGES);
    const parts = await Promise.all(EXCHANGES.map((exchange) => covered(document, [exchange])));
    expect(mergeCoverage(parts)).toEqual(whole);
    expect(lines(mergeCoverage([...parts].reverse()))).toEqual(lines(whole));
    expect(mergeCoverage([mergeCoverage(parts.slice(0, 2)), ...parts.slice(2)])).toEqual(whole);
  });

  test('are files of their own in one folder', async () => {
    const document = petsDocument();
    const place = path.join(folder(), 'deep', 'api');
    for (const exchange of EXCHANGES) {
      const coverage = new SpecCoverage(document);
      await checkExchange(document, exchange, { coverage });
      coverage.write(place);
    }
    // Set-ups run for each test file, with and without exchanges.
    expect(new SpecCoverage(document).write(place)).toBeUndefined();
    expect(readdirSync(place)).toHaveLength(EXCHANGES.length);
    writeFileSync(path.join(place, 'README.md'), 'no report');
    const read = await readCoverage([place]);
    // Files have no order of their own: neither have documents that are the same.
    expect(read).toEqual(await covered(document, EXCHANGES));
  });

  test('writes a report without exchanges only if there is no other', () => {
    const place = folder();
    const file = new SpecCoverage(petsDocument()).write(place);
    expect(readdirSync(place)).toEqual([path.basename(file!)]);
  });

  test('of views contain the points of all views', async () => {
    const document = petsDocument();
    const { get, post, parameters } = document.paths['/pets']!;
    const reads = {
      ...document,
      paths: { '/pets': { get: get!, parameters: parameters! } },
    };
    const writes = {
      ...document,
      paths: { '/pets': { post: post!, parameters: parameters! } },
    };
    const merged = mergeCoverage([
      await covered(reads as OpenApiDocument, EXCHANGES.slice(0, 2)),
      await covered(writes as OpenApiDocument, EXCHANGES.slice(2)),
    ]);
    expect(lines(merged).sort()).toEqual([...byHand].sort());
    expect(merged).toMatchObject(TOTALS);
  });

  test.each<[string, () => unknown, string]>([
    ['no report', () => mergeCoverage([]), 'there is no report'],
    ['something else', () => mergeCoverage([{} as CoverageReport]), 'is not a report of coverage'],
    ['an empty folder', () => readCoverage([folder()]), 'There is no report in'],
    ['nothing', () => readCoverage([path.join(folder(), 'none')]), 'the file or folder does not exist'],
    ['another file', () => readCoverage([__filename]), 'is not JSON'],
    [
      'a folder named as a report',
      () => {
        const place = folder();
        mkdirSync(path.join(place, 'report.json'));
        return readCoverage([place]);
      },
      'report.json could not be read: EISDIR',
    ],
    ['no document', () => new SpecCoverage({}), 'an OpenAPI document of version 3.0, 3.1 or 3.2'],
  ])('rejects %s', async (_, call, message) => {
    await expect(Promise.resolve().then(call)).rejects.toThrow(message);
  });

  test('of different documents are rejected', async () => {
    const report = await covered(petsDocument(), []);
    expect(() => mergeCoverage([report, { ...report, title: 'Shop' }])).toThrow('"Pets" and "Shop"');
  });
});

describe('text of a report', () => {
  test('is a table', async () => {
    const report = await covered(petsDocument(), EXCHANGES.slice(0, 2));
    expect(describeCoverage(report)).toMatchInlineSnapshot(`
     "Pets 1.0.0: 2 exchanges

                 Operations  Statuses  Content types  Parameters  Branches  Not exercised
     ------------------------------------------------------------------------------------------------------------------------------------------------------------
     GET /pets          1/1       1/1            1/2         5/5       1/2  request query sort enum "name", 200 text/csv
     POST /pets         0/1       0/2            0/2         0/1            never called
     Pet                                                              7/22  response kind enum "dog", response nick absent, response owner oneOf 2 (Company), +12
     ------------------------------------------------------------------------------------------------------------------------------------------------------------
     All                50%    33.33%            25%      83.33%    33.33%"
    `);
    expect(describeCoverage(report, { missing: true })).toContain(
      '\n  Pet: response kind enum "dog" (#/components/schemas/Pet/properties/kind/enum/1)',
    );
  });

  test('is Markdown', async () => {
    const report = await covered(petsDocument(), EXCHANGES.slice(0, 2));
    expect(coverageMarkdown(report)).toMatchInlineSnapshot(`
     "### Pets 1.0.0: 2 exchanges

     |  | Operations | Statuses | Content types | Parameters | Branches | Not exercised |
     | --- | --: | --: | --: | --: | --: | --- |
     | GET /pets | 1/1 | 1/1 | 1/2 | 5/5 | 1/2 | request query sort enum "name", 200 text/csv |
     | POST /pets | 0/1 | 0/2 | 0/2 | 0/1 |  | never called |
     | Pet |  |  |  |  | 7/22 | response kind enum "dog", response nick absent, response owner oneOf 2 (Company), +12 |
     | **All** | **50%** | **33.33%** | **25%** | **83.33%** | **33.33%** |  |"
    `);
  });

  test('names missed thresholds, and omits the others', async () => {
    const report = await covered(petsDocument(), EXCHANGES);
    expect(
      coverageShortfalls(report, {
        operations: 100,
        contentTypes: 75,
        branches: 66.66,
      }),
    ).toEqual([]);
    expect(
      coverageShortfalls(report, {
        operations: 100,
        contentTypes: 80,
        branches: 66.67,
      }),
    ).toEqual([
      'contentTypes: 75 % (3 of 4), below the minimum of 80 %.',
      'branches: 66.66 % (16 of 24), below the minimum of 66.67 %.',
    ]);
    expect(() => coverageShortfalls(report, { lines: 1 } as never)).toThrow('not for "lines"');
    expect(() => coverageShortfalls(report, { branches: 101 })).toThrow('from 0 to 100');
  });
});
