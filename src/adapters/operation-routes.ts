import type { Finding } from '../shared/diagnostics.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { shapeOf } from '../operations/precedence.js';
import { concreteFirst } from '../operations/routing.js';
import { type Operation, requireOperations } from '../operations/operation.js';
import { type MountedOperationOptions, requireCallOptions } from '../operations/operation-options.js';
import type { Server } from '../documents/openapi/types/objects.js';
import { METHODS } from '../documents/openapi/paths/methods.js';
import { rightCall } from '../shared/right-call.js';
import { COLON, COLON_4, routePath } from './route-path.js';

export interface BindsOperations {
  addOperations(operations: readonly Operation[], options?: MountedOperationOptions): unknown;
  /** @internal */
  bindOperations(operations: readonly Operation[], options?: MountedOperationOptions): CompiledOperation[];
  /**
   * The documented servers; undefined if the application
   * transforms the document, and with it paths and servers.
   * @internal
   */
  readonly servers?: readonly Server[] | undefined;
  /** @internal */
  note?(...findings: readonly Finding[]): unknown;
  /** @internal */
  planNotice?(): void;
}

export function bindFor(
  adapter: string,
  docs: BindsOperations,
  operations: readonly Operation[],
  options: MountedOperationOptions | undefined,
  takesPrefix = false,
): CompiledOperation[] {
  const binder = docs as Partial<BindsOperations> | null | undefined;
  if (typeof binder?.bindOperations !== 'function')
    throw new ConfigError(
      `${adapter} needs docs: an instance of Docs, as in new Docs({ info }), not ${show(docs)}.`,
    );
  requireOperations(adapter, operations);
  if (options !== undefined) requireCallOptions(options, adapter, takesPrefix);
  const bound = concreteFirst(binder.bindOperations(operations, options));
  binder.planNotice?.();
  return bound;
}

interface Registration {
  readonly docs: BindsOperations;
  readonly operations: readonly Operation[];
  readonly options: MountedOperationOptions | undefined;
}

/**
 * Registers operations in a router with a function for each method, like those of Express and Koa.
 * @throws ConfigError for a router without one of the methods; then nothing is registered or documented
 */
export function registerIn(
  router: unknown,
  adapter: string,
  { docs, operations, options }: Registration,
  handlerOf: (bound: CompiledOperation) => unknown,
): CompiledOperation[] {
  requireOperations(adapter, operations);
  refuseOther(adapter, router);
  for (const { definition } of operations)
    // For an unknown method, the binding throws a more exact error.
    if (METHODS.has(definition.method.toUpperCase()) || definition.method.toUpperCase() === 'QUERY')
      routerMethod(adapter, router, definition.method);
  const syntax = isExpress4(router) ? COLON_4 : COLON;
  const all = bindFor(adapter, docs, operations, options, true);
  const ofHead = new Set(all.filter(({ method }) => method === 'HEAD').map(({ parts }) => shapeOf(parts)));
  for (const bound of all) {
    const path = routePath(bound, syntax);
    const handler = handlerOf(bound);
    routerMethod(adapter, router, bound.method)(path, handler);
    if (bound.method === 'GET' && leavesHead(router) && !ofHead.has(shapeOf(bound.parts)))
      routerMethod(adapter, router, 'HEAD')(path, handler);
  }
  return all;
}

/** Returns whether HEAD needs a route of its own, as in polka. Express and Koa's router use that of GET. */
function leavesHead(router: unknown): boolean {
  const { head, param } = router as { readonly head?: unknown; readonly param?: unknown };
  return typeof head === 'function' && param === undefined;
}

/** The frameworks of each function that takes a router. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  expressOperations: ['Express'],
  koaOperations: ["Koa's router"],
};

/** Routers of several frameworks have the same methods, but call handlers with other arguments. */
function refuseOther(adapter: string, router: unknown): void {
  const advice = rightCall(router, 'operations', OWN[adapter] ?? []);
  if (advice !== '') throw new ConfigError(`${adapter} cannot serve operations here.${advice}`);
}

function isExpress4(router: unknown): boolean {
  const { lazyrouter, process_params: processParams } = router as {
    lazyrouter?: unknown;
    process_params?: unknown;
  };
  return lazyrouter !== undefined || processParams !== undefined;
}

function routerMethod(
  adapter: string,
  router: unknown,
  method: string,
): (path: string, handler: unknown) => unknown {
  const register = (router as Record<string, unknown> | null | undefined)?.[method.toLowerCase()];
  if (typeof register !== 'function')
    throw new ConfigError(
      `${adapter} needs a router with ${method.toLowerCase()}(path, handler), not ${show(router)}.`,
    );
  return (path, handler) =>
    (register as (path: string, handler: unknown) => unknown).call(router, path, handler);
}
