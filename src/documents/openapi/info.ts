import { isRecord } from '../../shared/values.js';
import { didYouMean } from '../../shared/nearest.js';
import type { SpecContext } from './context.js';
import { createObject } from './fields/sound.js';
import type { Info, License, Server, Tag } from './objects.js';

/** The Info Object; empty texts are left out. */
export function createInfo(given: Info, context: SpecContext): Info {
  const { title, version, license } = given;
  if (!title || !version) {
    context.report({
      code: 'incomplete-info',
      message: 'The API has no title or no version. Set config.info.title and config.info.version.',
      place: 'info',
    });
  }
  const info = { ...given, ...(isRecord(license) && { license: soundLicense(license, context) }) };
  const made = createObject(info, 'info', 'info', context) as unknown as Info;
  if (made.contact === undefined || Object.keys(made.contact).length > 0) return made;
  const { contact: _, ...rest } = made;
  return rest;
}

function soundLicense(license: License, { report }: SpecContext): License {
  const { identifier, ...rest } = license;
  if (!identifier || !license.url) return license;
  report({
    code: 'license-url-and-identifier',
    message: 'A license has either a url or an identifier; the url is kept. Remove one of them.',
    place: 'info.license',
  });
  return rest;
}

export function createServers(servers: readonly Server[], context: SpecContext): Server[] {
  return servers
    .map((server, index) => createObject(server, 'server', `servers.${index}`, context))
    .filter((server) => server !== undefined) as unknown as Server[];
}

/** The document's tags; of two with one name the last is kept, for names must be unique. */
export function createTags(tags: readonly Tag[], context: SpecContext): Tag[] {
  const byName = new Map<string, Tag>();
  for (const tag of soundParents(tags, context)) {
    const place = `tags.${tag.name}`;
    if (byName.has(tag.name)) {
      context.report({
        code: 'duplicate-tag',
        message: `Tag ${JSON.stringify(tag.name)} is listed twice; the last one is kept. Remove the other.`,
        place,
      });
    }
    const made = createObject(tag, 'tag', place, context);
    if (made !== undefined) byName.set(tag.name, made as unknown as Tag);
  }
  return [...byName.values()];
}

/** "The named tag MUST exist in the API description, and circular references MUST NOT be used" (OpenAPI 3.2, 4.8.22). */
export function soundParents(tags: readonly Tag[], { report }: Pick<SpecContext, 'report'>): Tag[] {
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  return tags.map((tag) => {
    const { parent, ...rest } = tag;
    if (parent === undefined || (parents.has(parent) && !isBelowItself(tag.name, parents))) return tag;
    const problem = parents.has(parent)
      ? 'is below the tag itself'
      : `is no tag of config.tags${didYouMean(parent, parents.keys()).replace(/^ /, '. ').replace(/\?$/, '?')}`;
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
