import type { Constructor } from '../../../shared/types.js';
import { classAnnotationsOf } from '../../model/annotations.js';
import {
  type ImplicitConversion,
  type ResolvedValidation,
  resolveValidation,
} from '../../model/validation-options.js';
import type { AuthScheme, Components, Config, OpenApiVersion } from './config.js';
import type { PathItem } from '../types/endpoint.js';
import type { OpenApiDocument } from '../types/document.js';
import type { ExternalDocs, Info, SecurityRequirement, Server, Tag } from '../types/objects.js';
import { named, OBJECT, STRING } from '../../../shared/checks.js';
import { ConfigError } from '../../../shared/errors.js';
import { isRecord, kindOf, show } from '../../../shared/values.js';
import type { Fields } from '../fields/field.js';
import { OWN } from '../fields/own.js';

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
  const entries = classes.map((target) => [classAnnotationsOf(target).name ?? target.name, target] as const);
  return new Map([...own, ...entries]);
}

/** Options by the group that holds them. A misspelt option of the protection must not turn it off. */
const GROUPS: Readonly<Record<string, Fields>> = {
  info: {
    title: STRING,
    version: named(STRING, "a string, as in '1.0.0'"),
    summary: STRING,
    description: STRING,
    termsOfService: STRING,
    contact: OBJECT,
    license: OBJECT,
  },
  ui: OWN.ui,
  auth: OWN.auth,
  docsAuth: OWN.docsAuth,
};

function requireConfig(config: unknown): void {
  if (!isRecord(config))
    throw new ConfigError(
      `new Docs(config) needs an object, as in { info: { title: 'Shop', version: '1.0.0' } }, not ${show(config)}.`,
    );
  requireOptions('config', config, { ...OWN.config, extensions: OBJECT });
  for (const [name, checks] of Object.entries(GROUPS)) {
    const group = config[name];
    if (isRecord(group)) requireOptions(`config.${name}`, group, checks);
  }
}

function requireOptions(place: string, options: Readonly<Record<string, unknown>>, checks: Fields): void {
  for (const [name, { what, holds, fault, required, secret }] of Object.entries(checks)) {
    const value = options[name];
    const isAbsent = value === undefined && required !== true;
    if (isAbsent || holds(value)) continue;
    const wrong = fault?.(value) ?? (secret ? kindOf(value) : show(value));
    throw new ConfigError(`${place}.${name} needs ${what}, not ${wrong}.`);
  }
}
