import { ofWrapper } from './enhancers.js';
import type { NestInside } from './nest.js';
import type { NestDocsConfig } from './options.js';

/** The token of the module's configuration. */
export const MODULE_CONFIG = Symbol.for('dtospec:nest-config');

/** Argument of `DtospecModule.forRoot`. */
export interface DtospecModuleConfig extends NestDocsConfig {
  /** Where page and document are served. @default '/docs' */
  readonly path?: string;
}

/** What the document of the application's DtospecModule is made by, if it has one; Nest holds values in preview mode too. */
export function configIn({ modules }: Pick<NestInside, 'modules'>): NestDocsConfig | undefined {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(MODULE_CONFIG);
    const found = wrapper && (wrapper.instance ?? ofWrapper(wrapper).make());
    if (found == null) continue;
    const { path: _, ...config } = found as DtospecModuleConfig;
    return config;
  }
  return undefined;
}
