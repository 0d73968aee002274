import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import type { Constructor } from '../../src/base/types.js';
import { nameOf, type ContractCase } from './corpus/case.js';

/** One step from an instance to what it holds. */
export interface Step {
  /** The class that has the property; of a list's element, `Array`. */
  readonly owner: Constructor | undefined;
  readonly property: string;
}

/** A property that validation refused. */
export interface Failure {
  /** From the instance down to the property. */
  readonly steps: readonly Step[];
  /** Names of the rules that failed. */
  readonly rules: readonly string[];
}

/** What the process does with a request body. */
export interface Verdict {
  readonly accepted: boolean;
  readonly failures: readonly Failure[];
  /** Set where class-transformer or class-validator threw, which refuses the value too. */
  readonly thrown: string | undefined;
}

/** `validate(plainToInstance(C, value))`, with the case's groups given to both. */
export async function verdictOf(tested: ContractCase, value: unknown): Promise<Verdict> {
  const options = { groups: [...(tested.groups ?? [])] };
  try {
    const instance: unknown = plainToInstance(tested.target as never, cloneJson(value), options);
    const errors = await validate(instance as object, options);
    return {
      accepted: errors.length === 0,
      failures: errors.flatMap((error) => failuresOf(error, [])),
      thrown: undefined,
    };
  } catch (error) {
    if (!(error instanceof Error)) throw new Error(`${nameOf(tested)} threw no error`, { cause: error });
    return { accepted: false, failures: [], thrown: error.message };
  }
}

/** Objects of the test's own realm, as class-transformer asks `instanceof Object`; `structuredClone` makes Node's. */
function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cloneJson(member)]));
}

function failuresOf(error: ValidationError, above: readonly Step[]): Failure[] {
  const owner = error.target?.constructor as Constructor | undefined;
  const steps = [...above, { owner, property: (error.property as string | undefined) ?? '' }];
  const nested = (error.children ?? []).flatMap((child) => failuresOf(child, steps));
  return error.constraints === undefined
    ? nested
    : [{ steps, rules: Object.keys(error.constraints) }, ...nested];
}
