import { readCustomMethod } from '../documents/openapi/paths/path.js';
import type { Server } from '../documents/openapi/types/objects.js';
import type { Parameter } from '../documents/openapi/types/parts.js';
import type { Finding } from '../shared/diagnostics.js';
import { commentOf } from './fact-answers.js';
import type { InferredEndpoint } from './merge-endpoint.js';
import type { Versioning } from './nest-internals.js';
import type { ResolvedRouteOptions } from './nest-options.js';
import { type Operation, summaryOf, tagOf } from './operations.js';
import { pathNamesOf } from './path-names.js';
import type { RequestParts } from './request/request.js';
import type { NestRoute } from './routes.js';

interface EndpointOptions {
  readonly options: ResolvedRouteOptions;
  readonly versioning: Versioning | undefined;
  readonly report: (finding: Finding) => void;
}

/** Returns what the route, the handler's comment and its request show without a decorator. */
export function inferredEndpoint(
  operation: Operation,
  operationId: string,
  { rejections: _rejections, described: _described, requestBody, ...request }: RequestParts,
  { options, versioning, report }: EndpointOptions,
): InferredEndpoint {
  const { route, method } = operation;
  const servers = serversOf(route, report);
  const comment = commentOf(route.handler);
  const note = versionNote(route, versioning);
  const description = [comment.description ?? [], note ?? []].flat().join('\n\n');
  return {
    method,
    path: readCustomMethod(route.path),
    operationId,
    summary: options.summary?.(route) ?? summaryOf(route),
    tags: [...(options.tags?.(route) ?? [tagOf(route)])],
    ...comment,
    ...(description !== '' && { description }),
    ...(servers !== undefined && { servers }),
    ...request,
    ...(requestBody !== undefined && takesBody(operation) && { requestBody }),
    parameters: [
      ...options.parameters,
      ...versionParameters(route, versioning),
      ...(request.parameters ?? []).filter((parameter) => isIn(route, parameter)),
    ],
  };
}

function isIn({ path }: NestRoute, { in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place !== 'path' || pathNamesOf(path).includes(name);
}

function takesBody({ route, method }: Operation): boolean {
  return route.method !== 'ALL' || ['POST', 'PUT', 'PATCH'].includes(method);
}

const VERSION_NOTES: Readonly<
  Record<'mediaType' | 'custom', (versions: string, options: Versioning | undefined) => string>
> = {
  mediaType: (versions, options) =>
    `Version ${versions}, as the header \`Accept: application/json;${options?.key ?? 'v='}${versions.split(', ')[0] ?? ''}\` requests it.`,
  custom: (versions) => `Version ${versions}.`,
};

function versionParameters(
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

function versionNote(
  { versioning, versions }: NestRoute,
  options: Versioning | undefined,
): string | undefined {
  if (versioning !== 'mediaType' && versioning !== 'custom') return undefined;
  return versions.length === 0 ? undefined : VERSION_NOTES[versioning](versions.join(', '), options);
}

function serversOf({ hosts, handler }: NestRoute, report: (finding: Finding) => void): Server[] | undefined {
  if (hosts.length === 0) return undefined;
  const servers = hosts.filter((host) => /^[\w.:*-]+$/.test(host) && !host.includes('*')).map(serverOf);
  if (servers.length < hosts.length)
    report({
      code: 'unsupported-host',
      message:
        'A host that is a regular expression or a wildcard is not documented. Add it to config.servers.',
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
