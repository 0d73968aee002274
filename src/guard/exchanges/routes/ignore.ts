import { matches } from '../matches.js';
import { shapeOf } from './template.js';

/** Whether a route is one of those that are not to be compared. */
export function isIgnored(
  { method, path }: { readonly method?: string; readonly path: string },
  ignore: readonly (string | RegExp)[],
): boolean {
  return ignore.some((one) => {
    if (typeof one !== 'string') return matches(one, method === undefined ? path : `${method} ${path}`);
    const [, wanted, pattern = ''] = /^(?:([A-Za-z-]+) +)?(.*)$/s.exec(one) ?? [];
    if (wanted !== undefined && method !== undefined && wanted.toUpperCase() !== method) return false;
    const shape = shapeOf(path.replace(/:\w+/g, '{}'));
    const wantedShape = shapeOf(pattern.replace(/:\w+/g, '{}').replace(/\/?\*$/, ''));
    if (!pattern.endsWith('*')) return shape === wantedShape;
    return wantedShape === '/' || shape === wantedShape || shape.startsWith(`${wantedShape}/`);
  });
}
