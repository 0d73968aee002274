// Tests that `npm test` leaves out and `npm run test:all` runs: other versions and languages than a developer changes,
// and long runs.
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

const [MAJOR] = process.versions.node.split('.').map(Number);

/** What decides how the packages are installed and built. */
const PACKAGING = ['package.json', 'src/tools/package.json', 'tsdown.config.mjs', 'scripts/lib/'];

/**
 * By path from the root (a file, or a folder with its slash): what the tests run on. `touchedBy` has the beginnings of paths
 * after whose change CI runs the tests at once; tests without it wait for `npm run test:all`.
 */
const TESTS = {
  'test/package/node-versions/': {
    what: 'the package on each supported version of Node.js',
    touchedBy: [...PACKAGING, 'test/package/node-versions/', 'src/cli.ts'],
  },
  'test/io/engines/on-other-nodes.test.ts': {
    what: 'durable deliveries on other versions of Node.js',
    touchedBy: ['src/webhooks/engines/sqlite/', 'test/io/engines/on-other-nodes.test.ts'],
  },
  'test/package/runtimes/web-others.test.ts': {
    what: 'a bundle for browsers in Bun, Deno, Chromium, and workerd with the modules of Node.js',
    touchedBy: [...PACKAGING, 'src/shared/', 'src/adapters/fetch', 'src/page/', 'test/package/runtimes/'],
  },
  'test/package/compilers/recorded.test.ts': {
    what: 'what compilers record, as docs/compilers.md lists it',
    touchedBy: ['scripts/report-compilers.mjs', 'test/package/compilers/recorded'],
  },
  'test/package/samples/next.test.ts': {
    what: 'the sample of Next.js',
    touchedBy: [
      'samples/next/',
      'src/adapters/fetch',
      'test/package/samples/next.test.ts',
      'test/tools/next/',
    ],
  },
  'test/package/testing/vitest-5.test.ts': {
    what: 'the matcher in vitest 5',
    touchedBy: ['src/tools/testing.ts', 'test/package/testing/', 'test/tools/vitest-5/'],
  },
  'test/package/oldest-peers.test.ts': {
    what: 'the oldest peers',
    touchedBy: [...PACKAGING, 'test/tools/oldest/', 'test/package/oldest-peers.test.ts'],
  },
  'test/unit/operations/type-errors-in-others.test.ts': {
    what: 'messages of TypeScript 5.5 and 6',
    touchedBy: ['src/operations/', 'src/client/', 'decorators/', 'test/unit/operations/'],
  },
  'test/package/clients/generators.test.ts': {
    what: 'client generators',
    touchedBy: ['src/documents/openapi/finish/', 'test/package/clients/', 'test/tools/package.json'],
  },
  'test/package/clients/kinds.test.ts': {
    what: 'downloads, CSV, headers, events and negotiation by openapi-fetch and hey-api',
    touchedBy: ['src/operations/response/', 'test/package/clients/', 'test/tools/package.json'],
  },
  'test/package/generators/all.test.ts': {
    what: 'ten client generators',
    touchedBy: [
      'src/documents/openapi/create/item-stream.ts',
      'test/package/generators/',
      'test/tools/generators/',
    ],
  },
  'test/package/readers/': {
    what: 'other readers of the document',
    touchedBy: ['scripts/report-readers.mjs', 'test/package/readers/', 'test/tools/readers/'],
  },
  'test/package/agents/': {
    what: 'other clients of MCP servers',
    touchedBy: ['scripts/report-agents.mjs', 'src/mcp/', 'test/package/agents/', 'test/tools/agents/'],
  },
  'test/package/benchmarks.test.ts': {
    what: 'that every benchmark runs',
    touchedBy: ['bench/', 'test/package/benchmarks.test.ts'],
  },
  'test/unit/documents/many-classes.test.ts': {
    what: 'five thousand classes that refer to each other',
    touchedBy: ['src/documents/', 'src/operations/', 'src/mcp/', 'src/tools/diff/'],
  },
  'test/law/reader/many-values.test.ts': {
    what: 'the reader, with 200,000 values',
    touchedBy: ['src/operations/reader/', 'test/law/reader/'],
  },
  'test/law/diagnostics/long.test.ts': {
    what: 'the law of diagnostics with three hundred random classes',
    touchedBy: ['test/law/diagnostics/'],
  },
  'test/law/fresh-process/': { what: 'five hundred classes, each documented in a fresh process' },
  'test/law/rules/engines/languages.test.ts': { what: 'patterns in Python, Java, .NET and Rust' },
  'test/law/rules/engines/notes.test.ts': { what: 'notes on patterns that these languages read differently' },
  'test/io/engines/postgres-versions.test.ts': {
    what: 'versions of PostgreSQL',
    touchedBy: ['src/webhooks/engines/postgres/', 'test/io/engines/postgres-versions.test.ts'],
  },
  'test/io/engines/redis-versions.test.ts': {
    what: 'versions of Redis, and Valkey',
    touchedBy: ['src/webhooks/engines/bullmq/', 'test/io/engines/redis-versions.test.ts'],
  },
  'test/io/engines/redis-cluster.test.ts': {
    what: 'a cluster of Redis',
    touchedBy: ['src/webhooks/engines/bullmq/', 'test/io/engines/redis-cluster.test.ts'],
  },
  'test/io/engines/platform-day.test.ts': {
    what: 'a day of a platform with a thousand endpoints',
    touchedBy: ['test/io/engines/platform-day.test.ts', 'test/support/engines/platform.ts'],
  },
  // From Node.js 22 on, the tests of the engines run PostgreSQL themselves.
  'test/io/engines/postgres-on-node-22.test.ts': {
    what: 'PostgreSQL on Node.js 22',
    touchedBy:
      MAJOR >= 22
        ? []
        : ['src/webhooks/engines/', 'src/webhooks/notifier/', 'test/io/engines/', 'test/support/engines/'],
  },
};

/** The tests to leave out, by path with what they run on. */
export function onlyInAll(changedFiles = []) {
  const isTouched = ({ touchedBy = [] }) =>
    changedFiles.some((file) => touchedBy.some((place) => file.startsWith(place)));
  return Object.entries(TESTS).flatMap(([place, test]) => (isTouched(test) ? [] : [[place, test.what]]));
}

/** The files that differ from a revision, such as the base of a pull request; none without one, or if git lacks it. */
export function changedSince(revision) {
  if (!revision) return [];
  try {
    return execFileSync('git', ['diff', '--name-only', revision], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
      .trim()
      .split('\n');
  } catch {
    return [];
  }
}

/** Options of jest that leave these tests out. */
export function leaveOut(tests) {
  const paths = tests.map(([place]) => `<rootDir>/${place.replaceAll('.', '\\.')}`);
  return ['/node_modules/', ...paths].map((pattern) => `--testPathIgnorePatterns=${pattern}`);
}
