import { isRecord } from '../../../shared/values.js';
import type { DocumentContext } from '../context.js';
import { withPlace, createObject } from '../fields/check-fields.js';
import type { Info, License, Server } from '../types/objects.js';

export function createInfo(info: Info, context: DocumentContext): Info {
  const { title, version, license } = info;
  if (!title || !version) {
    context.report({
      code: 'incomplete-info',
      message: 'The API has no title or no version. Set config.info.title and config.info.version.',
      place: 'info',
    });
  }
  const checked = { ...info, ...(isRecord(license) && { license: checkLicense(license, context) }) };
  const object = createObject(checked, 'info', withPlace('info', context)) as unknown as Info;
  if (object.contact === undefined || Object.keys(object.contact).length > 0) return object;
  const { contact: _, ...rest } = object;
  return rest;
}

function checkLicense(license: License, { report }: DocumentContext): License {
  const { identifier, ...rest } = license;
  if (!identifier || !license.url) return license;
  report({
    code: 'license-url-and-identifier',
    message: 'A license has either a url or an identifier; the url is kept. Remove one of them.',
    place: 'info.license',
  });
  return rest;
}

export function createServers(servers: readonly Server[], context: DocumentContext): Server[] {
  return servers
    .map((server, index) => createObject(server, 'server', withPlace(`servers.${index}`, context)))
    .filter((server) => server !== undefined) as unknown as Server[];
}
