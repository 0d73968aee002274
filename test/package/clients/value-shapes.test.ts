import { describeWith, prepareTools } from '../../support/tools.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, NEW, OLD, type Tool } from './shapes/shape.js';
import { askKin, askPrism, askPython, valueVerdicts, type Reader } from './value-verdicts.js';

beforeAll(prepareTools, 300_000);

function testReader(tool: Tool, reader: Reader): void {
  test.each(reader.versions)(
    'in OpenAPI %s',
    async (version) => {
      expect(othersThanOk(await valueVerdicts(version, reader))).toEqual(expectedOf(tool, version));
    },
    120_000,
  );
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
