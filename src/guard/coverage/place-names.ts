import { below, lookUp, unescapeKey } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';

interface PlaceName {
  /** Operation such as `GET /users/{id}`, or the name of a component. */
  readonly of: string;
  /** Place inside, such as `address.zip` or `request body items[]`; empty for the whole. */
  readonly within: string;
}

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

/** Returns the text of a key and the key below it. @param place returns the object at the key */
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
