// The parts of the adapter for Nest that dtospec-tools uses,
// published as `dtospec/internal/nest`. It is not public.
export { docsConfig, docsOfModule, nestDocs } from './nest-docs.js';
export { insideOf } from './nest-internals.js';
export type { NestApplicationLike } from './nest-internals.js';
export { configIn } from './nest-options.js';
export type { NestDocsConfig } from './nest-options.js';
export { isDto } from './recorded-types.js';
export { findRoutes, setRouterPaths } from './routes.js';
export type { NestRoute } from './routes.js';
export type { BuiltDocument } from './swagger/document-builder.js';
