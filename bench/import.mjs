// What importing dtospec costs after class-validator, class-transformer and reflect-metadata, which the application imports
// anyway, each time in a process of its own.
// npm run build && node bench/import.mjs [rounds]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, printTable } from './lib/report.mjs';

const rounds = Number(process.argv[2] ?? 21);
const PEERS = ['reflect-metadata', 'class-validator', 'class-transformer'];
const root = fileURLToPath(new URL('..', import.meta.url));

const rows = ['CommonJS', 'ES modules'].map((format) => {
  const turns = Array.from({ length: rounds }, () => measure(format));
  return [
    format,
    `${median(turns.map(({ peers }) => peers)).toFixed(1)} ms`,
    milliseconds(turns.map(({ own }) => own)),
    milliseconds(turns.map(({ cpu }) => cpu)),
  ];
});
printTable(['', 'the three alone', 'dtospec after them', 'processor time'], rows);

/** In a process of its own: first the three, then dtospec. */
function measure(format) {
  const load = (name) => (format === 'CommonJS' ? `require('${name}');` : `await import('${name}');`);
  const script = `
    const start = performance.now();
    ${PEERS.map(load).join(' ')}
    const [middle, before] = [performance.now(), process.cpuUsage()];
    ${load('dtospec')}
    const [end, { user, system }] = [performance.now(), process.cpuUsage(before)];
    console.log(JSON.stringify({ peers: middle - start, own: end - middle, cpu: (user + system) / 1000 }));`;
  const type = format === 'CommonJS' ? 'commonjs' : 'module';
  const out = execFileSync(process.execPath, [`--input-type=${type}`, '-e', script], { cwd: root });
  return JSON.parse(out);
}

function milliseconds(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((one) => one.toFixed(1));
  return `${median(values).toFixed(1)} ms (${low} to ${high})`;
}
