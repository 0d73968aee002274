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

/** The last cell is empty if formats make no difference. */
function cells({ near, assertedNear }: Row): string {
  const asserted = percent(assertedNear);
  return `${percent(near)} | ${asserted === percent(near) ? '' : asserted}`;
}

/** The page `docs/precision.md`. */
export function reportRules(runs: number, seed: number): string {
  const decorators = [...new Set(samples.map(({ decorator }) => decorator))];
  const rows = decorators
    .filter((decorator) => !Object.hasOwn(rulesWithoutEntry, decorator))
    .map((decorator) => rowOf(decorator, runs, seed));
  const total = rows.reduce(sumOf);
  const open = rows.filter(({ annotated }) => annotated.accepted > 0);
  const table = open.map(
    (row) => `| \`@${row.decorator}\` | ${cells(row)} | ${[...row.looser].join('; ')} |`,
  );
  return `# How precise schemas are

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

There are ${total.falseRejects} false rejects. For ${rows.length - open.length} decorators, no difference was found. The table lists the others. If formats make a difference,
the third column shows it. An empty last column means a format, or rare values.

| decorator | near | asserted | left open |
| --- | --- | --- | --- |
${table.join('\n')}
`;
}
