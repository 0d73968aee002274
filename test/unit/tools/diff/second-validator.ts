import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A value, and the schema of a version of OpenAPI that it is asked of. */
export interface Question {
  readonly version: string;
  readonly schema: unknown;
  readonly value: unknown;
}

/** What @hyperjump/json-schema says, under each version's own dialect: all questions by one process. */
export function askSecond(questions: readonly Question[]): readonly (boolean | string)[] {
  const program = path.join(__dirname, 'hyperjump-values.mjs');
  const answers = execFileSync(process.execPath, [program], {
    input: JSON.stringify(questions),
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  });
  return JSON.parse(answers) as (boolean | string)[];
}
