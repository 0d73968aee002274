import type { Constructor } from '../../../shared/types.js';
import type { Loose } from './loose.js';
import { read, readProperty } from './metadata.js';

/** A value of a response that is a parameter of another operation. */
export interface SwaggerLink {
  readonly controller: Constructor;
  /** The name of the operation's handler. */
  readonly method: string;
  readonly parameter: string;
  /** The property of the response that holds the value. */
  readonly field: string;
}

/** The operations that `@ApiLink` on them, and `@ApiDefaultGetter` on those of linked types, offer for what a class says. */
export function linksFrom(target: Constructor): readonly SwaggerLink[] {
  const prototype = target.prototype as object;
  const ofProperties = (read('propertyNames', prototype) ?? []).flatMap((name) => {
    const key = name.slice(1);
    const { link } = readProperty(prototype, key) ?? {};
    const linked: unknown = typeof link === 'function' ? (link as () => unknown)() : undefined;
    const getter =
      typeof linked === 'function' ? read('defaultGetter', linked.prototype as object) : undefined;
    return getter === undefined ? [] : [linkOf(getter, getter.getter, key)];
  });
  const direct = read('links', prototype) ?? [];
  return [...ofProperties, ...direct.map((link) => linkOf(link, link.method, link.field as string))];
}

function linkOf({ prototype, parameter }: Loose, handler: unknown, field: string): SwaggerLink {
  return {
    controller: (prototype as object).constructor as unknown as Constructor,
    method: (handler as { readonly name: string }).name,
    parameter: parameter as string,
    field,
  };
}
