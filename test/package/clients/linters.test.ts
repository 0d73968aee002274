import { SAMPLE_DOCUMENTS, SAMPLE_NAMES } from '../../support/documents/sample-documents.js';
import { prepareTools, runTool } from '../../support/programs/tools.js';
import { findings, lintFindings } from '../../support/documents/validate-document.js';
import { byShape, everything, type Found } from './linter-verdicts.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL } from './shapes/shape.js';

/** What is taste to both linters: greetings is as short as a document can be. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  greetings: [
    'info-contact',
    'info-description',
    'info-license',
    'no-empty-servers',
    'oas3-api-servers',
    'operation-4xx-response',
    'operation-description',
    'operation-tags',
    'security-defined',
  ],
};

const SHAPES = Object.fromEntries(ALL.map((version) => [version, everything(version)]));

let spectral: Record<string, Found[]>;
beforeAll(prepareTools, 300_000);
beforeAll(async () => {
  // One process for all: it takes seconds to load.
  spectral = (await runTool('spectral.mjs', { ...SHAPES, ...SAMPLE_DOCUMENTS })) as typeof spectral;
}, 120_000);

describe.each(ALL)('the shapes of OpenAPI %s', (version) => {
  test("have the expected findings of Spectral's recommended rules", () => {
    const verdicts = byShape(version, spectral[version] ?? []);
    expect(othersThanOk(verdicts)).toEqual(expectedOf('spectral', version));
  });

  test("have the expected findings of Redocly's recommended rules", async () => {
    const verdicts = byShape(version, await lintFindings(SHAPES[version]));
    expect(othersThanOk(verdicts)).toEqual(expectedOf('redocly', version));
  }, 60_000);

  // A shape is a right way to write a schema.
  test("satisfy OpenAPI's meta-schema", async () => {
    const found = await findings(SHAPES[version]);
    expect(found.filter(({ validator }) => validator === 'hyperjump')).toEqual([]);
  }, 60_000);
});

describe("linters find no problem in the samples' documents", () => {
  test.each(SAMPLE_NAMES)('Spectral accepts %s', (name) => {
    expect(spectral[name]?.filter(({ rule }) => !SHORT[name]?.includes(rule))).toEqual([]);
  });

  test.each(SAMPLE_NAMES)(
    'Redocly accepts %s',
    async (name) => {
      const found = await lintFindings(SAMPLE_DOCUMENTS[name]);
      expect(found.filter(({ rule }) => !SHORT[name]?.includes(rule))).toEqual([]);
    },
    60_000,
  );
});
