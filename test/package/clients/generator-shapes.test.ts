import { prepareTools } from '../../support/tools.js';
import { generatorVerdicts, type Verdicts } from './generator-verdicts.js';
import { expectedOf, othersThanOk } from './shapes/all.js';
import { ALL, GENERATORS } from './shapes/shape.js';

describe('the shapes, as generators of TypeScript clients read them', () => {
  let verdicts: Verdicts;
  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    verdicts = await generatorVerdicts(ALL);
  }, 120_000);

  describe.each(ALL)('in OpenAPI %s', (version) => {
    test.each(GENERATORS)('%s', (generator) => {
      expect(othersThanOk(verdicts[version][generator])).toEqual(expectedOf(generator, version));
    });
  });
});
