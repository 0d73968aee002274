import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { LISTS, ourDocs } from './our-api.js';
import { ROUTING_CONTROLLERS, SWAGGER_JSDOC, TSOA, type Row } from './rows.js';

const root = path.resolve(__dirname, '../../..');

/** Guides by the documents that their libraries made (scripts/report-coming-from.mjs), and our own of the same API. */
const GUIDES = [
  { name: 'tsoa', rows: TSOA, ours: ourDocs(LISTS.page) },
  { name: 'routing-controllers', rows: ROUTING_CONTROLLERS, ours: ourDocs(LISTS.array, '/users/') },
  { name: 'swagger-jsdoc', rows: SWAGGER_JSDOC, ours: ourDocs(LISTS.several) },
];

describe.each(GUIDES)('docs/coming-from-$name.md', ({ name, rows, ours }) => {
  const theirs: unknown = JSON.parse(
    readFileSync(path.join(root, 'test/fixtures/coming-from', `${name}.json`), 'utf8'),
  );
  const guide = readFileSync(path.join(root, 'docs', `coming-from-${name}.md`), 'utf8');
  const document = ours.buildSpec();

  it('compares a document without errors', async () => {
    expect(ours.validate()).toBeNull();
    await expectValidDocument(document);
  });

  it('has a row for each comparison, and no other', () => {
    const cells = [...guide.matchAll(/^\| (.+?) +\| .+\|$/gm)].map(([, cell]) =>
      cell!.replaceAll('\\|', '|'),
    );
    expect(cells.filter((cell) => !['---', name].some((word) => cell.startsWith(word)))).toEqual(
      rows.map(([cell]) => cell),
    );
  });

  it.each(rows)('%s', (...row: Row) => {
    for (const places of row.slice(1)) {
      const [their, our = their] = places.split(' = ') as [string, string?];
      const said = find(theirs, their);
      expect([their, said]).not.toEqual([their, undefined]);
      expect([our, find(document, our)]).toEqual([our, said]);
    }
  });
});

// Their packages take a minute to install.
if (process.env.DTOSPEC_RUNS !== undefined)
  test('covers every decorator of the libraries', () => {
    const args = [path.join(root, 'scripts/report-coming-from.mjs'), '--check'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.any(String)]);
  }, 600_000);

/**
 * What is at a place of a document, through references on the way: names of members with blanks between them. In an array a
 * name is that of a parameter. The order of a list of names says nothing.
 */
function find(document: unknown, place: string): unknown {
  let at = document;
  for (const name of place.split(' ')) {
    at = follow(document, at);
    at = Array.isArray(at)
      ? at.find((each: { name?: string }) => each.name === name)
      : (at as Record<string, unknown> | undefined)?.[name];
  }
  return Array.isArray(at) && at.every((each) => typeof each === 'string') ? [...at].sort() : at;
}

function follow(document: unknown, at: unknown): unknown {
  const { $ref } = (at ?? {}) as { $ref?: string };
  return $ref === undefined
    ? at
    : follow(document, find(document, $ref.slice('#/'.length).replaceAll('/', ' ')));
}
