import base from './jest.config.mjs';

/** What is asked which question: the tables of locales have a test of their own that asks of every row. */
const GROUPS = {
  rules: {
    mutate: [
      'src/schema/rules/*.ts',
      '!src/schema/rules/{mobile-phones,passports,passport-patterns,postal-codes,identity-cards,tax-ids}.ts',
    ],
    tests: [
      'law/rules/{exact,declared,odd-arguments,any-options}.test.ts',
      'unit/schema/{property-schema,rules/*}.test.ts',
    ],
  },
  tables: {
    mutate: [
      'src/schema/rules/{mobile-phones,passports,passport-patterns,postal-codes,identity-cards,tax-ids}.ts',
    ],
    tests: ['law/rules/tables.test.ts'],
  },
  patterns: { mutate: ['src/schema/rules/pattern/*.ts'], tests: ['unit/schema/rules/pattern/*.test.ts'] },
  types: {
    mutate: ['src/schema/{kinds,enum-schema}.ts', 'src/model/{rule-types,condition-source,conditions}.ts'],
    tests: [
      'unit/schema/{kinds,property-schema,union-schema}.test.ts',
      'unit/model/{rule-types,conditions,property-type}.test.ts',
    ],
  },
};

const { mutate, tests } = GROUPS[process.env.MUTATION_GROUP ?? 'types'];

/**
 * `MUTATION_GROUP=rules npm run mutation` breaks the rule and type tables in every small way and asks which break
 * no test. Takes long, and is not part of `npm test`; `npm run mutation -- --mutate src/schema/kinds.ts` asks
 * about one file.
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
