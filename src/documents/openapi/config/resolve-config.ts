import type { Constructor } from '../../../shared/types.js';
import { classAnnotationsOf } from '../../model/annotations.js';
import {
  type ImplicitConversion,
  type ResolvedValidation,
  resolveValidation,
} from '../../model/validation-options.js';
import {
  OPENAPI_VERSIONS,
  type AuthScheme,
  type Components,
  type Config,
  type OpenApiVersion,
} from './config.js';
import type { PathItem } from '../types/endpoint.js';
import type { OpenApiDocument } from '../types/document.js';
import type { ExternalDocs, Info, SecurityRequirement, Server, Tag } from '../types/objects.js';
import {
  BOOLEAN,
  type Check,
  FUNCTION,
  isArrayOf,
  OBJECT,
  oneOf,
  STRING,
  STRINGS,
} from '../../../shared/checks.js';
import { DIAGNOSTICS_MODES } from '../../../shared/diagnostics-notice.js';
import { ConfigError } from '../../../shared/errors.js';
import { isToken } from '../../../shared/http.js';
import { isClass, isRecord, kindOf, show } from '../../../shared/values.js';
import { isMapOf, SECURITY, SERVERS, VALIDATION, WITH_URL } from '../fields/field.js';
import { VIEWERS } from './page-options.js';

export interface ResolvedConfig {
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** Security schemes of `config.auth`. */
  readonly schemes: readonly AuthScheme[];
  readonly inlineSchemas: boolean;
  readonly openapi: OpenApiVersion;
  readonly validation: ResolvedValidation;
  readonly nullableOptional: boolean;
  readonly implicitConversion: ImplicitConversion;
  /** How parameters without a name of their own are named. */
  readonly parameterNames: 'property' | 'lowercase';
  /** Requirements of all operations; undefined without any. */
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly externalDocs: ExternalDocs | undefined;
  /** Classes by the names that references use. */
  readonly models: ReadonlyMap<string, Constructor>;
  readonly components: Components;
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The configuration as the application passed it. */
  readonly declared: Config;
  readonly transformDocument: ((document: OpenApiDocument) => OpenApiDocument) | undefined;
}

const NO_INFO: Info = { title: '', version: '' };

export function openapiOf({ openapi = '3.1' }: Config): OpenApiVersion {
  return openapi;
}

export function resolveConfig(config: Config): ResolvedConfig {
  requireConfig(config);
  return {
    // JavaScript callers may omit it; a diagnostic reports that.
    info: { ...NO_INFO, ...config.info },
    servers: config.servers ?? [],
    tags: config.tags ?? [],
    schemes: config.auth?.schemes ?? [],
    inlineSchemas: config.inlineSchemas ?? false,
    openapi: openapiOf(config),
    validation: resolveValidation(config.validation),
    nullableOptional: config.nullableOptional ?? false,
    implicitConversion: config.implicitConversion ?? 'accepted',
    parameterNames: config.parameterNames ?? 'property',
    security: config.security,
    externalDocs: config.externalDocs,
    models: namedModels(config.models ?? []),
    components: config.components ?? {},
    paths: config.paths ?? {},
    declared: config,
    transformDocument: config.transformDocument,
  };
}

function namedModels(classes: readonly Constructor[]): ReadonlyMap<string, Constructor> {
  const own = classes.map((target) => [target.name, target] as const);
  const given = classes.map((target) => [classAnnotationsOf(target).name ?? target.name, target] as const);
  return new Map([...own, ...given]);
}

interface OptionCheck extends Check {
  /** True if the value may be a credential, which error messages must not contain. */
  readonly secret?: boolean;
}

/** Checks of options. A misspelt option of the protection must not turn it off. */
const OPTIONS: Readonly<Record<string, OptionCheck>> = {
  info: OBJECT,
  'info.title': STRING,
  'info.version': { ...STRING, what: "a string, as in '1.0.0'" },
  'info.summary': STRING,
  'info.description': STRING,
  'info.termsOfService': STRING,
  'info.contact': OBJECT,
  'info.license': OBJECT,
  servers: SERVERS,
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
  'ui.viewerSource': {
    what: "'cdn', 'local', or the viewer's files as texts, as in { script }",
    holds: (value) =>
      value === 'cdn' ||
      value === 'local' ||
      (isRecord(value) &&
        typeof value.script === 'string' &&
        (value.style === undefined || typeof value.style === 'string')),
  },
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
  diagnostics: oneOf(...DIAGNOSTICS_MODES),
  inlineSchemas: BOOLEAN,
  openapi: oneOf(...OPENAPI_VERSIONS),
  validation: VALIDATION,
  nullableOptional: BOOLEAN,
  implicitConversion: oneOf('accepted', 'declared'),
  parameterNames: oneOf('property', 'lowercase'),
  security: SECURITY,
  externalDocs: WITH_URL,
  models: { what: 'an array of classes, as in [Cat, Dog]', holds: isArrayOf(isClass) },
  facts: {
    what: "the path of a facts file, as in './dtospec-facts.json', its content, or false",
    holds: (value) => value === false || typeof value === 'string' || isRecord(value),
  },
  components: OBJECT,
  paths: { what: "path items by path, as in { '/users': { summary: 'Users' } }", holds: isMapOf(isRecord) },
  extensions: OBJECT,
  transformDocument: FUNCTION,
};

const REQUIRED_OPTION = 'docsAuth.enabled';

function arrayLike(example: string): OptionCheck {
  return { what: `an array of objects, as in ${example}`, holds: isArrayOf(isRecord) };
}

function requireConfig(config: unknown): void {
  if (!isRecord(config))
    throw new ConfigError(
      `new Docs(config) needs an object, as in { info: { title: 'Shop', version: '1.0.0' } }, not ${show(config)}.`,
    );
  for (const [name, { what, holds, secret }] of Object.entries(OPTIONS)) {
    const [group = '', member] = name.split('.');
    const around = config[group];
    if (member !== undefined && !isRecord(around)) continue;
    const value = member === undefined ? around : (around as Readonly<Record<string, unknown>>)[member];
    const isAbsent = value === undefined && name !== REQUIRED_OPTION;
    if (!isAbsent && !holds(value))
      throw new ConfigError(`config.${name} needs ${what}, not ${secret ? kindOf(value) : show(value)}.`);
  }
}
