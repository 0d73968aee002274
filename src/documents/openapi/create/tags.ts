import { isAtLeast } from '../config/config.js';
import type { Tag } from '../types/objects.js';
import type { OpenApiDocument } from '../types/document.js';
import { operationsOf } from '../paths/methods.js';
import type { ResolvedConfig } from '../config/resolve-config.js';
import type { Report } from '../../../shared/diagnostics.js';
import { didYouMean } from '../../../shared/nearest.js';
import type { DocumentContext } from '../context.js';
import { withPlace, createObject } from '../fields/check-fields.js';

interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/**
 * Adds `x-tagGroups` for versions before OpenAPI 3.2, which lack `parent`: a group for each root tag, with
 * all tags below it. Redoc hides everything that is in no group, so each tag is in one, and an operation or
 * webhook without a tag leaves the groups out, with a note.
 */
export function withTagGroups(
  document: OpenApiDocument,
  config: ResolvedConfig,
  report: Report,
): OpenApiDocument {
  const isFlat = config.tags.every(({ parent }) => parent === undefined);
  if (isAtLeast(config.openapi, '3.2') || isFlat || 'x-tagGroups' in document) return document;
  const operations = shownOperations(document);
  const untagged = operations.filter(({ tags }) => tags.length === 0);
  for (const { place } of untagged) report({ code: 'tag-groups-left-out', place, message: LEFT_OUT });
  if (untagged.length > 0) return document;
  const names = [...(document.tags ?? []).map(({ name }) => name), ...operations.flatMap(({ tags }) => tags)];
  const groups = groupsOf(new Set(names), config).filter(({ tags }) => tags.length > 0);
  return { ...document, 'x-tagGroups': groups };
}

const LEFT_OUT =
  'It has no tag, so the tree of tags is not written as x-tagGroups: Redoc would hide it. Give it a tag.';

interface ShownOperation {
  readonly place: string;
  readonly tags: readonly string[];
}

function shownOperations({ paths, webhooks = {} }: OpenApiDocument): ShownOperation[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, { tags = [] }]) => ({ place: `${method} ${path}`, tags })),
  );
  const sent = Object.entries(webhooks).flatMap(([name, item]) =>
    operationsOf(item).map(([, { tags = [] }]) => ({ place: `webhooks ${name}`, tags })),
  );
  return [...operations, ...sent];
}

function groupsOf(shown: ReadonlySet<string>, config: ResolvedConfig): TagGroup[] {
  const tags = checkTagParents(config.tags, { report: () => undefined });
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

export function createTags(tags: readonly Tag[], context: DocumentContext): Tag[] {
  const byName = new Map<string, Tag>();
  for (const tag of checkTagParents(tags, context)) {
    const place = `tags.${tag.name}`;
    if (byName.has(tag.name)) {
      context.report({
        code: 'duplicate-tag',
        message: `Tag ${JSON.stringify(tag.name)} is listed twice; the last one is kept. Remove the other.`,
        place,
      });
    }
    const created = createObject(tag, 'tag', withPlace(place, context));
    if (created !== undefined) byName.set(tag.name, created as unknown as Tag);
  }
  return [...byName.values()];
}

/**
 * Reports invalid parents: "The named tag MUST exist in the API description, and circular references MUST NOT
 * be used" (OpenAPI 3.2, 4.8.22).
 */
function checkTagParents(tags: readonly Tag[], { report }: Pick<DocumentContext, 'report'>): Tag[] {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return tags.map((tag) => {
    const { parent, ...rest } = tag;
    if (parent === undefined || (parents.has(parent) && !isBelowItself(tag.name, parents))) return tag;
    const problem = parents.has(parent)
      ? 'is below the tag itself'
      : `is not in config.tags${didYouMean(parent, parents.keys()).replace(/^ /, '. ').replace(/\?$/, '?')}`;
    report({
      code: 'unknown-tag-parent',
      message: `The parent ${JSON.stringify(parent)} ${problem}${problem.endsWith('?') ? '' : '.'} It is left out.`,
      place: `tags.${tag.name}`,
    });
    return rest;
  });
}

function isBelowItself(name: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set([name]);
  for (let above = parents.get(name); above !== undefined; above = parents.get(above)) {
    if (seen.has(above)) return true;
    seen.add(above);
  }
  return false;
}
