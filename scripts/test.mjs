// `npm test`: from a fresh clone to every check. The last line is the sum: `N passed, N failed, N skipped`.
import { buildAndPack, keepAsBuilt } from './lib/prepare.mjs';
import { runChecks } from './lib/checks.mjs';
import { install, installForTests } from './lib/listed.mjs';
import { runJest } from './lib/jest.mjs';

// Needs nothing of the rest, and is done before the tests that ask for it: npm and the build use one core each.
const installed = process.argv.length > 2 ? undefined : installForTests();
await install();
await buildAndPack();
keepAsBuilt();

// Many tests wait for sockets and processes: meanwhile the cores have something to do.
const [checks, tests] = await Promise.all([runChecks(), runJest(process.argv.slice(2)), installed]);
console.log(`\n${checks.report}`);
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
process.exitCode = failed === 0 ? 0 : 1;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`${passed} passed, ${failed} failed${skipped}`);
