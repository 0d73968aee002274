import type { Contract } from '../schema/rules/types.js';
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

/** What the document needs of the configuration, with every default filled in; nothing deeper asks again. */
export interface ResolvedConfig {
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly schemes: readonly AuthScheme[];
  readonly inlineSchemas: boolean;
  readonly openapi: OpenApiVersion;
  readonly contract: Contract;
  readonly nullableOptional: boolean;
  readonly parameterNames: 'property' | 'lowercase';
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly externalDocs: ExternalDocs | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly transformDocument: (document: OpenApiDocument) => OpenApiDocument;
}

const NO_INFO: Info = { title: '', version: '' };

const VERSIONS: readonly string[] = ['3.0', '3.1', '3.2'] satisfies OpenApiVersion[];

/** A configuration that no document can come of. Thrown by `new Docs(config)`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Fills in every default of the configuration (seed 2.1, design 4).
 * @throws ConfigError where a value is none of those that the types allow
 */
export function resolveConfig(config: Config): ResolvedConfig {
  const openapi = config.openapi ?? '3.1';
  if (!VERSIONS.includes(openapi)) {
    throw new ConfigError(`config.openapi is ${JSON.stringify(openapi)}; use one of ${VERSIONS.join(', ')}.`);
  }
  return {
    // Callers without types may leave it out; a diagnostic tells.
    info: { ...NO_INFO, ...config.info },
    servers: config.servers ?? [],
    tags: config.tags ?? [],
    schemes: config.auth?.schemes ?? [],
    inlineSchemas: config.inlineSchemas ?? false,
    openapi,
    contract: config.contract ?? 'declared',
    nullableOptional: config.nullableOptional ?? false,
    parameterNames: config.parameterNames ?? 'property',
    security: config.security,
    externalDocs: config.externalDocs,
    extensions: config.extensions ?? {},
    transformDocument: config.transformDocument ?? ((document) => document),
  };
}
