// Tests that `npm test` leaves out and `npm run test:all` runs: other versions and languages than a developer changes,
// and long runs.

const [MAJOR] = process.versions.node.split('.').map(Number);

/** By path from the root (a file, or a folder with its slash): what the tests run on. */
export const ONLY_IN_ALL = {
  'test/package/node-versions/': 'the package on each supported version of Node.js',
  'test/io/engines/on-other-nodes.test.ts': 'durable deliveries on other versions of Node.js',
  'test/package/oldest-peers.test.ts': 'the oldest peers',
  'test/package/clients/generators.test.ts': 'client generators',
  'test/package/benchmarks.test.ts': 'that every benchmark runs',
  'test/law/reader/many-values.test.ts': 'the reader, with 200,000 values',
  'test/law/diagnostics/long.test.ts': 'the law of diagnostics with three hundred random classes',
  'test/law/fresh-process/': 'five hundred classes, each documented in a fresh process',
  'test/law/rules/engines/languages.test.ts': 'patterns in Python, Java, .NET and Rust',
  'test/law/rules/engines/notes.test.ts': 'notes on patterns that these languages read differently',
  // Then this Node.js runs these tests itself.
  ...(MAJOR >= 22 && { 'test/io/engines/postgres-on-node-22.test.ts': 'PostgreSQL on Node.js 22' }),
};

/** Options of jest that leave these tests out. */
export function leaveOut() {
  const paths = Object.keys(ONLY_IN_ALL).map((path) => `<rootDir>/${path.replaceAll('.', '\\.')}`);
  return ['/node_modules/', ...paths].map((pattern) => `--testPathIgnorePatterns=${pattern}`);
}
