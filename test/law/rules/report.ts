import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { rulesWithoutEntry } from './without-entry.js';
import { compareSample } from './comparison.js';
import { samples } from './samples.js';
import { compile, looserOf, schemaOf } from './subject.js';

// How precise each rule's schema is: of the values that class-validator rejects, the share that it rejects too.

/** Of values that class-validator rejects: how many there were, and how many a schema accepts. */
interface Share {
  readonly rejected: number;
  readonly accepted: number;
}

interface Row {
  readonly decorator: string;
  /** Formats are annotations. */
  readonly annotated: Share;
  /** The same over values of a JSON type that the decorator otherwise accepts. */
  readonly near: Share;
  /** Formats are asserted, as by ajv-formats. */
  readonly asserted: Share;
  readonly assertedNear: Share;
  readonly falseRejects: number;
  readonly looser: ReadonlySet<string>;
}

const asserting = new Ajv2020({ strict: true });
addFormats.default(asserting);

function rowOf(decorator: string, runs: number, seed: number): Row {
  const rows = samples
    .filter((sample) => sample.decorator === decorator)
    .map((sample): Row => {
      const { subject, accepted, rejected, wrong } = compareSample(sample, runs, seed);
      const schema = schemaOf(subject);
      const [annotates, asserts] = [compile(schema), asserting.compile(schema)];
      const types = new Set(accepted.map(typeOf));
      const near = rejected.filter((value) => types.has(typeOf(value)));
      const share = (values: readonly unknown[], admits: (value: unknown) => boolean): Share => ({
        rejected: values.length,
        accepted: values.filter((value) => admits(value)).length,
      });
      const reasons = subject.rules.map(({ entry, constraints }) => looserOf(entry, constraints));
      return {
        decorator,
        annotated: share(rejected, annotates),
        near: share(near, annotates),
        asserted: share(rejected, asserts),
        assertedNear: share(near, asserts),
        falseRejects: wrong.length,
        looser: new Set(reasons.filter((reason) => reason !== undefined)),
      };
    });
  return rows.reduce(sumOf);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function sumOf(one: Row, other: Row): Row {
  const sum = (a: Share, b: Share): Share => ({
    rejected: a.rejected + b.rejected,
    accepted: a.accepted + b.accepted,
  });
  return {
    decorator: one.decorator,
    annotated: sum(one.annotated, other.annotated),
    near: sum(one.near, other.near),
    asserted: sum(one.asserted, other.asserted),
    assertedNear: sum(one.assertedNear, other.assertedNear),
    falseRejects: one.falseRejects + other.falseRejects,
    looser: new Set([...one.looser, ...other.looser]),
  };
}

function percent({ rejected, accepted }: Share): string {
  return rejected === 0 ? '–' : ((100 * (rejected - accepted)) / rejected).toFixed(1);
}

/** The last figure is that with asserted formats, if they make a difference. */
function figures({ near, assertedNear }: Row): [string, string] {
  const asserted = percent(assertedNear);
  return [percent(near), asserted === percent(near) ? '' : asserted];
}

/** Bounds of the lists, in percent. */
const BANDS = [95, 80, 60, 30, 0] as const;

/** Decorators by the band of their precision on near values, each with its figures. */
function listOf(rows: readonly Row[]): string {
  const precisionOf = ({ near }: Row): number => (near.rejected === 0 ? 100 : Number(percent(near)));
  const sorted = [...rows].sort((a, b) => precisionOf(b) - precisionOf(a));
  const named = (row: Row): string => {
    const [near, asserted] = figures(row);
    return `\`@${row.decorator}\` ${near}${asserted === '' ? '' : ` (${asserted})`}`;
  };
  return BANDS.map((bound, index) => {
    const above = BANDS[index - 1] ?? Infinity;
    const inBand = sorted.filter((row) => precisionOf(row) >= bound && precisionOf(row) < above);
    return `- ${bound} % and more: ${inBand.map(named).join(', ')}`;
  }).join('\n');
}

/** The page `docs/precision.md`, and the table of all rules with what their schemas leave open. */
export function reportRules(runs: number, seed: number): { readonly page: string; readonly table: string } {
  const decorators = [...new Set(samples.map(({ decorator }) => decorator))];
  const rows = decorators
    .filter((decorator) => !Object.hasOwn(rulesWithoutEntry, decorator))
    .map((decorator) => rowOf(decorator, runs, seed));
  const total = rows.reduce(sumOf);
  const open = rows.filter(({ annotated }) => annotated.accepted > 0);
  const table = open.map(
    (row) => `| \`@${row.decorator}\` | ${figures(row).join(' | ')} | ${[...row.looser].join('; ')} |`,
  );
  const page = `# How precise schemas are

If class-validator rejects a value, the schema should reject it too. This page measures for each decorator how often it does.

## Method

\`npm run report:rules\` compares two independent verdicts for the ${rows.length} property decorators that have a schema, in ${samples.length} uses with
realistic options: Ajv (2020-12, strict mode) with the schema of the rule alone, and \`validateSync(plainToInstance(Class, value))\`. The
values are valid and nearly valid ones of the use, adversarial ones, and ${runs} generated ones for each use (seed ${seed}): small
changes, strings of the emitted patterns, random strings, numbers and JSON. If \`plainToInstance\` throws, the value is left out. If a
validator throws, it rejects.

- A _false reject_ is a value that validation accepts and the schema rejects, although it is not one of the
  [documented exceptions](contract.md#exceptions). There must be none.
- _Precision_ is the percentage of the values that the schema rejects, among those that validation rejects.
- _Near_ is the same percentage among values of a JSON type that the decorator accepts. Without it, \`type: string\` alone would look
  precise.
- _Asserted_ means that ajv-formats validates each \`format\`. Otherwise a format is an annotation, as in JSON Schema 2020-12.

## Results

| | in % | asserted |
| --- | --- | --- |
| precision | ${percent(total.annotated)} | ${percent(total.asserted)} |
| near | ${percent(total.near)} | ${percent(total.assertedNear)} |

There are ${total.falseRejects} false rejects. For ${rows.length - open.length} decorators, no difference was found. The others have these figures on near values, and in
parentheses with asserted formats, if these make a difference. The diagnostic \`looser-rule\` names what the schema of your own rule
leaves open; \`test/law/rules/precision.md\` lists it for all.

${listOf(open)}
`;
  return {
    page,
    table: `| decorator | near | asserted | left open |\n| --- | --- | --- | --- |\n${table.join('\n')}\n`,
  };
}
