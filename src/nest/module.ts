import { Inject, Logger, Module } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import type { Docs } from '../docs.js';
import type { ConnectApp } from '../page/source.js';
import { MODULE_CONFIG, type DtospecModuleConfig } from './options.js';
import { platformOf, type NestInside } from './nest.js';
import { documentRoutes } from './nest-docs.js';

/** What Nest is told of the module: its `DynamicModule`. */
export interface DtospecDynamicModule {
  /** The module itself. */
  module: typeof DtospecModule;
  /** Where the providers of `inject` are. */
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

/** Argument of `DtospecModule.forRootAsync`: a provider's factory, as Nest takes it. */
export interface DtospecAsyncConfig {
  /** Modules that export what the factory asks for. @default none */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever Nest takes for a module
  readonly imports?: any[];
  /** Makes the configuration of the providers that `inject` names. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what is injected is the application's
  readonly useFactory: (...injected: any[]) => DtospecModuleConfig | Promise<DtospecModuleConfig>;
  /** Tokens of the factory's arguments. @default none */
  // oxlint-disable-next-line typescript/no-explicit-any -- tokens are of many kinds
  readonly inject?: any[];
}

/**
 * The documentation as a module: it serves page and document of the application that imports it. It reads the routes
 * when the application is initialized, when its prefix, versions and pipes are settled; whatever goes wrong there is
 * logged, and stops nothing.
 *
 * For example `@Module({ imports: [DtospecModule.forRoot({ info: { title: 'Cats', version: '1.0.0' }, path: '/docs' })] })`.
 */
export class DtospecModule {
  #docs: Docs | undefined;

  constructor(
    private readonly config: DtospecModuleConfig,
    private readonly modules: NestInside['modules'],
    private readonly application: NestInside['config'],
    private readonly adapterHost: {
      readonly httpAdapter?: (ConnectApp & { getType?(): string }) | undefined;
    },
  ) {}

  /** The module with a configuration that is known when the class is decorated. */
  static forRoot(config: DtospecModuleConfig): DtospecDynamicModule {
    return { module: DtospecModule, providers: [{ provide: MODULE_CONFIG, useValue: config }] };
  }

  /**
   * With a configuration that other providers decide. In preview mode Nest makes no providers: `nestDocs(app)` then knows
   * what a factory that asks for nothing returns at once, and wants to be given it otherwise.
   */
  static forRootAsync({ imports, useFactory, inject }: DtospecAsyncConfig): DtospecDynamicModule {
    return {
      module: DtospecModule,
      imports: imports ?? [],
      providers: [{ provide: MODULE_CONFIG, useFactory, inject: inject ?? [] }],
    };
  }

  /** The documentation, once the application is initialized. */
  get docs(): Docs | undefined {
    return this.#docs;
  }

  /** Nest calls this before it registers the routes: what is mounted here stands before its answer to unknown paths. */
  configure(): void {
    const { httpAdapter } = this.adapterHost;
    if (httpAdapter === undefined) return;
    try {
      const inside = { modules: this.modules, config: this.application, platform: platformOf(httpAdapter) };
      const { path = '/docs', ...config } = this.config;
      this.#docs = documentRoutes(inside, config);
      this.#docs.mount(httpAdapter, path);
    } catch (error) {
      new Logger('DtospecModule').error(error);
    }
  }
}

// What the decorators would write: this package is compiled without their metadata.
Module({})(DtospecModule);
for (const [index, token] of [MODULE_CONFIG, ModulesContainer, ApplicationConfig, HttpAdapterHost].entries())
  Inject(token)(DtospecModule, undefined, index);
