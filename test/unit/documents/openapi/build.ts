import 'reflect-metadata';
import { operationsOf } from '../../../../src/documents/openapi/paths/methods.js';
import type { OpenApiDocument, OperationObject } from '../../../../src/documents/openapi/types/document.js';
import { Docs, response, type Config, type Diagnostic, type Endpoint } from '../../../../src/index.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';

export const info = { title: 'Test', version: '1' };
export const ok = { 200: response('OK') };

export interface Built {
  readonly docs: Docs;
  readonly document: OpenApiDocument;
  readonly diagnostics: Diagnostic[];
  readonly codes: string[];
}

/** The document in the dialect asked for; in all three dialects it passes the validators. */
export async function build(endpoints: readonly Endpoint[], config: Partial<Config> = {}): Promise<Built> {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    await expectValidDocument(buildUnchecked(endpoints, { ...config, openapi }).document);
  }
  return buildUnchecked(endpoints, config);
}

/** For documents that are invalid on purpose. */
export function buildUnchecked(endpoints: readonly Endpoint[], config: Partial<Config> = {}): Built {
  const docs = new Docs({ info, ...config }).addAll(...endpoints);
  // What the validators' rules cannot say is tested with the schemas.
  const diagnostics = docs.diagnostics({ notes: true }).filter(({ code }) => code !== 'looser-rule');
  return { docs, document: docs.buildSpec(), diagnostics, codes: diagnostics.map(({ code }) => code) };
}

/** The operation of one endpoint, `GET /` where nothing else is said. */
export async function buildOperation(
  endpoint: Partial<Endpoint>,
  config: Partial<Config> = {},
): Promise<{ operation: OperationObject; diagnostics: Diagnostic[]; codes: string[] }> {
  const built = await build([{ method: 'GET', path: '/', responses: ok, ...endpoint }], config);
  const [operation] = Object.values(built.document.paths).flatMap((item) =>
    operationsOf(item).map(([, operation]) => operation),
  );
  if (operation === undefined) throw new Error('there is no operation');
  return { ...built, operation };
}
