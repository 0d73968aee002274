import { describeWith, prepareTools } from '../../support/tools.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, NEW, OLD, type Tool } from './shapes/shape.js';
import { askKin, askPrism, askPython, valueVerdicts, type Reader } from './value-verdicts.js';

beforeAll(prepareTools, 300_000);

function testReader(tool: Tool, reader: Reader): void {
  let verdicts: Awaited<ReturnType<typeof valueVerdicts>>;
  beforeAll(async () => {
    verdicts = await valueVerdicts(reader);
  }, 120_000);
  test.each(reader.versions)('in OpenAPI %s', (version) => {
    expect(othersThanOk(verdicts[version] ?? {})).toEqual(expectedOf(tool, version));
  });
}

describeWith('kin-openapi', "the shapes, as Go's kin-openapi judges values by them", () => {
  testReader('kin-openapi', { versions: OLD, ask: askKin, alone: true });
});

describeWith('python-jsonschema', "the shapes, as Python's jsonschema judges values by them", () => {
  testReader('python-jsonschema', { versions: NEW, ask: askPython, alone: true });
});

describe('the shapes, as Prism judges values by them', () => {
  testReader('prism', { versions: ALL, ask: askPrism, alone: false });
});
