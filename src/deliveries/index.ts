import { emitWarning } from '../shared/runtime.js';
import type { Authorize } from '../documents/openapi/config/page-options.js';
import { readAuthorizeAnswer } from '../page/auth.js';
import {
  type AskedRequest,
  type ConnectApp,
  type DocsResponse,
  type Mountable,
  type NodeHandler,
  plainRequest,
} from '../page/docs-server.js';
import { createMiddleware, createMounted, type Served } from '../page/handlers.js';
import { useHandler } from '../page/node.js';
import { normalizeBase, splitAtBase } from '../page/paths.js';
import { textResponse } from '../page/responses.js';
import { BOOLEAN, FUNCTION, NON_EMPTY, requireKnownOptions } from '../shared/checks.js';
import { ConfigError, toError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import type { DurableEngine } from '../webhooks/notifier/engine.js';
import { respond } from './respond.js';

/** Options of `deliveriesPage(engine, options)`. */
export interface DeliveriesPageOptions {
  /**
   * Decides who may see and use the page, as `authorize` of the docs: it returns true, false, `{ redirect }`
   * or `{ status }`.
   * @default nobody: each request gets 403
   */
  readonly authorize?: Authorize;
  /** Heading of the page. @default 'Deliveries' */
  readonly title?: string;
  /** False to hide the bodies of messages. @default true */
  readonly showBodies?: boolean;
}

/** A page of deliveries. Each adapter serves it in place of docs. */
export interface DeliveriesPage extends Mountable {
  /** Returns a handler of node:http and Connect for all paths below `base`. */
  middleware(base: string): NodeHandler;
  /** Registers the page in an application with Connect's `use(path, handler)`. */
  mount(app: ConnectApp, base: string): void;
}

/**
 * Returns a page that shows the deliveries of a durable engine with their messages, redelivers them, and
 * pauses and resumes endpoints. Mount it like the docs. It shows no secret and no signature, and with
 * `keepResponseBody` what receivers answered.
 *
 * @throws ConfigError for an engine that is not durable
 * @example
 * deliveriesPage(engine, { authorize: ({ raw }) => isOperator(raw) }).mount(app, '/deliveries');
 */
export function deliveriesPage(engine: DurableEngine, options: DeliveriesPageOptions = {}): DeliveriesPage {
  if ((engine as Partial<DurableEngine> | undefined)?.isDurable !== true)
    throw new ConfigError(
      `deliveriesPage needs a durable engine: SqliteEngine, PostgresEngine or BullMqEngine, not ${show(engine)}.`,
    );
  requireKnownOptions('deliveriesPage(engine, options)', options, {
    authorize: FUNCTION,
    title: NON_EMPTY,
    showBodies: BOOLEAN,
  });
  const { authorize, title = 'Deliveries', showBodies = true } = options;
  const answer = async (request: AskedRequest): Promise<DocsResponse> =>
    (await refuse(authorize, request)) ?? respond(engine, { base: request.base, title, showBodies }, request);
  const served: Served = {
    respond: async (request) => withoutBody(request, await answer(request)),
    locate: (pathname, base) => splitAtBase(pathname, base),
    warn,
  };
  const middleware = (base: string): NodeHandler => createMiddleware(served, normalizeBase(base));
  const mounted = (): NodeHandler => createMounted(served);
  const mount = (app: ConnectApp, base: string): void => {
    useHandler(app, normalizeBase(base) || '/', mounted());
  };
  return { middleware, mount, server: { ...served, viewNames: () => [], middleware, mounted, mount } };
}

async function refuse(
  authorize: Authorize | undefined,
  request: AskedRequest,
): Promise<DocsResponse | undefined> {
  if (!authorize) return textResponse(403, 'This page is closed: set authorize of deliveriesPage.');
  const refusal = textResponse(403, 'You do not have access to this page.');
  return readAuthorizeAnswer(await authorize(plainRequest(request, request)), refusal);
}

function withoutBody({ method }: AskedRequest, response: DocsResponse): DocsResponse {
  return method === 'HEAD' ? { ...response, body: new Uint8Array() } : response;
}

function warn(error: unknown): void {
  emitWarning(`The deliveries could not be shown: ${toError(error).message}`, {
    type: 'DeliveriesWarning',
  });
}
