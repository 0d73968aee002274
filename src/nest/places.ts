import type { Finding } from '../shared/diagnostics.js';
import type { Server } from '../documents/openapi/types/objects.js';
import type { Parameter } from '../documents/openapi/types/endpoint.js';
import type { Versioning } from './nest.js';
import type { NestRoute } from './routes.js';

const TOLD: Readonly<
  Record<'mediaType' | 'custom', (versions: string, options: Versioning | undefined) => string>
> = {
  mediaType: (versions, options) =>
    `Version ${versions}, as the header \`Accept: application/json;${options?.key ?? 'v='}${versions.split(', ')[0] ?? ''}\` asks for it.`,
  custom: (versions) => `Version ${versions}.`,
};

export function versionParameters(
  { versioning, versions, neutral }: NestRoute,
  options: Versioning | undefined,
): Parameter[] {
  if (versioning !== 'header' || options?.header === undefined || versions.length === 0) return [];
  return [
    {
      name: options.header,
      in: 'header',
      description: 'Version of the operation',
      required: !neutral,
      schema: { type: 'string', enum: [...versions] },
    },
  ];
}

export function versionNote(
  { versioning, versions }: NestRoute,
  options: Versioning | undefined,
): string | undefined {
  if (versioning !== 'mediaType' && versioning !== 'custom') return undefined;
  return versions.length === 0 ? undefined : TOLD[versioning](versions.join(', '), options);
}

/** Returns the servers of a route with hosts: `:account.example.com` has a variable. */
export function serversOf(
  { hosts, handler }: NestRoute,
  report: (finding: Finding) => void,
): Server[] | undefined {
  if (hosts.length === 0) return undefined;
  const servers = hosts.filter((host) => /^[\w.:*-]+$/.test(host) && !host.includes('*')).map(serverOf);
  if (servers.length < hosts.length)
    report({
      code: 'unsupported-host',
      message:
        'A host that is a regular expression or a wildcard is not documented. Say it in config.servers.',
      place: handler.place,
    });
  return servers.length === 0 ? undefined : servers;
}

function serverOf(host: string): Server {
  const names = [...host.matchAll(/:([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  return {
    url: `//${host.replace(/:([A-Za-z_]\w*)/g, '{$1}')}`,
    ...(names.length > 0 && {
      variables: Object.fromEntries(names.map((name) => [name, { default: name }])),
    }),
  };
}
