import { fieldOf, type Cursor, type SpecDocument } from '../document.js';

/** A parameter of an operation, its own or its path item's. */
export interface Parameter {
  /** What tells it from the others in both documents. */
  readonly key: string;
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly place: Cursor;
}

/** OpenAPI 3.1, 4.8.12.1: header parameters of these names are ignored. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** The parameters that hold for an operation: its own come before its path item's. */
export function parametersOf(
  document: SpecDocument,
  path: string,
  item: Cursor,
  operation: Cursor,
): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const holder of [item, operation])
    for (const place of document.items(document.child(holder, 'parameters'))) {
      const parameter = readParameter(place, path);
      if (parameter !== undefined) found.set(parameter.key, parameter);
    }
  return found;
}

function readParameter(place: Cursor, path: string): Parameter | undefined {
  const [name, location] = [fieldOf(place, 'name'), fieldOf(place, 'in')];
  if (typeof name !== 'string' || typeof location !== 'string') return undefined;
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const isRequired = location === 'path' || fieldOf(place, 'required') === true;
  return { key: keyOf(name, location, path), name, in: location, isRequired, place };
}

/** A path parameter is told by where it stands in the path: its name is the document's affair. */
function keyOf(name: string, location: string, path: string): string {
  if (location !== 'path') return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
  const position = [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, expression]) => expression === name);
  return `path ${position < 0 ? name : position}`;
}
