import { runDebianTool, runTool } from '../../support/programs/tools.js';
import { documentOf, shapesOf } from './shapes/all.js';
import type { Shape, Version } from './shapes/shape.js';

/** Whether a reader accepts each value, or why it does not read the document. */
export type Judgement =
  | { readonly problem: string }
  | { readonly verdicts: Readonly<Record<string, boolean[]>> };
export interface Question {
  readonly document: object;
  readonly values: Readonly<Record<string, unknown[]>>;
}

export type Ask = (questions: Readonly<Record<string, Question>>) => Promise<Record<string, Judgement>>;

/** Go's kin-openapi. */
export const askKin: Ask = (questions) =>
  runDebianTool('kin-openapi', questions) as Promise<Record<string, Judgement>>;

/** Python's jsonschema. */
export const askPython: Ask = (questions) =>
  runDebianTool('python-jsonschema', questions) as Promise<Record<string, Judgement>>;

interface Answers {
  readonly problem?: string;
  readonly answers?: readonly { readonly status: number; readonly violations: readonly unknown[] }[];
}

/** Prism as a mock server over a socket: a request that satisfies the document is answered, another one refused. */
export const askPrism: Ask = async (questions) => {
  const asked = Object.entries(questions).map(([name, { document, values }]) => {
    const requests = Object.entries(values).flatMap(([component, bodies]) =>
      bodies.map((body) => ({ method: 'POST', path: `/${component}`, body })),
    );
    return [name, { document, requests }] as const;
  });
  const told = (await runTool('prism.mjs', Object.fromEntries(asked))) as Record<string, Answers>;
  return Object.fromEntries(
    Object.entries(questions).map(([name, { values }]) => {
      const { problem, answers = [] } = told[name] ?? {};
      if (problem !== undefined) return [name, { problem }];
      const left = answers.map(({ status }) => status === 200);
      const verdicts = Object.entries(values).map(([component, bodies]) => [
        component,
        left.splice(0, bodies.length),
      ]);
      return [name, { verdicts: Object.fromEntries(verdicts) as Record<string, boolean[]> }];
    }),
  );
};

export interface Reader {
  readonly versions: readonly Version[];
  readonly ask: Ask;
  /**
   * How many shapes share a document: one where a schema that it cannot read costs it the whole document, few where it
   * compares each request with every path.
   */
  readonly together: number;
}

/** By version and shape. */
export type Verdicts = Record<string, Record<string, string>>;

/**
 * What a reader makes of each shape, by version: `ok`, which values it misjudges, or `fails`; and how it judges values by
 * other documents.
 */
export async function valueVerdicts(
  { versions, ask, together }: Reader,
  others: Readonly<Record<string, Question>>,
): Promise<[Verdicts, Record<string, Judgement>]> {
  const groups = versions.flatMap((version) => {
    const shapes = shapesOf(version);
    const count = Math.ceil(shapes.length / together);
    return Array.from({ length: count }, (_, index) => ({
      version,
      group: shapes.slice(index * together, (index + 1) * together),
    }));
  });
  const ofShapes = groups.map(({ version, group }, index) => [index, questionOf(version, group)] as const);
  // One process for all: a reader takes seconds to start.
  const judgements = await ask({ ...Object.fromEntries(ofShapes), ...others });
  const verdicts = Object.fromEntries(versions.map((version) => [version, {}]));
  for (const [index, { version, group }] of groups.entries())
    for (const [name, shape] of group)
      Object.assign(verdicts[version]!, { [name]: verdictOf(name, shape, judgements[String(index)]) });
  return [verdicts, Object.fromEntries(Object.keys(others).map((name) => [name, judgements[name]!]))];
}

function questionOf(version: Version, shapes: readonly (readonly [string, Shape])[]): Question {
  const values = shapes.map(([name, { takes, refuses }]) => [
    name,
    [...takes, ...refuses].map((value) => ({ value })),
  ]);
  const names = shapes.map(([name]) => name);
  return { document: documentOf(version, names), values: Object.fromEntries(values) as Question['values'] };
}

function verdictOf(name: string, { takes, refuses }: Shape, judgement: Judgement | undefined): string {
  if (judgement === undefined || 'problem' in judgement) return 'fails';
  const accepted = judgement.verdicts[name] ?? [];
  const text = (value: unknown): string => JSON.stringify(value);
  const wrong = [
    ...takes.filter((_value, index) => !accepted[index]).map((value) => `refuses ${text(value)}`),
    ...refuses
      .filter((_value, index) => accepted[takes.length + index])
      .map((value) => `takes ${text(value)}`),
  ];
  return wrong.join(', ') || 'ok';
}
