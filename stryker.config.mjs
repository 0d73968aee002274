/** `npm run mutation`: breaks the rule and type tables in every small way and asks which break no test. Takes long; not part of npm test. */
export default {
  testRunner: 'jest',
  jest: { configFile: 'jest.config.mjs', enableFindRelatedTests: true },
  mutate: ['src/schema/rules/**/*.ts', 'src/schema/kinds.ts', 'src/model/rule-types.ts'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  tempDirName: '.stryker-tmp',
};
