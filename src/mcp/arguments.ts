import type { StructuredInput } from '../adapters/call-operation.js';
import { PART_NAMES } from '../operations/operation.js';
import type { ProblemFault } from '../operations/problem.js';
import { pointerTo } from '../shared/json-pointer.js';
import { didYouMean } from '../shared/nearest.js';
import { isRecord, kindOf } from '../shared/values.js';
import type { McpTool } from './types.js';

/** A fault of the arguments: a JSON Pointer into them, and a sentence. */
export interface ArgumentFault {
  readonly pointer: string;
  readonly detail: string;
}

/** Limits of what an error repeats of arguments that may be of any size. */
const MOST_FAULTS = 20;
const LONGEST_NAME = 80;

const PARTS: readonly string[] = Object.values(PART_NAMES);

/**
 * Returns the arguments as the input of a call, or the faults of their outer members. The operation itself
 * checks all values, with the verdict of HTTP.
 */
export function readArguments(
  args: unknown,
  { inputSchema }: McpTool,
): { readonly input: StructuredInput } | { readonly faults: readonly ArgumentFault[] } {
  if (args !== undefined && !isRecord(args))
    return { faults: [{ pointer: '#', detail: `must be an object, not ${kindOf(args)}` }] };
  const known = inputSchema.properties ?? {};
  const faults: ArgumentFault[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args ?? {})) {
    if (faults.length >= MOST_FAULTS) break;
    const pointer = pointerTo([name.slice(0, LONGEST_NAME)]);
    const part = Object.hasOwn(known, name) ? known[name] : undefined;
    if (part === undefined) faults.push(unknownMember(pointer, name, Object.keys(known)));
    else if (!PARTS.includes(name)) input[name] = value;
    else if (isRecord(value)) {
      input[name] = value;
      faults.push(...unknownParameters(name, value, part.properties));
    } else faults.push({ pointer, detail: `must be an object, not ${kindOf(value)}` });
  }
  return faults.length > 0 ? { faults } : { input };
}

function unknownParameters(part: string, value: object, known: object = {}): ArgumentFault[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(known, name))
    .slice(0, MOST_FAULTS)
    .map((name) => unknownMember(pointerTo([part, name.slice(0, LONGEST_NAME)]), name, Object.keys(known)));
}

function unknownMember(pointer: string, name: string, known: readonly string[]): ArgumentFault {
  const expected = known.length === 0 ? 'Nothing is expected here.' : `Expected: ${known.join(', ')}.`;
  const nearest = name.length > LONGEST_NAME ? '' : didYouMean(name, known);
  return { pointer, detail: `is unknown.${nearest} ${expected}` };
}

/** Returns a fault of a request with a pointer into the arguments. */
export function faultOfArguments({ in: place, pointer, detail }: ProblemFault): ArgumentFault {
  const part = place === 'body' ? 'body' : PART_NAMES[place];
  return { pointer: `#/${part}${pointer.replace(/^#/, '')}`, detail };
}
