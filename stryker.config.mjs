import base from './jest.config.mjs';

/** What is asked which question. */
const GROUPS = {
  rules: {
    mutate: ['src/documents/rules/*.ts'],
    tests: [
      'law/rules/*.test.ts',
      'unit/documents/schema/property-schema.test.ts',
      'unit/documents/rules/*.test.ts',
    ],
  },
  patterns: {
    mutate: ['src/documents/rules/pattern/*.ts'],
    tests: ['unit/documents/rules/pattern/*.test.ts'],
  },
  schemas: {
    mutate: ['src/documents/json-schema/**/*.ts'],
    tests: ['unit/documents/json-schema/**/*.test.ts'],
  },
  types: {
    mutate: [
      'src/documents/schema/kinds.ts',
      'src/documents/model/{rule-type,class-validator/conditions}.ts',
    ],
    tests: [
      'unit/documents/schema/{kinds,property-schema,union-schema}.test.ts',
      'unit/documents/model/{class-validator/conditions,property-type}.test.ts',
    ],
  },
};

const { mutate, tests } = GROUPS[process.env.MUTATION_GROUP ?? 'types'];

/**
 * `MUTATION_GROUP=rules npm run mutation` installs Stryker (`test/tools/mutation`), breaks the rule and type tables in every
 * small way and asks which break no test. Takes long, and is not part of `npm test`;
 * `npm run mutation -- --mutate src/documents/schema/kinds.ts` asks about one file.
 */
export default {
  testRunner: 'jest',
  jest: {
    config: {
      ...base,
      // Whether documents are valid is not asked here.
      reporters: [],
      testMatch: tests.map((test) => `<rootDir>/test/${test}`),
    },
    enableFindRelatedTests: false,
  },
  mutate,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // A text set to nothing is a message nobody compares or a pattern that no test misses.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: process.env.MUTATION_STATIC !== 'true',
  timeoutMS: 15_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  tempDirName: '.stryker-tmp',
};
