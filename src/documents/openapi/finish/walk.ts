import { isRecord, setMember } from '../../../shared/values.js';
import { type Inspection, inspectSchema } from '../../schema/inspect-schema.js';
import type { Reference } from '../../schema/references.js';
import type { MediaTypeObject, OpenApiDocument, SchemaHolder } from '../types/document.js';

export type Holder = SchemaHolder & Pick<MediaTypeObject, 'itemSchema'>;

type ChangeHolder = (holder: Holder) => Holder;

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

/** An object of the document that holds a schema, with the result of the visit of the schema. */
export interface PlacedHolder extends Inspection {
  readonly holder: Holder;
  readonly place: string;
  readonly mediaType: string | undefined;
}

interface Holders {
  /** The holders in the order of the document. */
  readonly list: PlacedHolder[];
  readonly references: Reference[];
}

export function holdersIn(document: Partial<OpenApiDocument>): Holders {
  const list: PlacedHolder[] = [];
  const references: Reference[] = [];
  mapParts(document, 'document', '', (part, kind, place, key) => {
    if (!HOLDERS.has(kind)) return part;
    const holder: Holder = part;
    const mediaType = kind === 'mediaType' ? key : undefined;
    const before = references.length;
    let isPlain = holder.schema === undefined || inspectSchema(holder.schema, references);
    if (holder.itemSchema !== undefined) isPlain = inspectSchema(holder.itemSchema, references) && isPlain;
    const own = references.length === before ? NONE : references.slice(before);
    list.push({ holder, place, mediaType, references: own, isPlain });
    return part;
  });
  return { list, references };
}

const NONE: readonly Reference[] = [];

export function mapHolders<T extends object>(part: T, kind: Kind, place: string, change: ChangeHolder): T {
  return mapParts(part, kind, place, (holder, part) =>
    HOLDERS.has(part) ? (change(holder) as ObjectPart) : holder,
  );
}

export type ObjectPart = Readonly<Record<string, unknown>>;

type ChangePart = (part: ObjectPart, kind: Kind, place: string, key: string) => ObjectPart;

/**
 * Returns a copy in which every part is changed before the parts inside it. References are left as they are.
 */
export function mapParts<T extends object>(part: T, kind: Kind, place: string, change: ChangePart): T {
  const map = (object: ObjectPart, objectKind: Kind, at: string, key: string): ObjectPart => {
    if ('$ref' in object && objectKind !== 'pathItem') return object;
    let mapped = change(object, objectKind, at, key);
    for (const name in mapped) {
      const member = objectKind === 'callback' ? PATH_ITEM : PARTS[objectKind][name];
      if (member === undefined) continue;
      const value = mapped[name];
      const [memberKind, as, placeOf] = member;
      let changed = value;
      if (as === 'several') changed = mapSeveral(value, member, at);
      // An extension may have any value.
      else if (isRecord(value)) changed = map(value, memberKind, placeOf(at, name, value), name);
      if (changed !== value) mapped = { ...mapped, [name]: changed };
    }
    return mapped;
  };
  const mapSeveral = (values: unknown, [memberKind, , placeOf]: Part, at: string): unknown => {
    if (typeof values !== 'object' || values === null) return values;
    const list = values as Record<string, ObjectPart>;
    let mapped = list;
    for (const key in list) {
      const value = list[key];
      if (typeof value !== 'object' || (value as unknown) === null || Array.isArray(value)) continue;
      const changed = map(value, memberKind, placeOf(at, key, value), key);
      if (changed === value) continue;
      if (mapped === list) mapped = (Array.isArray(list) ? [...list] : { ...list }) as typeof list;
      setMember(mapped, key, changed);
    }
    return mapped;
  };
  return map(part as ObjectPart, kind, place, '') as T;
}
