import type { RegisteredType } from '../../../decorators/registered-types.js';
import { emitWarning } from '../../shared/runtime.js';
import type { Constructor } from '../../shared/types.js';

/** An instance, or why there is none: a text that follows the name of the value, or undefined. */
export type Parsed =
  | { readonly instance: unknown; readonly isRefused?: never }
  | { readonly instance?: never; readonly isRefused: true; readonly problem: string | undefined };

/** Parses JSON that the schema of a registered class accepts. */
export function parseRegistered({ target, parse }: RegisteredType, json: unknown): Parsed {
  let parsed: unknown;
  try {
    parsed = parse(json);
  } catch {
    // Its message may contain internals, so the response does not have it.
    return { isRefused: true, problem: undefined };
  }
  if (parsed instanceof target) return { instance: parsed };
  if (typeof parsed === 'string') return { isRefused: true, problem: parsed };
  warnOnce(target, parsed);
  return { isRefused: true, problem: undefined };
}

const warned = new WeakSet<Constructor>();

function warnOnce(target: Constructor, parsed: unknown): void {
  if (warned.has(target)) return;
  warned.add(target);
  const given = parsed instanceof Promise ? 'a promise' : 'another value';
  emitWarning(
    `parse of registerType(${target.name}) returned ${given} instead of an instance, so requests are refused. Return an instance of ${target.name}, throw, or return a text with the problem.`,
    { type: 'OperationWarning' },
  );
}
