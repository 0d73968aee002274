import type { OpenApiDocument } from './document.js';
import { soundParents } from './info.js';
import { operationsOf } from './methods.js';
import type { ResolvedConfig } from './resolve-config.js';

/** A group of Redocly's extension `x-tagGroups`, which most viewers read: of one depth. */
interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/**
 * The document with the tree of tags as the versions before OpenAPI 3.2 can say it, which have no `parent`: a group for
 * each root, with everything below it. A tag without a group would not be shown, so that each has one.
 */
export function withTagGroups(document: OpenApiDocument, config: ResolvedConfig): OpenApiDocument {
  const isFlat = config.tags.every(({ parent }) => parent === undefined);
  if (config.openapi === '3.2' || isFlat || 'x-tagGroups' in document) return document;
  const groups = groupsOf(document, config).filter(({ tags }) => tags.length > 0);
  return { ...document, 'x-tagGroups': groups };
}

function groupsOf(document: OpenApiDocument, config: ResolvedConfig): TagGroup[] {
  const tags = soundParents(config.tags, { report: () => undefined });
  const used = Object.values(document.paths).flatMap((item) =>
    operationsOf(item).flatMap(([, operation]) => operation.tags ?? []),
  );
  const shown = new Set([...(document.tags ?? []).map(({ name }) => name), ...used]);
  const below = (root: string): string[] => [
    root,
    ...tags.filter(({ parent }) => parent === root).flatMap(({ name }) => below(name)),
  ];
  const roots = tags.filter(({ parent }) => parent === undefined);
  const groups = roots.map(({ name, summary }) => ({
    name: summary ?? name,
    tags: below(name).filter((tag) => shown.has(tag)),
  }));
  const grouped = new Set(groups.flatMap((group) => group.tags));
  const others = [...shown].filter((name) => !grouped.has(name));
  return [...groups, ...others.map((name) => ({ name, tags: [name] }))];
}
