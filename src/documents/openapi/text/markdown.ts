import { printable, printableCode } from '../../../shared/printable.js';
import { isRecord } from '../../../shared/values.js';
import { operationsIn, partResolver } from '../shown/operations-in.js';
import { schemaReader } from '../shown/shown-document.js';
import { summaryOf } from '../shown/summary.js';
import type { OpenApiDocument } from '../types/document.js';
import { codeBlock, prose } from './escape.js';
import { schemeLine, securityText } from './security-text.js';
import { comment, writeType } from './type-notation.js';
import {
  responsesOf,
  writeOperation,
  type PlacedOperation,
  type SharedResponses,
  type TextContext,
} from './write-operation.js';

const LEGEND = 'Types: `?` marks what may be absent, parentheses contain constraints, `= …` is the default.';

/**
 * Writes a document as compact Markdown for language models and for terminals:
 * each operation with its parameters, body, responses and an example request,
 * and each named type once. All texts of the document are escaped.
 *
 * @param shown the document as the page shows it, with examples
 */
export function writeMarkdown(shown: OpenApiDocument): string {
  const context = createContext(shown);
  const operations = pathOperations(shown, context);
  const webhooks = webhookOperations(shown, context);
  const shared = sharedResponses([...operations, ...webhooks], context);
  const write = (placed: PlacedOperation): string => writeOperation(placed, context, shared);
  const sections = [
    titleOf(shown),
    accessOf(shown, context),
    LEGEND,
    ...section('Operations', operations.map(write)),
    ...section('Webhooks', webhooks.map(write)),
    ...section('Shared responses', listOf([...shared].map(([status, text]) => `${prose(status)}: ${text}`))),
    ...section('Types', typesOf(shown)),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/**
 * Writes the index of a document (llmstxt.org): its title,
 * links to the whole documents, and each operation by tag.
 */
export function writeIndex(document: OpenApiDocument): string {
  const context = createContext(document);
  const byTag = new Map<string, string[]>();
  for (const { heading, operation, method, path } of [
    ...pathOperations(document, context),
    ...webhookOperations(document, context),
  ]) {
    const tags: readonly unknown[] = Array.isArray(operation.tags) ? operation.tags : [];
    const [tag] = tags;
    const name = typeof tag === 'string' ? prose(tag) : 'Operations';
    const summary = prose(operation.summary ?? (path === undefined ? '' : summaryOf(method, path)));
    byTag.set(name, [...(byTag.get(name) ?? []), summary === '' ? heading : `${heading}: ${summary}`]);
  }
  const links = [
    '[Operations, types and examples as Markdown](llms-full.txt)',
    '[OpenAPI as JSON](openapi.json)',
    '[OpenAPI as YAML](openapi.yaml)',
  ];
  const sections = [
    titleOf(document),
    ...section('Documents', listOf(links)),
    ...[...byTag].flatMap(([name, lines]) => section(name, listOf(lines))),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function createContext(document: OpenApiDocument): TextContext {
  const read = schemaReader(document);
  return {
    resolve: partResolver(document),
    type: (schema) => writeType(isRecord(schema) ? read(schema) : schema),
  };
}

function titleOf({ info }: Partial<OpenApiDocument>): string {
  const description = prose(info?.description);
  const title = `# ${prose(`${info?.title ?? ''} ${info?.version ?? ''}`)}`;
  return description === '' ? title : `${title}\n\n> ${description}`;
}

/** Returns the servers and the credentials. */
function accessOf(document: OpenApiDocument, context: TextContext): string {
  const { servers = [], security, components } = document;
  const schemes = Object.entries(components?.securitySchemes ?? {});
  const lines = [
    ...servers.map(({ url, description }) => `Server ${printableCode(url)} ${prose(description)}`.trimEnd()),
    ...schemes.map(([name, scheme]) => `Security scheme ${schemeLine(name, context.resolve(scheme))}`),
    ...(security === undefined
      ? []
      : [`Security of operations without their own: ${securityText(security)}`]),
  ];
  return listOf(lines).join('');
}

function pathOperations({ paths = {} }: Partial<OpenApiDocument>, context: TextContext): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    pathItemOperations(item, context, (method) => printableCode(`${method} ${path}`), path).flatMap(
      (placed) => withCallbacks(placed, context),
    ),
  );
}

function webhookOperations(document: OpenApiDocument, context: TextContext): PlacedOperation[] {
  const webhooks = document.webhooks ?? document['x-webhooks'];
  return Object.entries(isRecord(webhooks) ? webhooks : {}).flatMap(([name, item]) =>
    pathItemOperations(item, context, (method) => `${printableCode(name)} (webhook, ${method})`),
  );
}

function pathItemOperations(
  source: unknown,
  context: TextContext,
  heading: (method: string) => string,
  path?: string,
): PlacedOperation[] {
  return operationsIn(source, (part) => context.resolve(part)).map((placed) => ({
    ...placed,
    path,
    heading: heading(prose(placed.method)),
  }));
}

/**
 * Returns an operation with its callbacks. Callbacks of callbacks are left out, because they may lead back.
 */
function withCallbacks(placed: PlacedOperation, context: TextContext): PlacedOperation[] {
  const { callbacks } = placed.operation;
  const sent = Object.entries(isRecord(callbacks) ? callbacks : {}).flatMap(([name, callback]) =>
    Object.entries(context.resolve(callback)).flatMap(([url, item]) =>
      pathItemOperations(
        item,
        context,
        (method) => `${printableCode(`${method} ${url}`)} (callback ${prose(name)})`,
      ),
    ),
  );
  return [placed, ...sent];
}

/** Returns the errors that at least two operations have, by status: of each status the most frequent one. */
function sharedResponses(operations: readonly PlacedOperation[], context: TextContext): SharedResponses {
  const counts = new Map<string, Map<string, number>>();
  for (const { operation } of operations)
    for (const [status, text] of responsesOf(operation, context)) {
      if (!/^[45]|^default$/.test(status)) continue;
      const ofStatus = counts.get(status) ?? new Map<string, number>();
      counts.set(status, ofStatus.set(text, (ofStatus.get(text) ?? 0) + 1));
    }
  const most = [...counts].flatMap(([status, texts]): [string, string][] => {
    const [first] = [...texts].toSorted(([, one], [, other]) => other - one);
    return first !== undefined && first[1] > 1 ? [[status, first[0]]] : [];
  });
  return new Map(most.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function typesOf(document: OpenApiDocument): string[] {
  const read = schemaReader(document);
  const types = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    const described = comment(schema);
    const type = writeType(read(schema), '');
    // The description follows the line that names the type.
    const text = type.startsWith('{\n') ? type.replace('\n', () => `${described}\n`) : `${type}${described}`;
    return `${printable(name)} = ${text}`;
  });
  return types.length === 0 ? [] : [codeBlock(types)];
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

function listOf(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')];
}
