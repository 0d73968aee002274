import { unescapeKey } from '../../../shared/json-pointer.js';
import { isRecord, show } from '../../../shared/values.js';
import type { LinkObject, OpenApiDocument } from '../types/document.js';
import type { Report } from '../../../shared/diagnostics.js';
import { didYouMean } from '../../../shared/nearest.js';

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)/;

/** Fields whose contents cannot contain references to other parts of the document. */
const CONTENT = /^(?:schemas?|examples?|value|default|const|enum|x-.*)$/;

/** Removes components and tags that no operation uses, and links to operations that are not in the document. */
export function pruneDocument(document: OpenApiDocument): OpenApiDocument {
  const { components, tags, ...rest } = withoutLooseLinks(document);
  const used = usedComponents(rest, (components ?? {}) as Components);
  const kept = Object.entries(components ?? {}).flatMap(([kind, byName]) => {
    const entries = Object.entries(byName as object).filter(([name]) => used.has(`${kind}/${name}`));
    return entries.length === 0 ? [] : [[kind, Object.fromEntries(entries)] as const];
  });
  const keptTags = usedTags(rest, tags ?? []);
  return {
    ...rest,
    ...(keptTags.length > 0 && { tags: keptTags }),
    ...(kept.length > 0 && { components: Object.fromEntries(kept) }),
  };
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the names of used components, such as `schemas/User`. */
function usedComponents(start: unknown, components: Components): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, kind = '', name = ''] = COMPONENT.exec(value) ?? [];
      if (kind !== '') use(kind, unescapeKey(name));
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isRecord(value)) Object.values(value).forEach(visit);
  };
  const use = (kind: string, name: string): void => {
    const key = `${kind}/${name}`;
    if (used.has(key)) return;
    used.add(key);
    visit(components[kind]?.[name]);
  };
  visit(start);
  forEachObject(start, ({ security }) => {
    if (!Array.isArray(security)) return;
    for (const requirement of security as unknown[])
      for (const name of Object.keys(isRecord(requirement) ? requirement : {})) use('securitySchemes', name);
  });
  return used;
}

type Tags = NonNullable<OpenApiDocument['tags']>;

/** Returns the names of used tags, with their parents. */
function usedTags(start: unknown, tags: Tags): Tags {
  const used = new Set<unknown>();
  forEachObject(start, (object) => {
    if (Array.isArray(object.tags) && isRecord(object.responses))
      for (const tag of object.tags) used.add(tag);
  });
  // A parent may follow its children in the list.
  for (let before = -1; before < used.size;) {
    before = used.size;
    for (const tag of tags) if (used.has(tag.name) && 'parent' in tag) used.add(tag.parent);
  }
  return tags.filter(({ name }) => used.has(name));
}

function withoutLooseLinks(document: OpenApiDocument): OpenApiDocument {
  const known = new Set<unknown>();
  forEachObject(document, ({ operationId, responses }) => {
    if (isRecord(responses)) known.add(operationId);
  });
  const isLoose = (link: unknown): boolean => {
    if (!isRecord(link)) return false;
    if (typeof link.$ref === 'string') return isLoose(objectAt(document, link.$ref));
    const { operationId, operationRef } = link;
    if (operationId !== undefined) return !known.has(operationId);
    return (
      typeof operationRef === 'string' &&
      operationRef.startsWith('#') &&
      !leadsSomewhere(document, operationRef)
    );
  };
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (CONTENT.test(key)) return [[key, inner]];
        if (key !== 'links' || !isRecord(inner)) return [[key, change(inner)]];
        const links = Object.entries(inner).filter(([, link]) => !isLoose(link));
        return links.length === 0 ? [] : [[key, Object.fromEntries(links)]];
      }),
    );
  };
  return change(document) as OpenApiDocument;
}

function leadsSomewhere(document: unknown, pointer: string): boolean {
  return objectAt(document, pointer) !== undefined;
}

function objectAt(document: unknown, pointer: string): unknown {
  const steps = pointer.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => {
    const name = unescapeKey(step);
    return isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, document);
}

function forEachObject(value: unknown, visit: (object: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) for (const item of value) forEachObject(item, visit);
  if (!isRecord(value)) return;
  visit(value);
  for (const [key, inner] of Object.entries(value)) if (!CONTENT.test(key)) forEachObject(inner, visit);
}

interface Target extends Pick<LinkObject, 'operationId' | 'operationRef'> {
  readonly place: string;
}

/** Checks that links name "an existing, resolvable operation" (OpenAPI 3.2, 4.20). */
export class LinkTargets {
  readonly #operationIds = new Set<string>();
  readonly #links: Target[] = [];

  addOperation(operationId: string | undefined): void {
    if (operationId !== undefined) this.#operationIds.add(operationId);
  }

  addLink(link: Target): void {
    this.#links.push(link);
  }

  check(document: OpenApiDocument, report: Report): void {
    for (const { operationId, operationRef, place } of this.#links) {
      if (operationId !== undefined && !this.#operationIds.has(operationId))
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationId)}, and no operation has that operationId.${didYouMean(operationId, this.#operationIds)}`,
          place,
        });
      if (operationRef?.startsWith('#') === true && !leadsSomewhere(document, operationRef))
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationRef)}, where the document has nothing. Name the operation by its operationId.`,
          place,
        });
    }
  }
}
