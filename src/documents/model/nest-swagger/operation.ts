import type { Constructor } from '../../../shared/types.js';
import { type Loose, optionsIn, pluginLevels, read, readProperty, type Stored } from './metadata.js';
import { omitUndefined } from '../../../shared/values.js';

export interface SwaggerOperation {
  readonly excluded: boolean;
  readonly operation: Loose;
  readonly parameters: readonly Loose[];
  /**
   * Responses by status; the method's override the controller's. The key undefined means the success status.
   */
  readonly responses: ReadonlyMap<string | undefined, Loose>;
  readonly tags: readonly string[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly security: readonly Loose[] | undefined;
  readonly extensions: Loose;
  readonly callbacks: readonly Loose[];
  readonly webhook: string | true | undefined;
}

export function swaggerOperationOf(controller: Constructor, method: string): SwaggerOperation {
  const handler = (controller.prototype as Record<string, unknown>)[method] as object;
  const responses = read('responses', handler);
  const { summary, description, tags, deprecated, ...response } =
    optionsIn(pluginLevels(controller), method)[0] ?? {};
  const fromPlugin = omitUndefined<Loose>({ summary, description, tags, deprecated });
  const security = both('security', controller, handler);
  return {
    excluded:
      read('excludeController', controller)?.[0] === true ||
      read('excludeEndpoint', handler)?.disable === true,
    operation: read('operation', handler) ?? fromPlugin,
    parameters: [...(read('headers', controller) ?? []), ...(read('parameters', handler) ?? [])],
    responses: new Map([
      ...Object.entries(read('responses', controller) ?? {}),
      ...(responses === undefined ? pluginResponse(response) : Object.entries(responses)),
    ]),
    tags: [...new Set(both('tags', controller, handler))],
    consumes: [...new Set(both('consumes', controller, handler))],
    produces: [...new Set(both('produces', controller, handler))],
    security: security.length > 0 ? security : undefined,
    extensions: { ...read('extension', controller), ...read('extension', handler) },
    callbacks: read('callbacks', handler) ?? [],
    webhook: read('webhook', handler),
  };
}

type ListKey = 'tags' | 'consumes' | 'produces' | 'security';

function both<K extends ListKey>(key: K, controller: object, handler: object): Stored[K][number][] {
  return [...(read(key, controller) ?? []), ...(read(key, handler) ?? [])] as Stored[K][number][];
}

function pluginResponse(response: Loose): [string | undefined, Loose][] {
  const { status, ...rest } = response;
  if (Object.keys(response).length === 0) return [];
  return [[status === undefined ? undefined : `${status as number}`, rest]];
}

interface SwaggerLink {
  readonly controller: Constructor;
  readonly method: string;
  readonly parameter: string;
  readonly field: string;
}

export function linksFrom(target: Constructor): readonly SwaggerLink[] {
  const prototype = target.prototype as object;
  const propertyLinks = (read('propertyNames', prototype) ?? []).flatMap((name) => {
    const key = name.slice(1);
    const { link } = readProperty(prototype, key) ?? {};
    const linked: unknown = typeof link === 'function' ? (link as () => unknown)() : undefined;
    const getter =
      typeof linked === 'function' ? read('defaultGetter', linked.prototype as object) : undefined;
    return getter === undefined ? [] : [linkOf(getter, getter.getter, key)];
  });
  const declaredLinks = read('links', prototype) ?? [];
  return [...propertyLinks, ...declaredLinks.map((link) => linkOf(link, link.method, link.field as string))];
}

function linkOf({ prototype, parameter }: Loose, handler: unknown, field: string): SwaggerLink {
  return {
    controller: (prototype as object).constructor as unknown as Constructor,
    method: (handler as { readonly name: string }).name,
    parameter: parameter as string,
    field,
  };
}
