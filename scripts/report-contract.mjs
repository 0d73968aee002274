// Measures how exactly the schemas of the corpus say what validation does. CONTRACT_RUNS and CONTRACT_SEED choose
// the values; arguments choose classes by name.
import { requireTypeScript } from './lib/require-typescript.mjs';

const { compareCase } = requireTypeScript('test/law/compare.ts');
const { nameOf } = requireTypeScript('test/law/corpus/case.ts');
const { cases } = requireTypeScript('test/law/corpus/cases.ts');

const runs = Number(process.env.CONTRACT_RUNS ?? 1000);
const seed = Number(process.env.CONTRACT_SEED ?? 20260729);
const wanted = process.argv.slice(2);
const chosen = cases.filter((one) => wanted.length === 0 || wanted.includes(nameOf(one)));
const percent = (part, whole) => (whole === 0 ? '    -' : `${((100 * part) / whole).toFixed(1).padStart(5)}`);

const total = { accepted: 0, rejected: 0, exact: 0, declared: 0 };
const narrowed = new Map();
let breaches = 0;
console.log(`${'class'.padEnd(28)} accepted rejected  exact% declared%`);
for (const one of chosen) {
  try {
    const { accepted, rejected, caught, ...result } = await compareCase(one, { runs, seed });
    console.log(
      `${nameOf(one).padEnd(28)} ${String(accepted).padStart(8)} ${String(rejected).padStart(8)}  ${percent(caught.exact, rejected)}     ${percent(caught.declared, rejected)}`,
    );
    for (const { finding, value, why } of result.disagreements)
      console.log(`  ${finding}\n    ${JSON.stringify(value)}\n    ${why}`);
    breaches += result.disagreements.length;
    total.accepted += accepted;
    total.rejected += rejected;
    total.exact += caught.exact;
    total.declared += caught.declared;
    for (const [name, count] of result.narrowed) narrowed.set(name, (narrowed.get(name) ?? 0) + count);
  } catch (error) {
    breaches += 1;
    console.log(`${nameOf(one).padEnd(28)} ${error.stack}`);
  }
}
console.log(
  `\n${chosen.length} classes, ${total.accepted + total.rejected} values: ${total.accepted} accepted, ${total.rejected} rejected`,
);
console.log(
  `precision: exact ${percent(total.exact, total.rejected)} %, declared ${percent(total.declared, total.rejected)} %`,
);
console.log(`disagreements: ${breaches}`);
console.log('values that only the declared contract refuses, by narrowing:');
for (const [name, count] of narrowed) console.log(`  ${String(count).padStart(6)}  ${name}`);
process.exitCode = breaches === 0 ? 0 : 1;
