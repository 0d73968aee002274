import { isRecord } from 'dtospec/internal';
import type { Collector, Place } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';

export function compareServers(
  old: readonly Cursor[],
  current: readonly Cursor[],
  collector: Collector,
  operation?: string,
): void {
  const has = (places: readonly Cursor[]): boolean =>
    places.some((place) => Array.isArray(fieldOf(place, 'servers')));
  if (operation !== undefined && !has(old) && !has(current)) return;
  const before = serversOf(collector.old, [...old, collector.old.root]);
  const after = serversOf(collector.new, [...current, collector.new.root]);
  const isAnyLeft = [...before.keys()].some((url) => after.has(url));
  for (const [url, server] of before) {
    const match = after.get(url);
    if (match !== undefined) compareVariables(server, match, collector, operation);
    else
      collector.add(placeOf(server, operation), {
        rule: 'server-removed',
        verdict: isAnyLeft ? 'unclear' : 'breaking',
        message: `The server ${url} was removed.`,
        reason: 'Clients that use it may no longer reach the service; another old server is left.',
        witness: {
          message: url,
          in: 'URL of the server',
          value: url,
          reason: 'The old document sends requests there, the new one has none of its servers.',
        },
      });
  }
  for (const [url, server] of after)
    if (!before.has(url))
      collector.add(placeOf(server, operation), {
        rule: 'server-added',
        message: `The server ${url} was added.`,
      });
}

function placeOf({ pointer }: Cursor, operation: string | undefined): Place {
  return { operation, direction: 'request', part: 'server', pointer, where: 'servers' };
}

/**
 * Returns the servers. Without any, "the default value would be a Server Object with a url value of /"
 * (OpenAPI 3.1, 4.8.1.1).
 */
function serversOf(document: SpecDocument, places: readonly Cursor[]): ReadonlyMap<string, Cursor> {
  for (const place of places) {
    const servers = document.items(document.child(place, 'servers'));
    if (servers.length > 0)
      return new Map(
        servers.flatMap((server) =>
          typeof fieldOf(server, 'url') === 'string' ? [[trim(String(fieldOf(server, 'url'))), server]] : [],
        ),
      );
  }
  return new Map([['/', { value: {}, pointer: '#/servers' }]]);
}

function trim(url: string): string {
  return url.length > 1 ? url.replace(/\/$/, '') : url;
}

function compareVariables(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  operation: string | undefined,
): void {
  const before = recordOf(fieldOf(old, 'variables'));
  const after = recordOf(fieldOf(current, 'variables'));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const own = recordOf(before[name]);
    const other = recordOf(after[name]);
    const values = valuesOf(own);
    const others = valuesOf(other);
    const gone =
      values?.filter((value) => others?.includes(value) === false) ??
      (others === undefined ? [] : ['any other']);
    const isSameDefault = own.default === other.default;
    if (gone.length === 0 && isSameDefault && (values?.length ?? 0) === (others?.length ?? 0)) continue;
    collector.add(placeOf(current, operation), {
      rule: 'server-variable-changed',
      verdict: gone.length > 0 || !isSameDefault ? 'unclear' : 'compatible',
      message: `The variable ${name} of the server changed${gone.length > 0 ? `: no longer ${gone.join(', ')}` : ''}.`,
      reason: 'Clients that use another value, or the old default, may no longer reach a server.',
    });
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function valuesOf(variable: Record<string, unknown>): readonly unknown[] | undefined {
  return Array.isArray(variable.enum) ? variable.enum : undefined;
}
