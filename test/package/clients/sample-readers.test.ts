import { lintFindings } from '../../support/validate-document.js';
import { SAMPLE_DOCUMENTS, SAMPLE_NAMES } from '../../support/sample-documents.js';
import { describeWith, prepareTools, runTool } from '../../support/tools.js';
import { askKin, askPython, type Question } from './value-verdicts.js';

const ORDER = {
  customerId: '7f2a1ad0-0c3c-4b43-8a4d-f1f6ecd08a9b',
  lines: [{ sku: 'LAMP-7', quantity: 2 }],
  payment: { method: 'card', lastDigits: '4242' },
};
const VALUES = {
  NewOrder: [
    ORDER,
    { ...ORDER, payment: { method: 'cash' } },
    { ...ORDER, lines: [{ sku: 'LAMP-7', quantity: 0 }] },
  ],
  Category: [
    { name: 'Lamps', children: [{ name: 'Small', children: [] }] },
    { name: 'Lamps', children: [{}] },
  ],
};
const VERDICTS = { NewOrder: [true, false, false], Category: [true, false] };
const GREETINGS = {
  Greeting: [
    { text: 'Hello', count: 1 },
    { text: 'Hello', count: 0 },
  ],
};

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

interface Finding {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
}

beforeAll(prepareTools, 300_000);

describe("linters have nothing against the samples' documents", () => {
  let spectral: Record<string, Finding[]>;
  beforeAll(async () => {
    spectral = (await runTool('spectral.mjs', SAMPLE_DOCUMENTS)) as Record<string, Finding[]>;
  }, 60_000);

  test.each(SAMPLE_NAMES)("%s by Spectral's recommended rules", (name) => {
    expect(spectral[name]?.filter(({ rule }) => !SHORT[name]?.includes(rule))).toEqual([]);
  });

  test.each(SAMPLE_NAMES)("%s by Redocly's recommended rules", async (name) => {
    const found = await lintFindings(SAMPLE_DOCUMENTS[name]);
    expect(found.filter(({ rule }) => !SHORT[name]?.includes(rule))).toEqual([]);
  });
});

const shop = (name: string): Question => ({ document: SAMPLE_DOCUMENTS[name] ?? {}, values: VALUES });
const greetings: Question = { document: SAMPLE_DOCUMENTS.greetings ?? {}, values: GREETINGS };
const GREETED = { verdicts: { Greeting: [true, false] } };

describeWith('python-jsonschema', "Python's jsonschema judges values by the samples' schemas", () => {
  test('as the samples do', async () => {
    expect(await askPython({ new: shop('shop-3.1'), newest: shop('shop-3.2'), greetings })).toEqual({
      new: { verdicts: VERDICTS },
      newest: { verdicts: VERDICTS },
      greetings: GREETED,
    });
  }, 60_000);
});

describeWith('kin-openapi', "Go's kin-openapi judges values by the samples' schemas", () => {
  test('as the samples do', async () => {
    expect(await askKin({ shop: shop('shop-3.0'), greetings })).toEqual({
      shop: { verdicts: VERDICTS },
      greetings: GREETED,
    });
  }, 120_000);
});
