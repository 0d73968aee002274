import { isRecord } from '../../../shared/values.js';
import type { CompileKeyword } from './assertion.js';

export type KeywordTable = readonly (readonly [string, CompileKeyword])[];

export function isSchema(argument: unknown): boolean {
  return typeof argument === 'boolean' || isRecord(argument);
}

/** Returns a row of the table of keywords. An argument of another type makes the keyword undecidable. */
export function keyword(
  name: string,
  isArgument: (argument: unknown) => boolean,
  compile: CompileKeyword,
): KeywordTable[number] {
  return [
    name,
    (argument, schema, within) => (isArgument(argument) ? compile(argument, schema, within) : undefined),
  ];
}
