import base from './jest.config.mjs';

/**
 * `npm run mutation`: breaks the rule and type tables in every small way and asks which break no test.
 * Takes long, and is not part of `npm test`; `npm run mutation -- --mutate src/schema/kinds.ts` asks about one file.
 */
export default {
  testRunner: 'jest',
  // The tests that are about the tables, and no browser.
  jest: {
    config: {
      ...base,
      roots: ['schema', 'model', 'contract/rules'].map((folder) => `<rootDir>/test/${folder}`),
    },
  },
  mutate: [
    'src/schema/rules/**/*.ts',
    'src/schema/kinds.ts',
    'src/schema/enum-schema.ts',
    'src/model/rule-types.ts',
  ],
  coverageAnalysis: 'perTest',
  // What is computed once, at import, would need every test for each mutant.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  tempDirName: '.stryker-tmp',
};
