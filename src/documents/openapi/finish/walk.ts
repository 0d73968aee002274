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

export function mapHolders<T extends object>(part: T, kind: Kind, place: string, change: ChangeHolder): T {
  return mapParts(part, kind, place, (given, inner, at, key) =>
    HOLDERS.has(inner) ? (change(given, at, inner === 'mediaType' ? key : undefined) as ObjectPart) : given,
  );
}

export type ObjectPart = Readonly<Record<string, unknown>>;

type ChangePart = (part: ObjectPart, kind: Kind, place: string, key: string) => ObjectPart;

/** Returns a copy in which every part is changed before the parts inside it. References are left as they are. */
export function mapParts<T extends object>(part: T, kind: Kind, place: string, change: ChangePart): T {
  const map = (object: ObjectPart, objectKind: Kind, at: string, key: string): ObjectPart => {
    if ('$ref' in object && objectKind !== 'pathItem') return object;
    return mapMembers(change(object, objectKind, at, key), (value, name) => {
      const member = objectKind === 'callback' ? PATH_ITEM : PARTS[objectKind][name];
      return member === undefined ? value : mapPart(value, member, name, at);
    });
  };
  const mapPart = (value: unknown, [memberKind, as, placeOf]: Part, name: string, at: string): unknown => {
    // An extension may have any value.
    const mapOne = (one: unknown, key: string): unknown =>
      isRecord(one) ? map(one, memberKind, placeOf(at, key, one), key) : one;
    if (as === 'one') return mapOne(value, name);
    if (Array.isArray(value)) return mapItems(value, (one, index) => mapOne(one, String(index)));
    return isRecord(value) ? mapMembers(value, mapOne) : value;
  };
  return map(part as ObjectPart, kind, place, '') as T;
}
