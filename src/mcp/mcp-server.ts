import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
// Not imported late: an import in a CommonJS module would load a second copy of the SDK.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BuiltDocs } from '../built-docs.js';
import type { Docs, DocsView } from '../docs.js';
import { SERVED_DOCUMENT } from '../shared/handler-symbols.js';
import { ConfigError } from '../shared/errors.js';
import {
  BOOLEAN,
  FUNCTION,
  isArrayOf,
  named,
  OBJECT,
  type OptionChecks,
  POSITIVE,
  requireKnownOptions,
  STRING,
  STRINGS,
} from '../shared/checks.js';
import { show } from '../shared/values.js';
import { callTool, type ToolCaller } from './call-tool.js';
import { createTransports } from './transports.js';
import { senderTo } from './in-process-server.js';
import { type CallableTool, toolsOf } from './tools.js';
import type { McpAuthInfo, McpServer, McpServerOptions } from './types.js';

const CHECKS: OptionChecks<McpServerOptions> = {
  include: named(
    { ...OBJECT, holds: (value) => OBJECT.holds(value) || FUNCTION.holds(value) },
    'lists or a function',
  ),
  operations: {
    what: "an array of operations and operationIds, as in [getUser, 'listUsers']",
    holds: isArrayOf((tool) => typeof tool === 'string' || OBJECT.holds(tool)),
  },
  authenticate: FUNCTION,
  auth: FUNCTION,
  headers: FUNCTION,
  httpServer: named(OBJECT, 'a server of node:http, as app.getHttpServer() of Nest returns it'),
  allowedOrigins: STRINGS,
  flatUnions: BOOLEAN,
  maxRequestBytes: POSITIVE,
  instructions: STRING,
  onError: FUNCTION,
};

/**
 * Returns the operations of a document as tools of the Model Context Protocol, for
 * Streamable HTTP and for standard input and output. A call has the validation,
 * `security` and response of a request. Call it after the operations are registered;
 * later ones are no tools. A view of the docs gives the operations of this view.
 *
 * @experimental
 * @throws ConfigError for an invalid option, for an operation that cannot be a tool but is selected by name,
 *   and if no operation can be a tool
 * @example
 * const mcp = mcpServer(docs, { include: { audience: ['agent'] } });
 * app.use('/mcp', mcp.node); // Express
 */
export function mcpServer(docs: Docs | DocsView, options: McpServerOptions = {}): McpServer {
  const selected = selectedDocs(docs, options);
  const { info } = selected[SERVED_DOCUMENT];
  const { tools, omitted } = selectTools(selected, options);
  const byName = new Map(tools.map((callable) => [callable.tool.name, callable]));
  const { onError = writeError } = options;
  const caller: ToolCaller = { options, onError, send: senderTo(options.httpServer) };
  const listed = tools.map(({ tool }) => tool);
  const createServer = ({ authInfo }: { readonly authInfo?: McpAuthInfo }) => {
    // McpServer would validate arguments before the operation.
    // oxlint-disable-next-line typescript/no-deprecated
    const server = new Server(
      { name: info.title, version: info.version },
      {
        capabilities: { tools: {} },
        ...(options.instructions !== undefined && { instructions: options.instructions }),
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listed as never }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const callable = byName.get(params.name);
      if (callable === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${show(params.name)} not found`);
      const progressToken = mcpReq._meta?.progressToken;
      const progress = (count: number, message: string): Promise<void> =>
        mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: count, message },
        });
      const result = await callTool(
        callable,
        {
          arguments: params.arguments,
          authInfo,
          signal: mcpReq.signal,
          progress: progressToken === undefined ? undefined : progress,
        },
        caller,
      );
      return server.projectCallToolResult(result as never, callable.tool.outputSchema as never);
    });
    return server;
  };
  const { maxRequestBytes } = options;
  const handler = createMcpHandler(createServer, {
    onerror: onError,
    ...(maxRequestBytes !== undefined && { maxRequestBodySize: maxRequestBytes }),
  });
  return {
    tools: listed,
    omitted,
    ...createTransports(handler.fetch as never, options, onError),
    stdio: () => serveStdio(createServer, { onerror: onError }),
  };
}

function writeError(error: unknown): void {
  // oxlint-disable-next-line no-console -- a server without other error handling
  console.error(error);
}

function selectedDocs(docs: Docs | DocsView, options: McpServerOptions): BuiltDocs {
  if (typeof (docs as Partial<BuiltDocs> | null | undefined)?.boundOperations !== 'function')
    throw new ConfigError(
      `mcpServer needs docs: an instance of Docs or a view of one, as in mcpServer(new Docs({ info })), not ${show(docs)}.`,
    );
  requireKnownOptions('mcpServer', options, CHECKS);
  const { include } = options;
  if (include === undefined) return docs;
  if (!('part' in docs))
    throw new ConfigError(
      'A view of the docs has its own include. Pass the docs to mcpServer, or no include.',
    );
  const part = docs.part({ name: 'mcp', include });
  part.planNotice();
  return part;
}

function selectTools(
  docs: BuiltDocs,
  { operations, httpServer, flatUnions = false }: McpServerOptions,
): { readonly tools: readonly CallableTool[]; readonly omitted: readonly string[] } {
  const toolList = toolsOf({
    document: docs[SERVED_DOCUMENT],
    bound: docs.boundOperations(),
    hasHttpServer: httpServer !== undefined,
    flatUnions,
  });
  const omitted = toolList.omitted.join(' ');
  if (toolList.tools.length === 0)
    throw new ConfigError(
      `mcpServer found no operation that can be a tool. Call it after the operations are registered.${omitted && ` ${omitted}`}`,
    );
  if (operations === undefined) return toolList;
  const tools = operations.map((wanted) => {
    const tool = toolList.tools.find(
      ({ operationId, bound }) => wanted === operationId || wanted === bound?.operation,
    );
    if (tool !== undefined) return tool;
    const name =
      typeof wanted === 'string' ? wanted : `${wanted.definition.method} ${wanted.definition.path}`;
    throw new ConfigError(
      `mcpServer has no operation ${show(name)}. Operations are ${toolList.tools.map(({ operationId }) => operationId).join(', ')}.${omitted && ` ${omitted}`}`,
    );
  });
  return { tools: [...new Set(tools)], omitted: [] };
}
