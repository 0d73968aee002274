import type { Constructor } from '../../shared/types.js';
import { classAnnotationsOf } from '../model/annotations.js';
import {
  resolveValidation,
  type ImplicitConversion,
  type ResolvedValidation,
} from '../model/validation-options.js';
import { requireConfig } from './check-config.js';
import type { AuthScheme, Components, Config, OpenApiVersion, RequestServers } from './config.js';
import type { PathItem } from './endpoint.js';
import type { OpenApiDocument } from './document.js';
import type { ExternalDocs, Info, SecurityRequirement, Server, Tag } from './objects.js';

/** What the document needs of the configuration, with every default filled in; nothing deeper asks again. */
export interface ResolvedConfig {
  readonly info: Info;
  readonly servers: readonly Server[];
  /** Where the servers are those of each request. */
  readonly requestServers: RequestServers | undefined;
  readonly tags: readonly Tag[];
  readonly schemes: readonly AuthScheme[];
  readonly inlineSchemas: boolean;
  readonly openapi: OpenApiVersion;
  readonly validation: ResolvedValidation;
  readonly nullableOptional: boolean;
  readonly implicitConversion: ImplicitConversion;
  readonly parameterNames: 'property' | 'lowercase';
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly externalDocs: ExternalDocs | undefined;
  /** By the names that references may have for them. */
  readonly models: ReadonlyMap<string, Constructor>;
  readonly components: Components;
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The configuration as it was given. */
  readonly given: Config;
  readonly transformDocument: ((document: OpenApiDocument) => OpenApiDocument) | undefined;
}

const NO_INFO: Info = { title: '', version: '' };

/** The version of OpenAPI that is written. */
export function openapiOf({ openapi = '3.1' }: Config): OpenApiVersion {
  return openapi;
}

/**
 * Fills in every default of the configuration.
 * @throws ConfigError where a value is none of those that the types allow
 */
export function resolveConfig(config: Config): ResolvedConfig {
  requireConfig(config);
  return {
    // Callers without types may leave it out; a diagnostic tells.
    info: { ...NO_INFO, ...config.info },
    servers: Array.isArray(config.servers) ? config.servers : [],
    requestServers:
      config.servers === 'request' ? {} : Array.isArray(config.servers) ? undefined : config.servers,
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
    given: config,
    transformDocument: config.transformDocument,
  };
}

/** A class by the name of its component, and by its own. */
function namedModels(classes: readonly Constructor[]): ReadonlyMap<string, Constructor> {
  const own = classes.map((target) => [target.name, target] as const);
  const given = classes.map((target) => [classAnnotationsOf(target).name ?? target.name, target] as const);
  return new Map([...own, ...given]);
}
