import { isRecord } from '../../shared/values.js';
import { bundle, isUrl } from './bundle.js';
import { InputError, type OptionValues } from '../command.js';
import { loadDocs } from './load-docs.js';
import { parseJson, readSource } from './read-source.js';

export type AnyDocument = Record<string, unknown>;

export function isDocument(source: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(source);
}

/**
 * Reads the document of a file, of a git revision (`main:openapi.yaml`), of a module or of a URL.
 * @param options values of `DOCS_OPTIONS`, for a module
 * @param request options of the HTTP request, for a URL
 * @throws InputError for a document that cannot be read, or is not an object
 */
export async function readDocument(
  source: string,
  options: OptionValues,
  cwd: string,
  request: RequestInit = {},
): Promise<AnyDocument> {
  if (/^https?:\/\//i.test(source)) return fetchDocument(source, request);
  if (isDocument(source)) return readFileDocument(source, cwd);
  return (await loadDocs(source, options, cwd)).buildSpec() as unknown as AnyDocument;
}

export async function readBundle(
  source: string,
  options: OptionValues,
  cwd: string,
  mayFetch: boolean,
): Promise<AnyDocument> {
  const document = await readDocument(source, options, cwd);
  if (!isUrl(source) && !isDocument(source)) return document;
  return bundle(document, source, async (file) => {
    if (!isUrl(file)) return parseDocument(await readSource(file, cwd), file);
    const isOwn = isUrl(source) && new URL(file).origin === new URL(source).origin;
    if (isOwn || (mayFetch && /^https?:/i.test(file))) return fetchDocument(file, {});
    throw new InputError('Add --fetch to read documents of other hosts.');
  });
}

/** Time limit in milliseconds, for a server that creates its document at the first request. */
const TIMEOUT_MS = 30_000;

async function fetchDocument(url: string, request: RequestInit): Promise<AnyDocument> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...request });
    if (!response.ok) throw new Error(`the response has status ${response.status}`);
    // YAML includes JSON.
    return await parseDocument(await response.text(), url);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
    // fetch gives the reason only in the cause. If several addresses were tried, it is in the code.
    const why = [message, cause?.message ?? '', cause?.code ?? ''].filter((part) => part !== '').slice(0, 2);
    throw new InputError(`${url} could not be read: ${why.join(', ')}.`, {
      cause: error,
    });
  }
}

export async function readFileDocument(source: string, cwd: string): Promise<AnyDocument> {
  return parseDocument(await readSource(source, cwd), source);
}

export async function parseDocument(text: string, source: string): Promise<AnyDocument> {
  const document = /\.json$/i.test(source) ? parseJson(text, source) : await parseYaml(text, source);
  if (isRecord(document)) return document;
  throw new InputError(`${source} is not an OpenAPI document: it is not an object.`);
}

async function parseYaml(text: string, source: string): Promise<unknown> {
  const { parseDocument: parse } = await import('yaml');
  const parsed = parse(text, { version: '1.2', logLevel: 'silent' });
  const [problem] = parsed.errors;
  if (problem === undefined) return parsed.toJS({ maxAliasCount: 10_000 });
  throw new InputError(`${source} is not valid YAML: ${problem.message}`);
}
