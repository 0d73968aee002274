import { SAMPLE_DOCUMENTS } from '../../support/documents/sample-documents.js';
import { describeWith, prepareTools } from '../../support/programs/tools.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, NEW, OLD, type Tool } from './shapes/shape.js';
import {
  askKin,
  askPrism,
  askPython,
  valueVerdicts,
  type Judgement,
  type Question,
  type Reader,
  type Verdicts,
} from './value-verdicts.js';

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
const SHOP_VERDICTS = { verdicts: { NewOrder: [true, false, false], Category: [true, false] } };
const GREETINGS = {
  Greeting: [
    { text: 'Hello', count: 1 },
    { text: 'Hello', count: 0 },
  ],
};

const shop = (name: string): Question => ({ document: SAMPLE_DOCUMENTS[name] ?? {}, values: VALUES });
const greetings: Question = { document: SAMPLE_DOCUMENTS.greetings ?? {}, values: GREETINGS };
const GREETED = { verdicts: { Greeting: [true, false] } };

beforeAll(prepareTools, 300_000);

/** Asks a reader for the shapes and for values of the samples, all together. */
function testReader(tool: Tool, reader: Reader, shops: readonly string[]): void {
  let verdicts: Verdicts;
  let judged: Record<string, Judgement>;
  beforeAll(async () => {
    const samples = Object.fromEntries(shops.map((name) => [name, shop(name)]));
    [verdicts, judged] = await valueVerdicts(reader, shops.length > 0 ? { ...samples, greetings } : {});
  }, 120_000);

  test.each(reader.versions)('the shapes in OpenAPI %s', (version) => {
    expect(othersThanOk(verdicts[version] ?? {})).toEqual(expectedOf(tool, version));
  });

  if (shops.length === 0) return;
  test("values by the samples' schemas, as the samples do", () => {
    const expected = shops.map((name) => [name, SHOP_VERDICTS]);
    expect(judged).toEqual({ ...Object.fromEntries(expected), greetings: GREETED });
  });
}

describeWith('kin-openapi', "Go's kin-openapi judges", () => {
  testReader('kin-openapi', { versions: OLD, ask: askKin, together: 1 }, ['shop-3.0']);
});

describeWith('python-jsonschema', "Python's jsonschema judges", () => {
  testReader('python-jsonschema', { versions: NEW, ask: askPython, together: 1 }, ['shop-3.1', 'shop-3.2']);
});

describe('Prism judges', () => {
  testReader('prism', { versions: ALL, ask: askPrism, together: 12 }, []);
});
