import { isRecord } from '../../../shared/values.js';
import { mapItems, mapMembers } from '../../json-schema/walk.js';
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
  as: 'one' | 'list' | 'map',
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
const CONTENT: Part = ['mediaType', 'map', same];
const HEADERS: Part = ['header', 'map', under('header ')];
const PARAMETERS: Part = ['parameter', 'list', ofParameter];
const CALLBACKS: Part = ['callback', 'map', under('callbacks.')];
const ENCODINGS: Readonly<Record<string, Part>> = {
  encoding: ['encoding', 'map', under('encoding.')],
  prefixEncoding: ['encoding', 'list', under('prefixEncoding.')],
  itemEncoding: ['encoding', 'one', under('itemEncoding')],
};

const PARTS: Readonly<Record<Kind, Readonly<Record<string, Part>>>> = {
  document: {
    paths: ['pathItem', 'map', byKey],
    webhooks: ['pathItem', 'map', byKey],
    components: ['components', 'one', same],
  },
  components: {
    responses: ['response', 'map', component('responses')],
    parameters: ['parameter', 'map', component('parameters')],
    requestBodies: ['requestBody', 'map', component('requestBodies')],
    headers: ['header', 'map', component('headers')],
    callbacks: ['callback', 'map', component('callbacks')],
    pathItems: ['pathItem', 'map', component('pathItems')],
    mediaTypes: ['mediaType', 'map', component('mediaTypes')],
  },
  pathItem: {
    parameters: PARAMETERS,
    additionalOperations: ['operation', 'map', ofMethod],
    ...Object.fromEntries(
      ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query', 'x-query'].map(
        (method): [string, Part] => [method, ['operation', 'one', ofMethod]],
      ),
    ),
  },
  // Its keys are URL expressions, not names of fields.
  callback: {},
  operation: {
    responses: ['response', 'map', under('responses.')],
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
    if (as === 'one') return mapOne(value, name);
    if (as === 'map') return mapMembers(value, mapOne);
    return mapItems(value as unknown as readonly unknown[], (one, index) => mapOne(one, String(index)));
  };
  return map(part as Loose, kind, place, '') as T;
}

type Loose = Readonly<Record<string, unknown>>;
