import { BOOLEAN, type Check } from '../src/shared/checks.js';
import { isToken } from '../src/shared/http.js';
import { show } from '../src/shared/values.js';
import { DecoratorError, requireKnownOptions, requireText } from './arguments.js';
import type { Location, ParameterStyle, PropertyAnnotations } from './record.js';
import { property } from './store.js';

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
    what: `a style of OpenAPI (${[...STYLES].join(', ')})`,
    holds: (value) => STYLES.has(value),
  },
  explode: BOOLEAN,
  allowReserved: BOOLEAN,
};

/**
 * Sets the name of a property's query parameter, in a class for `query`.
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
 * Sets the name of a property's path parameter, in a class for `params`.
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
 * Sets the name of the path parameter for a property without `@Path`.
 *
 * For example `@Param('id') userId!: string`.
 *
 * @deprecated write `@Path`
 */
export const Param = property('@Param', (place, name?: string) =>
  located('@Param', place, 'param', name, {}),
);

/**
 * Sets the name of a property's header, in a class for `headers`.
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
 * Sets the name of a property's cookie, in a class for `cookies`.
 *
 * For example `@Cookie('sid')` `@IsString() sessionId!: string`.
 */
export const Cookie = property(
  '@Cookie',
  (place, name?: string, style: Pick<ParameterStyle, 'style' | 'explode'> = {}) =>
    located('@Cookie', place, 'cookie', name, style),
);

/**
 * Sets the name of the query parameter for a property without `@Query`.
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
  requireKnownOptions(decorator, place, style, STYLE_OPTIONS);
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
