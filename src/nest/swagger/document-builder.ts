import { isLoose, type Loose } from '../../documents/model/nest-swagger/metadata.js';
import { omitUndefined } from '../../shared/values.js';
import { OPENAPI_VERSIONS, type AuthScheme, type Config } from '../../documents/openapi/config/config.js';
import { nonEmpty } from '../../documents/openapi/omit-empty.js';

/** The result of `new DocumentBuilder()…build()` of `@nestjs/swagger`. */
export interface BuiltDocument {
  /** The OpenAPI version. */
  readonly openapi?: string;
  /** OpenAPI's `info`. */
  readonly info: object;
  /** OpenAPI's `servers`. */
  readonly servers?: readonly object[];
  /** OpenAPI's `tags`. */
  readonly tags?: readonly object[];
  /** OpenAPI's `security`, for operations without their own. */
  readonly security?: readonly object[];
  /** OpenAPI's `externalDocs`. */
  readonly externalDocs?: object | undefined;
  /** OpenAPI's `components`. Only the security schemes are used. */
  readonly components?: object | undefined;
}

/**
 * Converts a configuration of `DocumentBuilder` from `@nestjs/swagger`. `build()` does not include global
 * responses and parameters (`addGlobalResponse`, `addGlobalParameters`): pass them as `routes.responses` and
 * `routes.parameters`.
 *
 * @param built the result of `build()`
 * @example
 * const built = new DocumentBuilder().setTitle('Shop').addBearerAuth().build();
 * const docs = nestDocs(app, fromDocumentBuilder(built));
 */
export function fromDocumentBuilder(built: BuiltDocument): Config {
  const { openapi, info, servers, tags, security, externalDocs, components } = built;
  const all = (list: readonly object[] | undefined): Loose[] | undefined =>
    nonEmpty(list?.map((entry) => withoutEmpty(entry as Loose)));
  const schemes = nonEmpty(schemesOf(components));
  const extensions = Object.entries(built).filter(([name]) => name.startsWith('x-'));
  return omitUndefined<Loose>({
    info: withoutEmpty(info as Loose),
    servers: all(servers),
    tags: all(tags),
    security: nonEmpty(security),
    externalDocs: externalDocs && withoutEmpty(externalDocs as Loose),
    auth: schemes && { schemes },
    extensions: nonEmpty(Object.fromEntries(extensions)),
    // `build()` returns 3.0.0 if the application chose no version.
    openapi:
      openapi === '3.0.0'
        ? undefined
        : OPENAPI_VERSIONS.find((version) => openapi?.startsWith(`${version}.`)),
  }) as unknown as Config;
}

function withoutEmpty(object: Loose): Loose {
  const entries = Object.entries(object)
    .map(([name, value]) => [name, isLoose(value) ? withoutEmpty(value) : value] as const)
    .filter(([, value]) =>
      isLoose(value) ? nonEmpty(value) !== undefined : value !== undefined && value !== '',
    );
  return Object.fromEntries(entries);
}

function schemesOf(components: object | undefined): AuthScheme[] {
  const { securitySchemes } = (components ?? {}) as Loose;
  if (!isLoose(securitySchemes)) return [];
  return Object.entries(securitySchemes).flatMap(([name, scheme]) =>
    isLoose(scheme) ? [schemeOf(name, scheme)] : [],
  );
}

/** Converts a scheme. It removes fields of a bearer scheme that `addBearerAuth({ type: 'oauth2' })` adds. */
function schemeOf(name: string, scheme: Loose): AuthScheme {
  const { type, description } = scheme;
  const fields = FIELDS[type as string] ?? Object.keys(scheme);
  const own = Object.fromEntries(fields.map((field) => [field, scheme[field]]));
  const keyed = type === 'apiKey' ? { in: scheme.in, paramName: scheme.name } : own;
  return omitUndefined<Loose>({ name, type, description, ...keyed }) as unknown as AuthScheme;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  http: ['scheme', 'bearerFormat'],
  apiKey: ['in', 'name'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};
