import { isBuiltin } from 'node:module';

// The package takes Node's modules from the process. Here they come from jest, so that jest.mock('node:crypto') replaces them
// as it replaces an import.
process.getBuiltinModule = ((name: string) => {
  if (!isBuiltin(name)) return undefined;
  // oxlint-disable-next-line typescript/no-require-imports -- jest's own, which has the mocks
  return require(name) as unknown;
}) as typeof process.getBuiltinModule;
