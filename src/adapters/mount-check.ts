import type { Finding } from '../shared/diagnostics.js';
import { encodeTarget, splitTarget } from '../shared/http.js';
import { isProduction } from '../shared/runtime.js';
import type { Server } from '../documents/openapi/types/objects.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { pathBefore } from '../operations/path-matcher.js';
import { shapeOf } from '../operations/precedence.js';
import type { BindsOperations } from './operation-routes.js';

/** Compares the path of a call with the documented one. It takes the first calls of a registration. */
export type CheckMount = (bound: CompiledOperation, target: string) => void;

/** Compared calls. A router may be mounted several times, and a comparison takes a microsecond. */
const COMPARED = 1_000;

/**
 * Creates the comparison for one registration. A router does
 * not know where it is mounted until a request arrives.
 *
 * @param adapter the function that registered the operations, and its arguments, for the remedy; undefined
 *   for one without the option `prefix`
 */
export function createMountCheck(adapter: string | undefined, docs: BindsOperations): CheckMount {
  let left = isProduction() ? 0 : COMPARED;
  return (bound, target) => {
    if (left === 0) return;
    left -= 1;
    const { servers } = docs;
    const finding = servers && findMount(adapter, servers, bound, target);
    if (finding === undefined) return;
    left = 0;
    docs.note?.(finding);
    docs.planNotice?.();
  };
}

function findMount(
  adapter: string | undefined,
  servers: readonly Server[],
  { method, prefix, parts, endpoint }: CompiledOperation,
  target: string,
): Finding | undefined {
  const mounted = pathBefore(parts, splitTarget(target).pathname);
  const bases = basesOf(endpoint.servers ?? servers);
  if (mounted === undefined || bases === undefined) return undefined;
  const path = shapeOf(prefix);
  const place = `${method} ${endpoint.path}`;
  if (mounted === '' && path !== '') return { code: 'mounted-elsewhere', message: unmounted(prefix), place };
  if (bases.some((base) => isEndOf(base + path, mounted))) return undefined;
  const base = bases.find((candidate) => isBelow(candidate, mounted)) ?? '';
  const own = mounted.slice(base.length);
  return {
    code: 'mounted-elsewhere',
    message: `A router serves this operation below ${mounted}, which is not documented. ${remedyFor(adapter, own, mounted)}`,
    place,
  };
}

function remedyFor(adapter: string | undefined, prefix: string, mounted: string): string {
  if (adapter === undefined)
    return `Write it in the configuration of Docs: servers: [{ url: '${mounted}' }].`;
  if (prefix === '') return `Register its operations without prefix: ${adapter}).`;
  return `Register its operations with the path of the router: ${adapter}, { prefix: '${prefix}' }). Name a part that varies, as in '/t/{tenant}'.`;
}

/** Returns the message for a router whose prefix was meant to mount it. */
function unmounted(prefix: CompiledOperation['prefix']): string {
  const path = prefix.map((part) => ('text' in part ? part.text : `{${part.parameter}}`)).join('');
  return (
    `The operation answers without ${path}: prefix documents where the router is mounted, ` +
    `and does not mount it. Mount the router at ${path}. ` +
    `If a proxy removes ${path}, write it in servers of the configuration instead.`
  );
}

/**
 * Returns the paths of servers without a slash at the end; undefined if variables decide about one of them.
 */
function basesOf(servers: readonly Server[]): readonly string[] | undefined {
  const paths = servers.map(({ url }) => url.replace(/^(?:[A-Za-z][\w+.-]*:)?\/\/[^/?#]*/, ''));
  if (paths.some((path) => path.includes('{'))) return undefined;
  return paths.length === 0 ? [''] : paths.map((path) => path.replace(/[?#].*$/s, '').replace(/\/$/, ''));
}

/**
 * Returns whether a mounted path is the documented one, or its end: a proxy may remove the beginning before
 * it calls the application.
 */
function isEndOf(documented: string, mounted: string): boolean {
  const called = segmentsOf(mounted);
  const all = segmentsOf(documented);
  const end = all.slice(all.length - called.length);
  return called.length <= all.length && end.every((text, index) => text === '{}' || text === called[index]);
}

/** Returns the segments of a path as they compare: encoded, and in lower case, since routers ignore case. */
function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => (segment.includes('{}') ? '{}' : encodeTarget(segment).toLowerCase()));
}

function isBelow(base: string, mounted: string): boolean {
  return base !== '' && (mounted === base || mounted.startsWith(`${base}/`));
}
