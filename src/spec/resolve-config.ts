import { show } from '../../decorators/arguments.js';
import { resolveValidation, type ResolvedValidation } from '../model/validation-options.js';
import type {
  AuthScheme,
  Config,
  ExternalDocs,
  Info,
  OpenApiVersion,
  SecurityRequirement,
  Server,
  Tag,
} from './config.js';
import type { OpenApiDocument } from './document.js';
import {
  FLAG,
  isListOf,
  isRecord,
  OBJECT,
  SECURITY,
  SERVERS,
  TEXT,
  VALIDATION,
  WITH_URL,
  type FieldCheck,
} from './fields.js';

/** What the document needs of the configuration, with every default filled in; nothing deeper asks again. */
export interface ResolvedConfig {
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly schemes: readonly AuthScheme[];
  readonly inlineSchemas: boolean;
  readonly openapi: OpenApiVersion;
  readonly validation: ResolvedValidation;
  readonly nullableOptional: boolean;
  readonly parameterNames: 'property' | 'lowercase';
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly externalDocs: ExternalDocs | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly transformDocument: (document: OpenApiDocument) => OpenApiDocument;
}

const NO_INFO: Info = { title: '', version: '' };

interface OptionCheck extends FieldCheck {
  /** The value may be a credential, and no error holds one. */
  readonly secret?: boolean;
}

const FUNCTION: OptionCheck = { what: 'a function', holds: (value) => typeof value === 'function' };

/** What each option may hold. A protection that is misspelt must not be one that is off. */
const OPTIONS: Readonly<Record<string, OptionCheck>> = {
  info: OBJECT,
  'info.title': TEXT,
  'info.version': { ...TEXT, what: "a text, as in '1.0.0'" },
  'info.summary': TEXT,
  'info.description': TEXT,
  'info.termsOfService': TEXT,
  'info.contact': OBJECT,
  'info.license': OBJECT,
  servers: SERVERS,
  tags: {
    what: "a list of objects with a name, as in [{ name: 'users' }]",
    holds: isListOf((tag) => isRecord(tag) && typeof tag.name === 'string'),
  },
  ui: OBJECT,
  'ui.viewerSource': oneOf('cdn', 'local'),
  auth: OBJECT,
  'auth.schemes': listOf("[bearerAuth('staff')]"),
  docsAuth: { ...OBJECT, secret: true },
  'docsAuth.enabled': FLAG,
  authorize: FUNCTION,
  onError: FUNCTION,
  strict: FLAG,
  inlineSchemas: FLAG,
  openapi: oneOf(...(['3.0', '3.1', '3.2'] satisfies OpenApiVersion[])),
  validation: VALIDATION,
  nullableOptional: FLAG,
  parameterNames: oneOf('property', 'lowercase'),
  security: SECURITY,
  externalDocs: WITH_URL,
  extensions: OBJECT,
  transformDocument: FUNCTION,
};

/** Not to be left out where the object around it is given. */
const REQUIRED_OPTION = 'docsAuth.enabled';

function listOf(example: string): OptionCheck {
  return { what: `a list of objects, as in ${example}`, holds: isListOf(isRecord) };
}

function oneOf(...values: readonly string[]): OptionCheck {
  return { what: `one of ${values.join(', ')}`, holds: (value) => values.includes(value as string) };
}

/** A configuration that no document can come of. Thrown by `new Docs(config)`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Fills in every default of the configuration.
 * @throws ConfigError where a value is none of those that the types allow
 */
export function resolveConfig(config: Config): ResolvedConfig {
  requireOptions(config);
  return {
    // Callers without types may leave it out; a diagnostic tells.
    info: { ...NO_INFO, ...config.info },
    servers: config.servers ?? [],
    tags: config.tags ?? [],
    schemes: config.auth?.schemes ?? [],
    inlineSchemas: config.inlineSchemas ?? false,
    openapi: config.openapi ?? '3.1',
    validation: resolveValidation(config.validation),
    nullableOptional: config.nullableOptional ?? false,
    parameterNames: config.parameterNames ?? 'property',
    security: config.security,
    externalDocs: config.externalDocs,
    extensions: config.extensions ?? {},
    transformDocument: config.transformDocument ?? ((document) => document),
  };
}

function requireOptions(config: unknown): void {
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
      throw new ConfigError(`config.${name} needs ${what}, not ${secret ? typeof value : show(value)}.`);
  }
}
