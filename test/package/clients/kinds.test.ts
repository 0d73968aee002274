import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { prepareTools } from '../../support/programs/tools.js';
import { problemsOf } from './compile.js';
import { FOLDER, generateClients } from './generate.js';
import { documentOf, startService } from './kinds-service.js';
import { ALL } from './shapes/shape.js';

const CLIENTS = ['openapi-fetch', 'hey-api'];
const folderOf = (version: string): string => `kinds-${version}`;
const programOf = (version: string, client: string): string =>
  path.join(FOLDER, folderOf(version), `${client}.ts`);

const EVENTS = ':\n\ndata: {"text":"one"}\n\ndata: {"text":"two"}\n\n';

const RECEIVED = {
  invoice: [21, 'attachment; filename="Invoice 7.pdf"'],
  rows: [3, 5],
  csv: 'sku,quantity\r\nA-1,3\r\n"B ""2"", large",5\r\n',
  xml: [406, 406],
  imported: ['C-3'],
  report: ['well', '60'],
  refused: [429, '7'],
  words: EVENTS,
  whole: { text: 'one two' },
  events: EVENTS,
};

describe('generated clients receive each kind of response', () => {
  let service: Awaited<ReturnType<typeof startService>>;

  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    const documents = Object.fromEntries(ALL.map((version) => [folderOf(version), documentOf(version)]));
    expect(await generateClients(documents, Object.keys(documents))).toEqual({});
    for (const version of ALL)
      for (const client of CLIENTS)
        cpSync(path.join(__dirname, 'program/kinds', `${client}.ts`), programOf(version, client));
    service = await startService();
  }, 240_000);
  afterAll(() => {
    service.close();
  });

  const receive = async (version: string, client: string): Promise<Record<string, unknown>> => {
    const program = programOf(version, client);
    const outfile = program.replace('.ts', '.mjs');
    const contents = `import { receive } from ${JSON.stringify(program)};
      console.log(JSON.stringify(await receive(${JSON.stringify(service.url)})));`;
    await build({
      stdin: { contents, resolveDir: __dirname },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      nodePaths: [path.resolve(__dirname, '../../tools/node_modules')],
    });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  test('the programs compile', () => {
    const programs = ALL.flatMap((version) =>
      CLIENTS.map((client) => [`${folderOf(version)}/${client}`, programOf(version, client)] as const),
    );
    expect(problemsOf(Object.fromEntries(programs))).toEqual([]);
  }, 60_000);

  test.each(ALL)(
    'by a document of OpenAPI %s',
    async (version) => {
      expect(await receive(version, 'openapi-fetch')).toEqual(RECEIVED);
      // Its client parses events of an operation that has nothing else.
      expect(await receive(version, 'hey-api')).toEqual({
        ...RECEIVED,
        words: [{ text: 'one' }, { text: 'two' }],
      });
    },
    60_000,
  );
});
