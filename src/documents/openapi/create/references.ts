import { byStatus } from '../by-status.js';
import { didYouMean } from '../../../shared/nearest.js';
import { isRecord, show } from '../../../shared/values.js';
import { isAtLeast, type Components, type OpenApiVersion } from '../config/config.js';
import type { DocumentContext } from '../context.js';
import { nonEmpty } from '../omit-empty.js';
import type { OrReference, ReferenceTo } from '../types/document.js';
import { withPlace, createObject } from '../fields/check-fields.js';
import { OBJECT_FIELDS } from '../fields/table.js';
import type { Reference } from '../types/objects.js';
import type { NamedEndpoint } from '../types/endpoint.js';
import type { AnyRequestBody, Content, MediaType, Responses, ResponseSpec } from '../types/parts.js';
import { OPEN, type TypeInput, TYPE } from '../../../../decorators/type-input.js';

/** Kinds of components except schemas, whose references the schema compiler makes (OpenAPI 3.2, 4.8.7). */
export type ComponentKind = Exclude<keyof Components, `x-${string}` | 'extensions' | 'schemas'>;

type Given<K extends ComponentKind> = NonNullable<Components[K]>[string];

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

/**
 * Returns whether this version of OpenAPI has components of
 * a kind. If not, they are written in full at each use.
 */
export function hasComponents(kind: ComponentKind, openapi: OpenApiVersion): boolean {
  return isAtLeast(openapi, OBJECT_FIELDS.components[kind].since);
}

export function createByName<T extends object, U extends object, C extends DocumentContext>(
  named: Readonly<Record<string, T | Reference>> | null | undefined,
  kind: ComponentKind,
  context: C,
  create: (entry: T, context: C) => U | undefined,
): Record<string, OrReference<U>> | undefined {
  if (named == null) return undefined;
  const entries = Object.entries(named).map(([name, entry]) => {
    const entryContext = withPlace(`${context.place} ${kind}.${name}`, context);
    const object = isReference(entry)
      ? createReference<U>(entry, kind, entryContext)
      : create(entry, entryContext);
    return [name, object] as const;
  });
  return nonEmpty(Object.fromEntries(entries.filter(([, created]) => created !== undefined))) as
    | Record<string, OrReference<U>>
    | undefined;
}

export function createReference<T>(
  reference: Reference,
  kind: ComponentKind,
  context: DocumentContext,
): ReferenceTo<T> | undefined {
  const $ref = refOf(reference, kind, context);
  if ($ref === undefined) return undefined;
  return createObject({ ...reference, $ref }, 'reference', context) as ReferenceTo<T> | undefined;
}

/** Matches a path or a URL, which is not a name and does not begin with #. */
const EXTERNAL = /^(?!#).*[/:.]/s;

function refOf(
  { $ref }: Reference,
  kind: ComponentKind,
  { config, report, place }: DocumentContext,
): string | undefined {
  const name = nameIn($ref, kind);
  const known = Object.keys(config.components[kind] ?? {});
  if (name === undefined && typeof $ref === 'string' && EXTERNAL.test($ref)) return $ref;
  if (name !== undefined && known.includes(name)) {
    if (!isCircular(name, kind, config)) return `#/components/${kind}/${name}`;
    report({
      code: 'dangling-reference',
      message: `The reference ${show($ref)} leads back to itself and is left out. Change config.components.${kind}.`,
      place,
    });
    return undefined;
  }
  const remedy = name === undefined ? '' : didYouMean(name, known);
  report({
    code: 'dangling-reference',
    message: `The reference ${show($ref)} has no target and is left out. Put it into config.components.${kind}.${remedy}`,
    place,
  });
  return undefined;
}

export function resolveComponent<K extends ComponentKind>(
  { $ref }: { readonly $ref?: string | undefined },
  kind: K,
  { config }: Pick<DocumentContext, 'config'>,
): Given<K> | undefined {
  const name = nameIn($ref, kind);
  if (name === undefined || isCircular(name, kind, config)) return undefined;
  const component = componentOf(name, kind, config);
  // A path item may have fields beside its reference.
  return kind !== 'pathItems' && isReference(component)
    ? resolveComponent(component, kind, { config })
    : component;
}

function componentOf<K extends ComponentKind>(
  name: string,
  kind: K,
  config: DocumentContext['config'],
): Given<K> | undefined {
  const components = (config.components[kind] ?? {}) as Readonly<Record<string, Given<K>>>;
  return Object.hasOwn(components, name) ? components[name] : undefined;
}

function isCircular(name: string, kind: ComponentKind, config: DocumentContext['config']): boolean {
  const followed = new Set<string>();
  for (let next: string | undefined = name; next !== undefined;) {
    if (followed.has(next)) return true;
    followed.add(next);
    const component: unknown = componentOf(next, kind, config);
    next = isReference(component) ? nameIn(component.$ref, kind) : undefined;
  }
  return false;
}

function nameIn($ref: unknown, kind: ComponentKind): string | undefined {
  if (typeof $ref !== 'string') return undefined;
  const prefix = `#/components/${kind}/`;
  if ($ref.startsWith(prefix)) return $ref.slice(prefix.length);
  return /^[\w.-]+$/.test($ref) ? $ref : undefined;
}

interface ResolvedEndpoint extends Omit<NamedEndpoint, 'requestBody' | 'responses'> {
  requestBody?: AnyRequestBody;
  responses: Record<string, ResponseSpec>;
}

export function dereference(
  endpoint: NamedEndpoint,
  context: Pick<DocumentContext, 'config'>,
): ResolvedEndpoint {
  const { requestBody: declaredBody, responses, ...rest } = endpoint;
  const body = isReference(declaredBody)
    ? resolveComponent(declaredBody, 'requestBodies', context)
    : declaredBody;
  return {
    ...rest,
    ...(body != null && { requestBody: withContent(body, context) }),
    responses: dereferenceResponses(responses, context),
  };
}

function dereferenceResponses(
  responses: Responses,
  context: Pick<DocumentContext, 'config'>,
): Record<string, ResponseSpec> {
  const dereferenced = byStatus<ResponseSpec>();
  for (const [status, entry] of Object.entries(responses)) {
    const spec = isReference(entry) ? resolveComponent(entry, 'responses', context) : entry;
    if (spec != null) dereferenced[status] = withHeaders(withContent(spec, context), context);
  }
  return dereferenced;
}

function withHeaders(spec: ResponseSpec, context: Pick<DocumentContext, 'config'>): ResponseSpec {
  if (spec.headers === undefined) return spec;
  const resolved = [spec.headers].flat().map((source) => {
    // A class has no references.
    if (!isRecord(source)) return source;
    const entries = Object.entries(source).map(([name, header]) => [
      name,
      (isReference(header) ? resolveComponent(header, 'headers', context) : undefined) ?? header,
    ]);
    return Object.fromEntries(entries) as typeof source;
  });
  const [only] = resolved;
  return { ...spec, headers: resolved.length === 1 && only !== undefined ? only : resolved };
}

function withContent<T extends { readonly content?: Content }>(
  part: T,
  context: Pick<DocumentContext, 'config'>,
): T {
  // The check of fields reports other values.
  if (!isRecord(part.content)) return part;
  const entries = Object.entries(part.content).flatMap(([name, entry]) => {
    const mediaType = mediaTypeOf(entry, context);
    return mediaType === undefined ? [] : [[name, mediaType] as const];
  });
  return { ...part, content: Object.fromEntries(entries) };
}

export function mediaTypeOf(
  entry: Content[string],
  context: Pick<DocumentContext, 'config'>,
): MediaType | undefined {
  if (isReference(entry)) return resolveComponent(entry, 'mediaTypes', context);
  return isType(entry) ? { schema: entry } : entry;
}

function isType(entry: unknown): entry is TypeInput {
  if (typeof entry === 'function' || Array.isArray(entry)) return true;
  return isRecord(entry) && (TYPE in entry || OPEN in entry);
}

export function schemaOfContent(
  entry: Content[string],
  context: Pick<DocumentContext, 'config'>,
): TypeInput | undefined {
  return mediaTypeOf(entry, context)?.schema;
}
