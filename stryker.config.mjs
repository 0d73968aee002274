import base from './jest.config.mjs';

/** Files to mutate, with the tests that can notice. */
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
      'src/documents/model/{type/rule-type,class-validator/conditions}.ts',
    ],
    tests: [
      'unit/documents/schema/{kinds,property-schema,union-schema}.test.ts',
      'unit/documents/model/{class-validator/conditions,type/property-type}.test.ts',
    ],
  },
  diff: {
    mutate: ['src/tools/diff/**/*.ts'],
    tests: ['unit/tools/diff/*.test.ts'],
  },
  fuzz: {
    mutate: ['src/tools/fuzz/**/*.ts'],
    tests: ['unit/tools/fuzz/**/*.test.ts', 'io/fuzz/*.test.ts'],
  },
};

const { mutate, tests } = GROUPS[process.env.MUTATION_GROUP ?? 'types'];

/**
 * `MUTATION_GROUP=rules npm run mutation` installs Stryker (`test/tools/mutation`), changes the files of a group in small ways,
 * and lists the changes that no test notices. It takes hours, and is not part of `npm test`.
 * `npm run mutation -- --mutate src/documents/schema/kinds.ts` mutates one file.
 */
export default {
  testRunner: 'jest',
  jest: {
    config: {
      ...base,
      // Without the check of all documents.
      reporters: [],
      testMatch: tests.map((test) => `<rootDir>/test/${test}`),
    },
    enableFindRelatedTests: false,
  },
  mutate,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // An empty text is mostly a message that no test compares.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: process.env.MUTATION_STATIC !== 'true',
  timeoutMS: 15_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  tempDirName: '.stryker-tmp',
};
