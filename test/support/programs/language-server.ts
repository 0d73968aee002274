import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TSC = path.resolve(__dirname, '../../../node_modules/typescript-7/bin/tsc');

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The language server of TypeScript 7, which has no API in JavaScript for hovers. */
export interface LanguageServer {
  /** Returns the lines of each error in a file. */
  errorsIn(file: string): Promise<string[]>;
  /** Returns the hover text at an offset of a file. */
  hoverAt(file: string, offset: number): Promise<string>;
  close(): void;
}

export async function startLanguageServer(folder: string): Promise<LanguageServer> {
  const child = spawn(process.execPath, [TSC, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (message: Message) => void>();
  let received = Buffer.alloc(0);
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end).toString())?.[1]);
      if (received.length < end + 4 + length) return;
      const message = JSON.parse(received.subarray(end + 4, end + 4 + length).toString()) as Message;
      received = received.subarray(end + 4 + length);
      // The server asks for settings and registers file watchers.
      if (message.method !== undefined && message.id !== undefined)
        send({ id: message.id, result: message.method === 'workspace/configuration' ? [null] : null });
      else if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  let count = 0;
  const request = (method: string, params: object): Promise<unknown> => {
    const id = (count += 1);
    send({ id, method, params });
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  };
  const opened = new Set<string>();
  const open = (file: string): { readonly uri: string } => {
    const uri = pathToFileURL(file).href;
    if (!opened.has(file)) {
      const text = readFileSync(file, 'utf8');
      const textDocument = { uri, languageId: 'typescript', version: 1, text };
      send({ method: 'textDocument/didOpen', params: { textDocument } });
      opened.add(file);
    }
    return { uri };
  };
  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] }, diagnostic: {} } },
  });
  send({ method: 'initialized', params: {} });
  return {
    errorsIn: async (file) => {
      const report = (await request('textDocument/diagnostic', { textDocument: open(file) })) as {
        readonly items: readonly { readonly message: string; readonly severity: number }[];
      };
      return report.items
        .filter(({ severity }) => severity === 1)
        .flatMap(({ message }) => message.split('\n').map((line) => line.trim()));
    },
    hoverAt: async (file, offset) => {
      const before = readFileSync(file, 'utf8').slice(0, offset).split('\n');
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
      const hover = (await request('textDocument/hover', { textDocument: open(file), position })) as {
        readonly contents: { readonly value: string } | string;
      } | null;
      return typeof hover?.contents === 'string' ? hover.contents : (hover?.contents.value ?? '');
    },
    close: () => void child.stdin.end(),
  };
}
