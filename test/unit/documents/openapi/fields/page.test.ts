import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as dtospec from '../../../../../src/index.js';
import type { Field } from '../../../../../src/documents/openapi/fields/field.js';
import { TABLES } from '../../../../../src/documents/openapi/fields/table.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';

const page = readFileSync(path.join(__dirname, '../../../../../docs/openapi.md'), 'utf8');

/** `name†` where something says it in the versions before. */
function fieldsOf(object: string, version: string): string {
  const [, table = {}] = TABLES.find(([since]) => since === version) ?? [];
  const fields = (table as Readonly<Record<string, Readonly<Record<string, Field>>>>)[object] ?? {};
  return Object.entries(fields)
    .map(([name, { fallback: otherwise }]) => `\`${name}\`${otherwise === undefined ? '' : '†'}`)
    .join(', ');
}

/** Tables as they are written, without the blanks that align them. */
const cells = (line: string): string => line.replace(/ *\| */g, '|');

describe('docs/openapi.md', () => {
  test('lists the fields that a version adds, and no others', () => {
    const objects = [...new Set(TABLES.slice(0, -1).flatMap(([, table]) => Object.keys(table)))];
    const rows = objects
      .map((object) => [object, ...['3.1', '3.2'].map((version) => fieldsOf(object, version))])
      .filter(([, ...added]) => added.join('') !== '')
      .map((row) => `| ${row.join(' | ')} |`);
    const [, shown = ''] = page.split('## Fields that a version adds');
    expect(
      shown
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map(cells),
    ).toEqual(rows.map(cells));
  });

  const samples = path.join(__dirname, '../../../../../samples/openapi');
  const ofSamples = readdirSync(samples)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(path.join(samples, name), 'utf8')] as const);
  const ofPage = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
    ([, name, code]) => [name!, code!] as const,
  );

  test.each([...ofPage, ...ofSamples])('%s makes a valid document without warnings', async (_name, code) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
      },
    });
    const exported: { docs?: dtospec.Docs } = {};
    const load = (name: string): unknown => (name === 'dtospec' ? dtospec : jest.requireActual(name));
    // oxlint-disable-next-line typescript/no-implied-eval -- the snippet of a page of ours
    new Function('require', 'exports', outputText)(load, exported);
    const docs = exported.docs!;
    expect(docs.diagnostics({ notes: true }).filter(({ severity }) => severity !== 'info')).toEqual([]);
    await expectValidDocument(docs.buildSpec());
    for (const openapi of ['3.0', '3.1', '3.2'] as const)
      await expectValidDocument(docs.inVersion(openapi).buildSpec());
  });
});
