import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { fileDocument, type FileShape } from '../../support/file-document.js';
import { prepareTools } from '../../support/tools.js';
import { compile, generateClients, printerOf } from './generate.js';
import { GENERATORS, NEW, OLD, type Generator, type Version } from './shapes/shape.js';

type Types = Readonly<Record<Generator, string>>;

/** A file; openapi-typescript has one type for all texts. */
const FILE: Types = { 'openapi-typescript': 'string', 'hey-api': 'Blob | File', orval: 'Blob' };
const TEXT: Types = { 'openapi-typescript': 'string', 'hey-api': 'string', orval: 'string' };
const UNKNOWN: Types = { 'openapi-typescript': 'unknown', 'hey-api': 'unknown', orval: 'unknown' };

const CASES: readonly [shape: FileShape, versions: readonly Version[], types: Types][] = [
  ['binary', [...OLD, ...NEW], FILE],
  ['binary with its media type', NEW, FILE],
  ['a text with a media type', NEW, TEXT],
  ['a media type alone', NEW, UNKNOWN],
  ['anything', NEW, UNKNOWN],
];
const DOCUMENTS = CASES.flatMap(([shape, versions, types]) =>
  versions.map((version) => ({ name: `${version} ${shape}`, shape, version, types })),
);

const PROBES: Readonly<Record<Generator, string>> = {
  'openapi-typescript': `import type { components } from './openapi-typescript/client';\ntype Form = components['schemas']['Form'];`,
  'hey-api': `import type { Form } from './hey-api';`,
  orval: `import type { Form } from './orval/client';`,
};

describe('generators read the schema of a file', () => {
  let folder: string;
  let program: ts.Program;
  const probeOf = (name: string, generator: Generator): string =>
    path.join(folder, name, `of-${generator}.ts`);

  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    const documents = DOCUMENTS.map(({ name, version, shape }) => [name, fileDocument(version, shape)]);
    ({ folder } = await generateClients('files', Object.fromEntries(documents), false));
    const probes = DOCUMENTS.flatMap(({ name }) =>
      GENERATORS.map((generator) => {
        const types = `export type one = Form['file'];\nexport type each = Form['files'][number];\n`;
        writeFileSync(probeOf(name, generator), `${PROBES[generator]}\n${types}`);
        return probeOf(name, generator);
      }),
    );
    program = compile(probes);
  }, 120_000);

  test.each(DOCUMENTS)('$name', ({ name, types }) => {
    for (const generator of GENERATORS) {
      const file = program.getSourceFile(probeOf(name, generator));
      if (file === undefined) throw new Error(`nothing of ${generator}`);
      const print = printerOf(file, program.getTypeChecker());
      expect([generator, print('one'), print('each')]).toEqual([
        generator,
        types[generator],
        types[generator],
      ]);
    }
  });
});
