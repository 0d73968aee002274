import { below, lookUp, unescapeKey } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';

/** A place of a document in words. */
export interface PlaceName {
  /** `GET /users/{id}`, or the name of a component. */
  readonly of: string;
  /** What within it: `address.zip`, `request body items[]`; empty for the whole. */
  readonly within: string;
}

/** The name of a place of a document by its pointer. */
export function nameOfPlace(pointer: string, document: object): PlaceName {
  const keys = pointer.slice(2).split('/').map(unescapeKey);
  const [root, first = '', second = ''] = keys;
  if (root === 'components') {
    const of = first === 'schemas' ? second : `${first}.${second}`;
    return { of, within: placeWithin(keys, 3, document) };
  }
  if (second === 'parameters') return { of: first, within: placeWithin(keys, 2, document) };
  const isNamed = second === 'additionalOperations';
  const method = isNamed ? (keys[3] ?? '') : second.replace('x-', '').toUpperCase();
  return { of: `${method} ${first}`, within: placeWithin(keys, isNamed ? 4 : 3, document) };
}

/** How a key with what is below it is told. @param place what it points to */
const TOLD: Readonly<Record<string, (next: string, place: () => unknown) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: (pattern) => `.${pattern}`,
  dependentSchemas: () => '',
  $defs: () => '',
  responses: (status) => ` ${status}`,
  headers: (name) => ` header ${name}`,
  content: () => '',
  parameters: (_index, place) => {
    const parameter = place();
    return isRecord(parameter) ? ` ${String(parameter.in)} ${String(parameter.name)}` : '';
  },
  prefixItems: (index) => `[${index}]`,
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, () => ''])),
};

/** Keys that stand alone; all others are passed over. */
const ALONE: Readonly<Record<string, string>> = {
  items: '[]',
  additionalProperties: '.*',
  requestBody: ' body',
};

function placeWithin(keys: readonly string[], from: number, document: object): string {
  let text = '';
  for (let at = from; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const tell = Object.hasOwn(TOLD, key) && at + 1 < keys.length ? TOLD[key] : undefined;
    if (tell !== undefined) {
      at += 1;
      const end = at + 1;
      text += tell(keys[at] ?? '', () => lookUp(document, below('#', ...keys.slice(0, end))));
    } else if (Object.hasOwn(ALONE, key)) text += ALONE[key] ?? '';
  }
  return text.trim().replace(/^\./, '').replace(/ \./g, ' ');
}
