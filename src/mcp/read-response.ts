import { readResponse } from '../client/read-response.js';
import type { ProblemDetails, ProblemFault } from '../operations/problem.js';
import { phraseOf } from '../shared/http.js';
import { essenceOf, isJson, isText } from '../shared/media-types.js';
import { printable, printableLines } from '../shared/printable.js';
import { isRecord, parseJson } from '../shared/values.js';
import { faultOfArguments } from './arguments.js';
import { failure, refused, textResult, type ToolCall, type ToolResult } from './results.js';

/** Maximum number of items of a stream in a result. */
const MOST_ITEMS = 1_000;

/** Longest message of a progress notification, in characters. */
const LONGEST_MESSAGE = 1_000;

/** Reads a response as the result of a tool. */
export async function readToolResponse(response: Response, call: ToolCall): Promise<ToolResult> {
  const type = essenceOf(response.headers.get('content-type') ?? '');
  if (response.status >= 400) return errorResult(response, type);
  if (type === 'application/jsonl' || type === 'text/event-stream') return streamResult(response, call);
  const [family] = type.split('/');
  if (family === 'image' || family === 'audio') {
    const data = Buffer.from(await response.arrayBuffer()).toString('base64');
    return { content: [{ type: family, data, mimeType: type }] };
  }
  if (type !== '' && !isText(type)) {
    await response.body?.cancel();
    return textResult(`${response.status}: the response is ${printable(type)}, which a tool cannot return.`);
  }
  const text = await response.text();
  return text === '' ? textResult(`${response.status}: done.`) : contentResult(text, type);
}

function contentResult(text: string, type: string): ToolResult {
  if (!isJson(type)) return textResult(text);
  return { ...textResult(text), structuredContent: JSON.parse(text) as unknown };
}

async function errorResult(response: Response, type: string): Promise<ToolResult> {
  const { status } = response;
  const text = await response.text();
  const title = `${status} ${phraseOf(status)}`;
  if (!isJson(type)) return failure([`${title}.`, printableLines(text)].join('\n').trimEnd());
  const problem = parseJson(text)?.value as Partial<ProblemDetails> | undefined;
  if (!isRecord(problem) || typeof problem.detail !== 'string') return failure(`${title}: ${text}`);
  const errors: readonly unknown[] = Array.isArray(problem.errors) ? problem.errors : [];
  const faults = errors.filter(isFault).map(faultOfArguments);
  return refused(faults, printable(`${title}: ${problem.detail}`));
}

function isFault(value: unknown): value is ProblemFault {
  if (!isRecord(value)) return false;
  return [value.in, value.pointer, value.detail].every((part) => typeof part === 'string');
}

/**
 * Collects the items of a stream, and reports each as progress. It stops when the client cancels the call.
 */
async function streamResult(response: Response, { signal, progress }: ToolCall): Promise<ToolResult> {
  const items: unknown[] = [];
  const stream = (await readResponse(response, {
    as: undefined,
    place: 'the tool',
    maxLineLength: Infinity,
  })) as AsyncGenerator<unknown, undefined>;
  const cancelled = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    const stop = (): void => {
      resolve({ done: true, value: undefined });
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  for (;;) {
    const { done, value } = await Promise.race([stream.next(), cancelled]);
    if (done === true) break;
    items.push(value);
    await progress?.(items.length, JSON.stringify(value).slice(0, LONGEST_MESSAGE));
    if (items.length === MOST_ITEMS) break;
  }
  // The generator may wait for the next item, so nothing waits for its end.
  void stream.return(undefined).catch(() => undefined);
  const text = items.map((item) => JSON.stringify(item)).join('\n');
  const isCut = items.length === MOST_ITEMS;
  return {
    content: [{ type: 'text', text: isCut ? `${text}\n(stopped after ${MOST_ITEMS} items)` : text }],
    structuredContent: { items },
  };
}
