import { lookUp, unescapeKey } from '../../../shared/json-pointer.js';
import { isRecord, show } from '../../../shared/values.js';
import type { LinkObject, OpenApiDocument } from '../types/document.js';
import type { Report } from '../../../shared/diagnostics.js';
import { didYouMean } from '../../../shared/nearest.js';
import type { Naming } from '../../schema/naming.js';
import { isSymbolicRef } from '../../schema/references.js';
import { mapParts, type ObjectPart } from './walk.js';

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)/;

export function pruneDocument(document: OpenApiDocument, refOf: Naming['refOf']): OpenApiDocument {
  const { components, tags, ...rest } = withoutLooseLinks(document);
  const used = usedComponents(rest, (components ?? {}) as Components, refOf);
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

function usedComponents(
  start: OpenApiDocument,
  components: Components,
  refOf: Naming['refOf'],
): ReadonlySet<string> {
  const used = new Set<string>();
  // A list, since components that refer to each other by the thousand exhaust the stack.
  const waiting: unknown[] = [start];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, kind = '', name = ''] = COMPONENT.exec(isSymbolicRef(value) ? refOf(value) : value) ?? [];
      if (kind !== '') use(kind, unescapeKey(name));
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isRecord(value)) Object.values(value).forEach(visit);
  };
  const use = (kind: string, name: string): void => {
    const key = `${kind}/${name}`;
    if (used.has(key)) return;
    used.add(key);
    waiting.push(components[kind]?.[name]);
  };
  const requirements = [start.security, ...operationsIn(start).map(({ security }) => security)];
  for (const requirement of requirements.flat())
    if (isRecord(requirement)) for (const name of Object.keys(requirement)) use('securitySchemes', name);
  for (const value of waiting) visit(value);
  return used;
}

type Tags = NonNullable<OpenApiDocument['tags']>;

function usedTags(start: OpenApiDocument, tags: Tags): Tags {
  const used = new Set<unknown>(operationsIn(start).flatMap((operation) => operation.tags));
  // A parent may follow its children in the list.
  for (let before = -1; before < used.size;) {
    before = used.size;
    for (const tag of tags) if (used.has(tag.name) && 'parent' in tag) used.add(tag.parent);
  }
  return tags.filter(({ name }) => used.has(name));
}

function withoutLooseLinks(document: OpenApiDocument): OpenApiDocument {
  const known = new Set<unknown>(operationsIn(document).map(({ operationId }) => operationId));
  const isLoose = (link: unknown): boolean => {
    if (!isRecord(link)) return false;
    if (typeof link.$ref === 'string') return isLoose(lookUp(document, link.$ref));
    const { operationId, operationRef } = link;
    if (operationId !== undefined) return !known.has(operationId);
    return (
      typeof operationRef === 'string' &&
      operationRef.startsWith('#') &&
      lookUp(document, operationRef) === undefined
    );
  };
  const withoutLoose = (part: ObjectPart): ObjectPart => {
    if (!isRecord(part.links)) return part;
    const { links, ...rest } = part;
    const kept = Object.entries(links).filter(([, link]) => !isLoose(link));
    return kept.length === 0 ? rest : { ...part, links: Object.fromEntries(kept) };
  };
  return mapParts(document, 'document', '', (part, kind) =>
    kind === 'response' || kind === 'components' ? withoutLoose(part) : part,
  );
}

function operationsIn(document: OpenApiDocument): ObjectPart[] {
  const operations: ObjectPart[] = [];
  mapParts(document, 'document', '', (part, kind) => {
    if (kind === 'operation') operations.push(part);
    return part;
  });
  return operations;
}

interface Target extends Pick<LinkObject, 'operationId' | 'operationRef'> {
  readonly place: string;
}

/**
 * Checks that operationIds are unique, and that links name
 * "an existing, resolvable operation" (OpenAPI 3.2, 4.20).
 */
export class LinkTargets {
  readonly #operationIds = new Map<string, string>();
  readonly #links: Target[] = [];

  addOperation(operationId: string | undefined, place: string, report: Report): void {
    if (operationId === undefined) return;
    const first = this.#operationIds.get(operationId);
    if (first === undefined) this.#operationIds.set(operationId, place);
    else {
      const detail = `${JSON.stringify(operationId)} (as ${first})`;
      const message = `Another operation has the same operationId: ${detail}. Give one of them another operationId.`;
      report({ code: 'duplicate-operation-id', message, detail, place });
    }
  }

  addLink(link: Target): void {
    this.#links.push(link);
  }

  check(document: OpenApiDocument, report: Report): void {
    for (const { operationId, operationRef, place } of this.#links) {
      if (operationId !== undefined && !this.#operationIds.has(operationId))
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationId)}, and no operation has that operationId.${didYouMean(operationId, this.#operationIds.keys())}`,
          place,
        });
      if (operationRef?.startsWith('#') === true && lookUp(document, operationRef) === undefined)
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationRef)}, which the document does not contain. Name the operation by its operationId.`,
          place,
        });
    }
  }
}
