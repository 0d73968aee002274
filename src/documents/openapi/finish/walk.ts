import { isRecord, setMember } from '../../../shared/values.js';
import type { MediaTypeObject, SchemaHolder } from '../types/document.js';

export type Holder = SchemaHolder & Pick<MediaTypeObject, 'itemSchema'>;

type ChangeHolder = (holder: Holder, place: string, mediaType?: string) => Holder;

type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'callback'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding';

/** The kind of the inner objects, whether there are several, and their place in diagnostics. */
type Part = readonly [
  kind: Kind,
  as: 'one' | 'several',
  place: (outer: string, key: string, value: Readonly<Record<string, unknown>>) => string,
];

const same = (outer: string): string => outer;
const byKey = (_: string, key: string): string => key;
const under =
  (name: string) =>
  (outer: string, key: string): string =>
    `${outer} ${name}${key}`;
const component =
  (kind: string) =>
  (_: string, key: string): string =>
    `components.${kind}.${key}`;
const ofParameter: Part[2] = (outer, _, { in: location, name }) =>
  `${outer} ${String(location)} ${String(name)}`;
const ofMethod: Part[2] = (outer, method) => `${method.replace('x-', '').toUpperCase()} ${outer}`;

const PATH_ITEM: Part = ['pathItem', 'one', same];
const CONTENT: Part = ['mediaType', 'several', same];
const HEADERS: Part = ['header', 'several', under('header ')];
const PARAMETERS: Part = ['parameter', 'several', ofParameter];
const CALLBACKS: Part = ['callback', 'several', under('callbacks.')];
const ENCODINGS: Readonly<Record<string, Part>> = {
  encoding: ['encoding', 'several', under('encoding.')],
  prefixEncoding: ['encoding', 'several', under('prefixEncoding.')],
  itemEncoding: ['encoding', 'one', under('itemEncoding')],
};

const PARTS: Readonly<Record<Kind, Readonly<Record<string, Part>>>> = {
  document: {
    paths: ['pathItem', 'several', byKey],
    webhooks: ['pathItem', 'several', byKey],
    components: ['components', 'one', same],
  },
  components: {
    responses: ['response', 'several', component('responses')],
    parameters: ['parameter', 'several', component('parameters')],
    requestBodies: ['requestBody', 'several', component('requestBodies')],
    headers: ['header', 'several', component('headers')],
    callbacks: ['callback', 'several', component('callbacks')],
    pathItems: ['pathItem', 'several', component('pathItems')],
    mediaTypes: ['mediaType', 'several', component('mediaTypes')],
  },
  pathItem: {
    parameters: PARAMETERS,
    additionalOperations: ['operation', 'several', ofMethod],
    ...Object.fromEntries(
      ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query', 'x-query'].map(
        (method): [string, Part] => [method, ['operation', 'one', ofMethod]],
      ),
    ),
  },
  // Its keys are URL expressions, not names of fields.
  callback: {},
  operation: {
    responses: ['response', 'several', under('responses.')],
    parameters: PARAMETERS,
    requestBody: ['requestBody', 'one', under('')],
    callbacks: CALLBACKS,
  },
  parameter: { content: CONTENT },
  header: { content: CONTENT },
  requestBody: { content: CONTENT },
  response: { headers: HEADERS, content: CONTENT },
  mediaType: ENCODINGS,
  encoding: { headers: HEADERS, ...ENCODINGS },
};

const HOLDERS: ReadonlySet<Kind> = new Set<Kind>(['parameter', 'header', 'mediaType']);

/** Returns a copy in which every schema holder is changed. Unchanged parts are shared. */
export function mapHolders<T extends object>(part: T, kind: Kind, place: string, change: ChangeHolder): T {
  const map = (given: Loose, inner: Kind, at: string, key: string): Loose => {
    if ('$ref' in given && inner !== 'pathItem') return given;
    const mediaType = inner === 'mediaType' ? key : undefined;
    const object = HOLDERS.has(inner) ? (change(given, at, mediaType) as Loose) : given;
    return mapMembers(object, (value, name) => {
      const found = inner === 'callback' ? PATH_ITEM : PARTS[inner][name];
      return found === undefined || typeof value !== 'object' || value === null
        ? value
        : mapPart(value as Loose, found, name, at);
    });
  };
  const mapPart = (value: Loose, [inner, as, placeOf]: Part, name: string, at: string): unknown => {
    // An extension may have any value.
    const mapOne = (one: unknown, key: string): unknown =>
      isRecord(one) ? map(one, inner, placeOf(at, key, one), key) : one;
    return as === 'one' ? mapOne(value, name) : mapMembers(value, mapOne);
  };
  return map(part as Loose, kind, place, '') as T;
}

type Loose = Readonly<Record<string, unknown>>;

/** Changes members of an object or a list. Returns the same one if nothing changes. */
function mapMembers(object: Loose, change: (value: unknown, key: string) => unknown): Loose {
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = change(object[key], key);
    if (value === object[key]) continue;
    changed ??= Array.isArray(object) ? ([...object] as never) : { ...object };
    setMember(changed, key, value);
  }
  return changed ?? object;
}
