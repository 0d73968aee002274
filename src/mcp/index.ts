export { mcpServer } from './mcp-server.js';
export { mcpCaller } from './in-process-server.js';
export type {
  HttpServerLike,
  McpAuthInfo,
  McpFastifyApp,
  McpFetchOptions,
  McpKoaContext,
  McpServer,
  McpServerOptions,
  McpTool,
  McpToolAnnotations,
} from './types.js';
