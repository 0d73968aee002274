import {
  isGranted,
  runOperation,
  type StructuredInput,
  UnsendableError,
  writeRequest,
} from '../adapters/call-operation.js';
import { pointerTo } from '../shared/json-pointer.js';
import { type ArgumentFault, readArguments } from './arguments.js';
import { failure, refused, type ToolCall, type ToolResult } from './results.js';
import { readToolResponse } from './read-response.js';
import type { CallableTool } from './tools.js';
import type { McpAuthInfo, McpServerOptions } from './types.js';
import { PART_NAMES } from '../operations/operation.js';

export interface ToolCaller {
  readonly options: McpServerOptions;
  /** Serves endpoints that are not operations. */
  readonly send: (request: Request, authInfo: McpAuthInfo | undefined) => Promise<Response>;
  readonly onError: (error: unknown) => void;
}

/** Calls the operation of a tool. Every refusal is a result that a model can act on; it never rejects. */
export async function callTool(
  callable: CallableTool,
  call: ToolCall,
  caller: ToolCaller,
): Promise<ToolResult> {
  const read = readArguments(call.arguments, callable.tool);
  if ('faults' in read) return refused(read.faults);
  try {
    const { auth, headers = tokenHeaders } = caller.options;
    const identity: unknown = await auth?.(call.authInfo);
    const missing = isGranted(identity) ? missingScopes(callable, call.authInfo) : undefined;
    if (missing !== undefined) return failure(`403 Forbidden: the token needs the scope ${missing}.`);
    const { signal } = call;
    const written = write(callable, read.input, { headers: headers(call.authInfo), signal });
    if ('fault' in written) return refused([written.fault]);
    const response =
      callable.bound === undefined
        ? await caller.send(written.request, call.authInfo)
        : await runOperation(callable.bound, written, identity);
    return await readToolResponse(response, call);
  } catch (error) {
    if (!call.signal.aborted) caller.onError(error);
    return failure('500 Internal Server Error: the operation failed. Its error is not shown here.');
  }
}

function write(
  { target }: CallableTool,
  input: StructuredInput,
  options: Parameters<typeof writeRequest>[2],
): ReturnType<typeof writeRequest> | { readonly fault: ArgumentFault } {
  try {
    return writeRequest(target, input, options);
  } catch (error) {
    if (!(error instanceof UnsendableError)) throw error;
    return {
      fault: { pointer: pointerTo([PART_NAMES[error.location], error.parameter]), detail: error.message },
    };
  }
}

/** The operation's own `security` verifies the token, which the client has sent to this server. */
function tokenHeaders(authInfo: McpAuthInfo | undefined): Readonly<Record<string, string>> {
  return authInfo === undefined ? {} : { authorization: `Bearer ${authInfo.token}` };
}

/**
 * Returns the scopes that the token lacks for each alternative, or undefined if one alternative is satisfied.
 */
function missingScopes({ scopes }: CallableTool, authInfo: McpAuthInfo | undefined): string | undefined {
  const own = authInfo?.scopes ?? [];
  const lacking = scopes?.map((needed) => needed.filter((scope) => !own.includes(scope))) ?? [];
  if (lacking.length === 0 || lacking.some((missing) => missing.length === 0)) return undefined;
  return lacking.map((missing) => missing.join(' and ')).join(', or ');
}
