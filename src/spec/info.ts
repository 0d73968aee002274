import type { Report } from '../base/diagnostics.js';
import { compact, filled, text } from './compact.js';
import type { Contact, Info, License, Server, Tag } from './objects.js';

/** The Info Object; empty texts are left out. */
export function createInfo(info: Info, report: Report): Info {
  const { title, version } = info;
  if (!title || !version) {
    report({
      code: 'incomplete-info',
      message: 'The API has no title or no version. Set config.info.title and config.info.version.',
      place: 'info',
    });
  }
  return compact<Info>({
    title,
    summary: text(info.summary),
    description: text(info.description),
    termsOfService: text(info.termsOfService),
    contact: info.contact && filled(createContact(info.contact)),
    license: info.license && createLicense(info.license, report),
    version,
  });
}

function createContact({ name, url, email }: Contact): Contact {
  return compact<Contact>({ name: text(name), url: text(url), email: text(email) });
}

function createLicense({ name, url, identifier }: License, report: Report): License {
  if (text(url) && text(identifier)) {
    report({
      code: 'license-url-and-identifier',
      message: 'A license has either a url or an identifier; the url is kept. Remove one of them.',
      place: 'info.license',
    });
  }
  return compact<License>({ name, url: text(url), identifier: text(url) ? undefined : text(identifier) });
}

export function createServers(servers: readonly Server[]): Server[] {
  return servers.map(({ url, description, variables }) =>
    compact<Server>({ url, description: text(description), variables }),
  );
}

/** The document's tags; of two with one name the last is kept, for names must be unique. */
export function createTags(tags: readonly Tag[], report: Report): Tag[] {
  const byName = new Map<string, Tag>();
  for (const { name, description, externalDocs } of tags) {
    if (byName.has(name)) {
      report({
        code: 'duplicate-tag',
        message: `Tag ${JSON.stringify(name)} is listed twice; the last one is kept. Remove the other.`,
        place: `tags.${name}`,
      });
    }
    byName.set(name, compact<Tag>({ name, description: text(description), externalDocs }));
  }
  return [...byName.values()];
}
