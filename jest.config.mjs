import { MODULE_NAMES } from './scripts/lib/entry-points.mjs';

const [MAJOR] = process.versions.node.split('.').map(Number);

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: [
    '**/*.test.ts',
    // pg-boss and ORMs need Node.js 22, under which postgres-on-node-22.test.ts and on-other-nodes.test.ts run them.
    ...(MAJOR < 22
      ? ['!**/{pgbouncer,postgres-{libraries,roles,transactions},sqlite-libraries}.test.ts']
      : []),
  ],
  transform: {
    '\\.ts$': '<rootDir>/test/support/jest/compile-tests.mjs',
    // ES modules only.
    '/node_modules/(?:@nestjs|arktype|arkregex|@ark|cookie|pg-boss|serialize-error|non-error|rrule-temporal|temporal-spec|@electric-sql|@mikro-orm|kysely)/.*\\.c?js$':
      '<rootDir>/test/support/jest/compile-tests.mjs',
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(?:@nestjs|arktype|arkregex|@ark|cookie|pg-boss|serialize-error|non-error|rrule-temporal|temporal-spec|@electric-sql|@mikro-orm|kysely|light-my-request/node_modules)/)',
  ],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The package by its own name, as the samples import it.
    ...MODULE_NAMES,
  },
  setupFiles: [
    'reflect-metadata',
    '<rootDir>/test/support/jest/mocked-node-modules.ts',
    '<rootDir>/test/support/jest/generated-values.ts',
    '<rootDir>/test/support/jest/record-documents.ts',
    '<rootDir>/test/support/jest/quiet-diagnostics.ts',
  ],
  // Every document that a test emits is checked by two validators of others, together at the end of the run.
  reporters: ['<rootDir>/test/support/validator/reporter.mjs', 'default'],
  testSequencer: '<rootDir>/test/support/jest/long-files-first.mjs',
  // In the file instead of the scripts: jest would read a second --maxWorkers as hundreds of workers.
  maxWorkers: '100%',
  // Two loads of the page in Chromium take up to 30 s while other tests run.
  testTimeout: 90_000,
  // What a file leaves behind stays with its worker; past this its garbage collections take longer than its tests.
  workerIdleMemoryLimit: '1GB',
};
