import { prepareTools } from '../../support/tools.js';
import { generatorVerdicts, type Verdicts } from './generator-verdicts.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, GENERATORS } from './shapes/shape.js';

/** A schema of 3.1 is one of 3.2: without DTOSPEC_RUNS one of them is asked. */
const VERSIONS = process.env.DTOSPEC_RUNS === undefined ? ALL.filter((version) => version !== '3.1') : ALL;

describe('the shapes, as generators of TypeScript clients read them', () => {
  let verdicts: Verdicts;
  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    verdicts = await generatorVerdicts(VERSIONS);
  }, 120_000);

  describe.each(VERSIONS)('in OpenAPI %s', (version) => {
    test.each(GENERATORS)('%s', (generator) => {
      expect(othersThanOk(verdicts[version][generator])).toEqual(expectedOf(generator, version));
    });
  });
});
