// What importing dtospec costs beyond class-validator, class-transformer and reflect-metadata, which the application imports
// anyway, each in a process of its own.
// npm run build && node bench/import.mjs [rounds]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, printTable } from './lib/report.mjs';

const rounds = Number(process.argv[2] ?? 21);
const PEERS = ['reflect-metadata', 'class-validator', 'class-transformer'];
const root = fileURLToPath(new URL('..', import.meta.url));

const rows = ['CommonJS', 'ES modules'].map((format) => {
  const turns = Array.from({ length: rounds }, () => ({
    peers: measure(format, PEERS),
    all: measure(format, [...PEERS, 'dtospec']),
  }));
  const beyond = turns.map(({ peers, all }) => all - peers);
  const [low, high] = [Math.min(...beyond), Math.max(...beyond)].map((one) => one.toFixed(1));
  return [
    format,
    `${median(turns.map(({ peers }) => peers)).toFixed(1)} ms`,
    `${median(beyond).toFixed(1)} ms (${low} to ${high})`,
  ];
});
printTable(['', 'the three alone', 'dtospec beyond them'], rows);

function measure(format, names) {
  const load =
    format === 'CommonJS'
      ? names.map((name) => `require('${name}');`)
      : names.map((name) => `await import('${name}');`);
  const script = `const start = performance.now(); ${load.join(' ')} console.log(performance.now() - start);`;
  const type = format === 'CommonJS' ? 'commonjs' : 'module';
  const out = execFileSync(process.execPath, [`--input-type=${type}`, '-e', script], { cwd: root });
  return Number(out);
}
