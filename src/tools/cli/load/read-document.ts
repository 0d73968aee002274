import { isRecord, printable } from 'dtospec/internal';
import { bundle, isUrl } from './bundle.js';
import { InputError, type OptionValues } from '../command.js';
import { loadDocs } from './load-docs.js';
import { parseJson, readSource } from './read-source.js';
import { referredFiles } from './referred-files.js';
import { MAX_DEPTH, readYaml, YamlError } from './read-yaml.js';

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
  const requireAllowed = referredFiles(source, cwd);
  return bundle(document, source, async (file) => {
    if (!isUrl(file)) {
      await requireAllowed(file);
      return parseDocument(await readSource(file, cwd), file, false);
    }
    const isOwn = isUrl(source) && new URL(file).origin === new URL(source).origin;
    if (mayFetch && /^https?:/i.test(file)) return fetchDocument(file, {}, false);
    // A redirect may lead to another host.
    if (isOwn) return fetchDocument(file, { redirect: 'manual' }, false);
    throw new InputError('Add --fetch to read documents of other hosts.');
  });
}

/** Time limit in milliseconds, for a server that creates its document at the first request. */
const TIMEOUT_MS = 30_000;

async function fetchDocument(url: string, request: RequestInit, isQuoted = true): Promise<AnyDocument> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...request });
    if (!response.ok) throw new Error(`the response has status ${response.status}`);
    // YAML includes JSON.
    return await parseDocument(await response.text(), url, isQuoted);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
    // fetch gives the reason only in the cause. If several addresses were tried, it is in the code.
    const why = [message, cause?.message ?? '', cause?.code ?? ''].filter((part) => part !== '').slice(0, 2);
    throw new InputError(`${printable(url)} could not be read: ${why.join(', ')}.`, {
      cause: error,
    });
  }
}

export async function readFileDocument(source: string, cwd: string): Promise<AnyDocument> {
  return parseDocument(await readSource(source, cwd), source);
}

/**
 * Parses JSON or YAML.
 * @param isQuoted false for a file that a document refers to, whose text an error must not contain
 * @throws InputError for other text, and for a document that is too deep or that aliases make too large
 */
export async function parseDocument(text: string, source: string, isQuoted = true): Promise<AnyDocument> {
  const document = /\.json$/i.test(source)
    ? parseJson(text, source, isQuoted)
    : await parseYaml(text, source, isQuoted);
  if (!isShallow(document))
    throw new InputError(
      `${printable(source)} is nested more than ${MAX_DEPTH} levels deep. A document needs fewer.`,
    );
  if (isRecord(document)) return document;
  throw new InputError(`${printable(source)} is not an OpenAPI document: it is not an object.`);
}

async function parseYaml(text: string, source: string, isQuoted: boolean): Promise<unknown> {
  try {
    return await readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new InputError(
      `${printable(source)} is not valid YAML: ${isQuoted ? error.message : error.withoutContent}.`,
    );
  }
}

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((member) => isShallow(member, depth + 1));
}
