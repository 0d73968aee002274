import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startShop, type Shop } from '../../../samples/shop/shop.js';
import { SAMPLE_DOCUMENTS, SAMPLE_NAMES } from '../../support/documents/sample-documents.js';
import { prepareTools } from '../../support/programs/tools.js';
import { clientOf, problemsOf, type Problem } from './compile.js';
import { fileCasesOf, fileDocumentName, fileShapesDocument, fileTypes, probeFiles } from './file-types.js';
import { entryOf, FOLDER, generateClients } from './generate.js';
import { documentOfGroup, groupsOf, probeShapes, verdictsOf } from './generator-verdicts.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, GENERATORS } from './shapes/shape.js';

const GROUPS = ALL.flatMap(groupsOf);
const DOCUMENTS = {
  ...Object.fromEntries(GROUPS.map((group) => [group.document, documentOfGroup(group)])),
  ...Object.fromEntries(ALL.map((version) => [fileDocumentName(version), fileShapesDocument(version)])),
  ...SAMPLE_DOCUMENTS,
};

const SHOPS = SAMPLE_NAMES.filter((name) => name.startsWith('shop-'));
const PROGRAMS = ['openapi-typescript', 'main'];

/** The programs to compile, by the client or by what else is of a document. */
function writePrograms(): Record<string, string> {
  for (const shop of SHOPS)
    cpSync(path.join(__dirname, 'program'), path.join(FOLDER, shop), { recursive: true });
  const ofShops = SHOPS.flatMap((shop) =>
    PROGRAMS.map((file) => [`${shop}/${file}.ts`, path.join(FOLDER, shop, `${file}.ts`)] as const),
  );
  const ofClients = GENERATORS.flatMap((generator) => [
    ...GROUPS.map((group) => [`${group.document}/${generator}`, probeShapes(group, generator)] as const),
    ...ALL.map(
      (version) => [`${fileDocumentName(version)}/${generator}`, probeFiles(version, generator)] as const,
    ),
    ...SAMPLE_NAMES.map((name) => [`${name}/${generator}`, entryOf(`${name}/${generator}`)] as const),
  ]);
  const all = [...ofShops, ...ofClients];
  return Object.fromEntries(all.flatMap(([name, file]) => (file === undefined ? [] : [[name, file]])));
}

describe('generators of TypeScript clients', () => {
  let failures: Readonly<Record<string, string>>;
  let problems: readonly Problem[];

  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    failures = await generateClients(DOCUMENTS, SAMPLE_NAMES);
    problems = problemsOf(writePrograms());
  }, 240_000);

  describe.each(ALL)('read the shapes in OpenAPI %s', (version) => {
    test.each(GENERATORS)('%s', (generator) => {
      const groups = GROUPS.filter((group) => group.version === version);
      const verdicts = groups.map((group) => verdictsOf(group, generator, problems));
      expect(othersThanOk(Object.assign({}, ...verdicts))).toEqual(expectedOf(generator, version));
    });
  });

  describe.each(ALL)('read the schema of a file in OpenAPI %s', (version) => {
    test.each(fileCasesOf(version))('%s', (name, { types }) => {
      const expected = GENERATORS.map((generator) => [generator, [types[generator], types[generator]]]);
      expect(fileTypes(version, name, problems)).toEqual(Object.fromEntries(expected));
    });
  });

  describe("make clients of the samples' documents", () => {
    const isSample = (file: string): boolean => SAMPLE_NAMES.some((name) => file.startsWith(`${name}/`));

    test('generate a client of each', () => {
      expect(Object.keys(failures).filter(isSample)).toEqual([]);
    });

    test('the clients and the programs that use them compile', () => {
      expect(problems.filter(({ file }) => isSample(clientOf(file)))).toEqual([]);
    });

    describe('the clients buy from the shop', () => {
      let shop: Shop;
      beforeAll(async () => {
        shop = await startShop(0, () => undefined);
      });
      afterAll(() => shop.close());

      test.each(SHOPS)('with the document %s', async (name) => {
        const outfile = path.join(FOLDER, name, 'main.mjs');
        const entry = path.join(FOLDER, name, 'main.ts');
        await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
        const { stdout } = await promisify(execFile)(process.execPath, [outfile, shop.url, shop.apiKey]);
        const order = {
          status: 'shipped',
          customer: { email: 'ada@example.com' },
          payment: { method: 'card', lastDigits: '4242' },
        };
        expect(JSON.parse(stdout)).toMatchObject([order, order]);
      });
    });
  });
});
