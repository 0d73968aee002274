import { Inject, Logger, Module } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { Docs } from '../docs.js';
import type { ConnectApp } from '../server/source.js';
import { MODULE_CONFIG, type DtospecModuleConfig } from './module-config.js';
import { platformOf, type NestInside } from './nest.js';
import { docsConfig, documentRoutes } from './nest-docs.js';

/** What Nest is told of the module: its `DynamicModule`. */
export interface DtospecDynamicModule {
  module: typeof DtospecModule;
  providers: { provide: symbol; useValue: DtospecModuleConfig }[];
}

/**
 * The documentation as a module: it serves page and document of the application that imports it. It reads the routes
 * when the application is initialized, when its prefix, versions and pipes are settled; whatever goes wrong there is
 * logged, and stops nothing.
 *
 * @example
 * @Module({ imports: [DtospecModule.forRoot({ info: { title: 'Cats', version: '1.0.0' }, path: '/docs' })] })
 * export class AppModule {}
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

  static forRoot(config: DtospecModuleConfig): DtospecDynamicModule {
    return { module: DtospecModule, providers: [{ provide: MODULE_CONFIG, useValue: config }] };
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
      this.#docs = documentRoutes(new Docs(docsConfig(inside, config)), inside, config);
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
