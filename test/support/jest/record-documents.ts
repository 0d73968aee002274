import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

// Records the documents of tests for `scripts/record-documents.mjs`. A normal run records nothing.

const folder = process.env.DTOSPEC_RECORD;
if (folder !== undefined) recordDocuments();

function recordDocuments(): void {
  const { BuiltDocs } = jest.requireActual<typeof import('../../../src/built-docs.js')>(
    '../../../src/built-docs.ts',
  );
  const prototype = BuiltDocs.prototype as unknown as Record<PropertyKey, unknown>;
  const recorded = new WeakMap<object, number>();
  let isRecording = false;
  for (const name of ['buildSpec', 'specJSON', 'specYAML', 'diagnostics', 'validate', 'handler', 'server']) {
    const { value, get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    const original = (get ?? value) as (this: Docs, ...args: unknown[]) => unknown;
    function recordFirst(this: Docs, ...args: unknown[]): unknown {
      const { revision } = this.registered();
      if (!isRecording && recorded.get(this) !== revision) {
        recorded.set(this, revision);
        isRecording = true;
        try {
          record(this);
        } finally {
          isRecording = false;
        }
      }
      return original.apply(this, args);
    }
    Object.defineProperty(prototype, name, {
      configurable: true,
      ...(get === undefined ? { value: recordFirst, writable: true } : { get: recordFirst }),
    });
  }
}

interface Docs {
  registered(): { readonly revision: number };
  inVersion(version: string): Docs;
  buildSpec(): object;
  specYAML(): string;
  diagnostics(options: object): object[];
}

function record(docs: Docs): void {
  for (const openapi of ['3.0', '3.1', '3.2']) recordLine({ openapi, ...contentOf(docs, openapi) });
}

function contentOf(docs: Docs, openapi: string): object {
  try {
    const version = docs.inVersion(openapi);
    const document = version.buildSpec();
    return { document, diagnostics: version.diagnostics({ notes: true }), yaml: version.specYAML() };
  } catch (error) {
    return { error: String(error) };
  }
}

export function recordLine(content: object): void {
  if (folder === undefined) return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const test = path.relative(process.cwd(), testPath).replaceAll(path.sep, '/');
  const file = path.join(folder, `${test}.jsonl`);
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ test: currentTestName, ...content })}\n`);
}
