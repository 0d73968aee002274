export { HttpErrorBody } from './errors.js';
export { DtospecModule } from './module.js';
export type { DtospecDynamicModule } from './module.js';
export type { DtospecModuleConfig } from './module-config.js';
export { nestDocs } from './nest-docs.js';
export { NestApplicationError } from './nest.js';
export type { NestApplicationLike } from './nest.js';
export type { NestDocsConfig, NestRouteOptions } from './options.js';
export type { NestRoute } from './routes.js';
