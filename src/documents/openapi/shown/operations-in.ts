import { lookUp } from '../../../shared/json-pointer.js';
import { isRecord } from '../../../shared/values.js';
import { operationsOf } from '../paths/methods.js';
import type { OpenApiDocument, PathItemObject } from '../types/document.js';

export type Part = Readonly<Record<string, unknown>>;

/** Returns the object that a reference points to, or the given object. */
export type ResolvePart = (part: unknown) => Part;

/** Maximum number of references in a row, which may also lead back to the first. */
const MOST_REFERENCES = 8;

export function partResolver(document: OpenApiDocument): ResolvePart {
  const resolve = (given: unknown, steps = MOST_REFERENCES): Part => {
    const { $ref, ...part } = isRecord(given) ? given : {};
    if (typeof $ref !== 'string' || steps === 0) return part;
    return { ...resolve(lookUp(document, $ref), steps - 1), ...part };
  };
  return (part) => resolve(part);
}

interface OperationOfItem {
  readonly method: string;
  readonly operation: Part;
  /** Parameters of the operation and of its path. */
  readonly parameters: readonly Part[];
}

/** Returns the operations of a path item with their parameters. */
export function operationsIn(given: unknown, resolve: ResolvePart): OperationOfItem[] {
  const item = resolve(given);
  return operationsOf(item as PathItemObject).map(([method, operation]) => ({
    method,
    operation: { ...operation },
    parameters: [...parametersOf(item, resolve), ...parametersOf(operation, resolve)],
  }));
}

function parametersOf({ parameters }: { readonly parameters?: unknown }, resolve: ResolvePart): Part[] {
  return Array.isArray(parameters) ? parameters.map((parameter) => resolve(parameter)) : [];
}
