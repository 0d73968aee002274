import {
  BOOLEAN,
  FUNCTION,
  isArrayOf,
  OBJECT,
  oneOf,
  STRING,
  STRINGS,
  type Check,
} from '../../shared/checks.js';
import { ConfigError } from '../../shared/errors.js';
import { isToken } from '../../shared/http.js';
import { isClass, isRecord, kindOf, show } from '../../shared/values.js';
import type { OpenApiVersion } from './config.js';
import { isMapOf, SECURITY, SERVERS, VALIDATION, WITH_URL } from './fields/checks.js';
import { VIEWERS } from './ui-config.js';

interface OptionCheck extends Check {
  /** The value may be a credential, and no error holds one. */
  readonly secret?: boolean;
}

/** What each option may hold. A protection that is misspelt must not be one that is off. */
const OPTIONS: Readonly<Record<string, OptionCheck>> = {
  info: OBJECT,
  'info.title': STRING,
  'info.version': { ...STRING, what: "a string, as in '1.0.0'" },
  'info.summary': STRING,
  'info.description': STRING,
  'info.termsOfService': STRING,
  'info.contact': OBJECT,
  'info.license': OBJECT,
  servers: {
    what: `${SERVERS.what}; or 'request', or { trustProxy: true } with hosts or without`,
    holds: (value) => value === 'request' || isRequestServers(value) || SERVERS.holds(value),
  },
  tags: {
    what: "an array of objects with a name, as in [{ name: 'users' }]",
    holds: isArrayOf((tag) => isRecord(tag) && typeof tag.name === 'string'),
  },
  ui: OBJECT,
  'ui.title': STRING,
  'ui.favicon': STRING,
  'ui.logo': {
    what: "an object with src and alt, as in { src: 'https://example.com/logo.svg', alt: 'Example' }",
    holds: (value) => isRecord(value) && typeof value.src === 'string' && typeof value.alt === 'string',
  },
  'ui.head': arrayLike("[{ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }]"),
  'ui.language': {
    what: "a language's tag, as in 'de' or 'pt-BR'",
    holds: (value) => typeof value === 'string' && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(value),
  },
  'ui.texts': { what: "texts by name, as in { signIn: 'Anmelden' }", holds: isMapOf(STRING.holds) },
  'ui.viewer': oneOf(...VIEWERS),
  'ui.viewerScript': STRING,
  'ui.viewerSource': oneOf('cdn', 'local'),
  auth: OBJECT,
  'auth.schemes': arrayLike("[bearerAuth('staff')]"),
  docsAuth: { ...OBJECT, secret: true },
  'docsAuth.enabled': BOOLEAN,
  'docsAuth.apiKey': {
    what: 'a string, or an array of strings',
    holds: (value) => STRING.holds(value) || STRINGS.holds(value),
    secret: true,
  },
  'docsAuth.signIn': BOOLEAN,
  'docsAuth.apiKeyHeader': {
    what: "the name of a header, as in 'X-API-Key'",
    holds: (value) => typeof value === 'string' && isToken(value),
  },
  authorize: FUNCTION,
  onError: FUNCTION,
  strict: BOOLEAN,
  inlineSchemas: BOOLEAN,
  openapi: oneOf(...(['3.0', '3.1', '3.2'] satisfies OpenApiVersion[])),
  validation: VALIDATION,
  nullableOptional: BOOLEAN,
  implicitConversion: oneOf('accepted', 'declared'),
  parameterNames: oneOf('property', 'lowercase'),
  security: SECURITY,
  externalDocs: WITH_URL,
  models: { what: 'an array of classes, as in [Cat, Dog]', holds: isArrayOf(isClass) },
  components: OBJECT,
  paths: { what: "path items by path, as in { '/users': { summary: 'Users' } }", holds: isMapOf(isRecord) },
  extensions: OBJECT,
  transformDocument: FUNCTION,
};

function isRequestServers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { hosts, trustProxy, ...rest } = value;
  return (
    Object.keys(rest).length === 0 &&
    (hosts === undefined || STRINGS.holds(hosts)) &&
    (trustProxy === undefined || BOOLEAN.holds(trustProxy))
  );
}

/** Not to be left out where the object around it is given. */
const REQUIRED_OPTION = 'docsAuth.enabled';

function arrayLike(example: string): OptionCheck {
  return { what: `an array of objects, as in ${example}`, holds: isArrayOf(isRecord) };
}

/** @throws ConfigError where a value is none of those that the types allow */
export function requireConfig(config: unknown): void {
  if (!isRecord(config))
    throw new ConfigError(
      `new Docs(config) needs an object, as in { info: { title: 'Shop', version: '1.0.0' } }, not ${show(config)}.`,
    );
  for (const [name, { what, holds, secret }] of Object.entries(OPTIONS)) {
    const [outer = '', inner] = name.split('.');
    const around = config[outer];
    if (inner !== undefined && !isRecord(around)) continue;
    const value = inner === undefined ? around : (around as Readonly<Record<string, unknown>>)[inner];
    const isAbsent = value === undefined && name !== REQUIRED_OPTION;
    if (!isAbsent && !holds(value))
      throw new ConfigError(`config.${name} needs ${what}, not ${secret ? kindOf(value) : show(value)}.`);
  }
}
