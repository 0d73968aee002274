import { BOOLEAN, type Check } from '../src/shared/checks.js';
import { isToken } from '../src/shared/http.js';
import { show } from '../src/shared/values.js';
import { DecoratorError, requireOptions, requireText } from './arguments.js';
import type { Location, ParameterStyle, PropertyAnnotations } from './record.js';
import { property } from './store.js';

/** HTTP restricts the names of these. */
const TOKENS: ReadonlySet<Location> = new Set(['header', 'cookie']);

const STYLES: ReadonlySet<unknown> = new Set<ParameterStyle['style']>([
  'matrix',
  'label',
  'simple',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
]);

const STYLE_OPTIONS: Readonly<Record<keyof ParameterStyle, Check>> = {
  style: {
    what: `a style that OpenAPI has (${[...STYLES].join(', ')})`,
    holds: (value) => STYLES.has(value),
  },
  explode: BOOLEAN,
  allowReserved: BOOLEAN,
};

/**
 * Names the query parameter that a property of a `query` class becomes.
 *
 * For example `@Query('page_size')` `@IsInt() pageSize!: number`.
 *
 * @param name @default the `@Form` name, else the `@Expose` name, else the property's own
 * @param style OpenAPI's `style`, `explode`, `allowReserved`; @default by the property's type
 * @throws ConfigError for an empty name
 */
export const Query = property('@Query', (place, name?: string, style: ParameterStyle = {}) =>
  located('@Query', place, 'query', name, style),
);

/**
 * Names the path parameter that a property of a `params` class becomes.
 *
 * For example `@Path('id')` `@IsUUID() userId!: string`.
 *
 * @param name @default the `@Param` name, else the `@Expose` name, else the property's own
 */
export const Path = property(
  '@Path',
  (place, name?: string, style: Pick<ParameterStyle, 'style' | 'explode'> = {}) =>
    located('@Path', place, 'path', name, style),
);

/**
 * Names the path parameter where there is no `@Path`.
 *
 * For example `@Param('id') userId!: string`.
 *
 * @deprecated write `@Path`
 */
export const Param = property('@Param', (place, name?: string) =>
  located('@Param', place, 'param', name, {}),
);

/**
 * Names the header that a property of a `headers` class becomes.
 *
 * For example `@Header('X-Request-Id')` `@IsUUID() requestId!: string`.
 *
 * @param name an HTTP field name; @default the `@Expose` name, else the property's own
 * @throws ConfigError for a name that HTTP does not allow
 */
export const Header = property(
  '@Header',
  (place, name?: string, style: Pick<ParameterStyle, 'explode'> = {}) =>
    located('@Header', place, 'header', name, style),
);

/**
 * Names the cookie that a property of a `cookies` class becomes.
 *
 * For example `@Cookie('sid')` `@IsString() sessionId!: string`.
 */
export const Cookie = property(
  '@Cookie',
  (place, name?: string, style: Pick<ParameterStyle, 'style' | 'explode'> = {}) =>
    located('@Cookie', place, 'cookie', name, style),
);

/**
 * Names the query parameter where there is no `@Query`.
 *
 * For example `@Form('q') text!: string`.
 *
 * @deprecated write `@Query`
 */
export const Form = property('@Form', (place, name?: string) => located('@Form', place, 'form', name, {}));

function located(
  decorator: string,
  place: string,
  location: Location,
  name: string | undefined,
  style: ParameterStyle,
): PropertyAnnotations {
  if (name !== undefined) requireName(decorator, place, location, name);
  requireOptions(decorator, place, style, STYLE_OPTIONS);
  const locations = { [location]: name };
  return Object.keys(style).length === 0 ? { locations } : { locations, styles: { [location]: style } };
}

function requireName(decorator: string, place: string, location: Location, name: string): void {
  requireText(decorator, place, 'a parameter name', name);
  if (TOKENS.has(location) && !isToken(name))
    throw new DecoratorError(
      decorator,
      place,
      `needs a name that HTTP allows (letters, digits, - and _), not ${show(name)}.`,
    );
}
