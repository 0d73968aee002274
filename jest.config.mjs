/** Tests run the sources, compiled file by file by the real TypeScript (decorator metadata included). */
const compiler = [
  'ts-jest',
  {
    tsconfig: {
      target: 'ES2022',
      lib: ['ES2023'],
      module: 'commonjs',
      moduleResolution: 'node10',
      isolatedModules: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
      strict: true,
      types: ['node', 'jest'],
      sourceMap: true,
    },
    diagnostics: false,
  },
];

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '\\.ts$': compiler },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The package by its own name, as the samples import it.
    '^dtospec$': '<rootDir>/src/index.ts',
    '^dtospec/webhook$': '<rootDir>/src/webhook/index.ts',
    '^dtospec/(express|fastify|koa|fetch)$': '<rootDir>/src/adapters/$1.ts',
  },
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/generated-values.ts'],
  globalSetup: './test/support/validator/start.mjs',
  globalTeardown: './test/support/validator/stop.mjs',
  testTimeout: 30_000,
};
