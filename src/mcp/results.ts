import { printable } from '../shared/printable.js';
import type { ArgumentFault } from './arguments.js';
import type { McpAuthInfo } from './types.js';

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string };

/** A call as the protocol delivers it. */
export interface ToolCall {
  readonly arguments: unknown;
  readonly authInfo: McpAuthInfo | undefined;
  readonly signal: AbortSignal;
  /** Reports an item of a stream; undefined if the client asked for no progress. */
  readonly progress: ((count: number, message: string) => Promise<void>) | undefined;
}

/** A result of `tools/call`. */
export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
}

/** Longest text of an error, in characters. */
const LONGEST_ERROR = 10_000;

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** An error that a model can act on. */
export function failure(text: string): ToolResult {
  const isLong = text.length > LONGEST_ERROR;
  return { ...textResult(isLong ? `${text.slice(0, LONGEST_ERROR)}…` : text), isError: true };
}

/** Refuses arguments: one line for each fault. Foreign text cannot begin a line of its own. */
export function refused(faults: readonly ArgumentFault[], title = 'The arguments are invalid.'): ToolResult {
  return failure(
    [title, ...faults.map(({ pointer, detail }) => printable(`${pointer}: ${detail}`))].join('\n'),
  );
}
