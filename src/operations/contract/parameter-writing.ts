import type { BoundParameter } from '../../documents/openapi/create/class-parameters.js';
import { type ValueShape, shapeOfType } from '../../documents/openapi/create/parameter-style.js';
import type { ParameterNames } from './client-api.js';

type Writing = Pick<ParameterNames, 'join' | 'spread'>;

const SEPARATORS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '|',
};

/** Returns how a client writes a list or an object, or undefined for a style that clients do not write. */
export function writingOf({ parameter, property, shape }: BoundParameter): Writing | undefined {
  const { in: location, style, explode, schema } = parameter;
  const type = (schema as { type?: unknown } | undefined)?.type;
  const found = shape ?? (property && shapeOfType(property.type)) ?? SHAPES.get(type) ?? 'scalar';
  if (location === 'query') return inQuery(found, style ?? 'form', explode);
  if (style !== undefined && style !== 'simple') return undefined;
  if (found === 'scalar') return {};
  return found === 'object' && explode === true ? undefined : { join: ',' };
}

function inQuery(shape: ValueShape, style: string, explode: boolean | undefined): Writing | undefined {
  if (shape === 'scalar') return {};
  if (style === 'deepObject') return shape === 'object' ? {} : undefined;
  if (explode ?? style === 'form') {
    if (shape === 'list') return {};
    return style === 'form' ? { spread: true } : undefined;
  }
  const join = SEPARATORS[style];
  return join === undefined ? undefined : { join };
}

const SHAPES: ReadonlyMap<unknown, ValueShape> = new Map([
  ['array', 'list'],
  ['object', 'object'],
]);
