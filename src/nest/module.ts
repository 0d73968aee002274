import { Inject, Logger, Module } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { ConfigError } from '../shared/errors.js';
import { isRecord } from '../shared/values.js';
import type { Docs } from '../docs.js';
import type { ConnectApp } from '../page/docs-server.js';
import { MODULE_CONFIG, type DtospecModuleConfig } from './nest-options.js';
import { type HttpAdapter, platformOf, type NestInside } from './nest-internals.js';
import { documentRoutes } from './nest-docs.js';

/** The dynamic module that Nest receives. */
export interface DtospecDynamicModule {
  /** The module itself. */
  module: typeof DtospecModule;
  /** Modules that provide the dependencies in `inject`. */
  imports?: NonNullable<DtospecAsyncConfig['imports']>;
  /** The configuration, as a provider. */
  providers: (
    | { provide: symbol; useValue: DtospecModuleConfig }
    | {
        provide: symbol;
        useFactory: DtospecAsyncConfig['useFactory'];
        inject: NonNullable<DtospecAsyncConfig['inject']>;
      }
  )[];
}

/** Options of `DtospecModule.forRootAsync`. */
export interface DtospecAsyncConfig {
  /** Modules that export the providers in `inject`. @default none */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever Nest takes for a module
  readonly imports?: any[];
  /** Returns the configuration, from the providers in `inject`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what is injected is the application's
  readonly useFactory: (...injected: any[]) => DtospecModuleConfig | Promise<DtospecModuleConfig>;
  /** Tokens of the factory's arguments. @default none */
  // oxlint-disable-next-line typescript/no-explicit-any -- tokens are of many kinds
  readonly inject?: any[];
}

function requireForRoot(): never {
  throw new ConfigError(
    "DtospecModule needs a configuration: imports: [DtospecModule.forRoot({ info: { title: 'Cats', version: '1.0.0' } })].",
  );
}

/**
 * Serves page and document of the application that imports it. It reads the routes when the application
 * initializes, when prefix, versions and pipes are set. It logs errors of the document. They do not stop the
 * application, unless `diagnostics` is `'throw'`.
 *
 * For example `@Module({ imports: [DtospecModule.forRoot({ info: { title: 'Cats', version: '1.0.0' }, path:
 * '/docs' })] })`.
 */
export class DtospecModule {
  #docs: Docs | undefined;

  /** @internal */
  constructor(
    private readonly config: DtospecModuleConfig,
    private readonly modules: NestInside['modules'],
    private readonly application: NestInside['config'],
    private readonly adapterHost: { readonly httpAdapter?: (ConnectApp & HttpAdapter) | undefined },
  ) {}

  /** Returns the module with a fixed configuration. */
  static forRoot(config: DtospecModuleConfig): DtospecDynamicModule {
    if (!isRecord(config)) requireForRoot();
    return { module: DtospecModule, providers: [{ provide: MODULE_CONFIG, useValue: config }] };
  }

  /**
   * Returns the module with a configuration that depends on other providers. In preview mode Nest creates no
   * instances. If the factory needs one, pass the configuration to `nestDocs(app, config)`.
   */
  static forRootAsync({ imports, useFactory, inject }: DtospecAsyncConfig): DtospecDynamicModule {
    return {
      module: DtospecModule,
      imports: imports ?? [],
      providers: [{ provide: MODULE_CONFIG, useFactory, inject: inject ?? [] }],
    };
  }

  /** The docs; undefined before the application is initialized. */
  get docs(): Docs | undefined {
    return this.#docs;
  }

  /**
   * Serves the page. Nest calls this before it registers the routes, so the page is found before Nest
   * responds to unknown paths.
   */
  configure(): void {
    const { httpAdapter } = this.adapterHost;
    if (httpAdapter === undefined) return;
    try {
      const { modules, application: config } = this;
      const inside = { modules, config, registered: undefined, ...platformOf(httpAdapter) };
      const { path = '/docs', ...options } = this.config;
      this.#docs = documentRoutes(inside, options);
      this.#docs.mount(httpAdapter, path);
    } catch (error) {
      if (this.config.diagnostics === 'throw') throw error;
      new Logger('DtospecModule').error(error);
    }
  }
}

// The decorators, called as functions, because this package is compiled without decorator metadata. The
// provider is that of a module without forRoot, which overrides it.
Module({ providers: [{ provide: MODULE_CONFIG, useFactory: requireForRoot }] })(DtospecModule);
for (const [index, token] of [MODULE_CONFIG, ModulesContainer, ApplicationConfig, HttpAdapterHost].entries())
  Inject(token)(DtospecModule, undefined, index);
