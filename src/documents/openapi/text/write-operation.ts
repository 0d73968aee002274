import { isJson } from '../../../shared/media-types.js';
import { printableCode } from '../../../shared/printable.js';
import { isRecord } from '../../../shared/values.js';
import type { Part } from '../shown/operations-in.js';
import { codeBlock, prose } from './escape.js';
import { exampleBody, exampleRequest } from './example-request.js';
import { securityText } from './security-text.js';

export interface TextContext {
  /** Returns the object that a reference points to, or the given object. */
  resolve(part: unknown): Part;
  /** Returns the type of a schema in one line. */
  type(schema: unknown): string;
}

/** An operation of a path, a webhook or a callback. */
export interface PlacedOperation {
  readonly method: string;
  /** Path of an operation of the service; undefined for a webhook or a callback. */
  readonly path: string | undefined;
  readonly heading: string;
  readonly operation: Part;
  /** Parameters of the operation and of its path. */
  readonly parameters: readonly Part[];
}

/** Texts of responses that several operations have in common, by status. */
export type SharedResponses = ReadonlyMap<string, string>;

/** Writes an operation: its summary, parameters, body, responses, and an example of a request. */
export function writeOperation(
  placed: PlacedOperation,
  context: TextContext,
  shared: SharedResponses,
): string {
  const { operation, parameters, method, path } = placed;
  const body = context.resolve(operation.requestBody);
  const responses = responsesOf(operation, context);
  const own = responses.filter(([status, text]) => shared.get(status) !== text);
  const others = responses.filter(([status, text]) => shared.get(status) === text);
  const lines = [
    ...parameters.map((parameter) => parameterLine(parameter, context)),
    ...bodyLine(body, context),
    ...own.map(([status, text]) => `${prose(status)}: ${text}`),
    ...(others.length > 0 ? [`${others.map(([status]) => prose(status)).join(', ')}: shared`] : []),
    ...(Array.isArray(operation.security) ? [`Security: ${securityText(operation.security)}`] : []),
  ];
  const example = path === undefined ? exampleBody(body) : exampleRequest({ method, path, parameters, body });
  return [
    `### ${placed.heading}`,
    [
      ...(typeof operation.operationId === 'string' ? [printableCode(operation.operationId)] : []),
      ...(operation.deprecated === true ? ['(deprecated)'] : []),
      [sentence(operation.summary), prose(operation.description)].filter((text) => text !== '').join(' '),
    ]
      .filter((text) => text !== '')
      .join(' '),
    lines.map((line) => `- ${line}`).join('\n'),
    ...(example.length > 0 ? [codeBlock(example)] : []),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function sentence(summary: unknown): string {
  const text = prose(summary);
  return text === '' || /[.!?:]$/.test(text) ? text : `${text}.`;
}

function parameterLine(parameter: Part, context: TextContext): string {
  const name = printableCode(`${String(parameter.name)}${parameter.required === true ? '' : '?'}`);
  const types = isRecord(parameter.content)
    ? contentText(parameter.content, context)
    : typeText(parameter.schema, context);
  const deprecated = parameter.deprecated === true ? ' (deprecated)' : '';
  return described(`${prose(parameter.in)} ${name}: ${types}${deprecated}`, parameter);
}

function bodyLine(body: Part, context: TextContext): string[] {
  if (!isRecord(body.content)) return [];
  const name = body.required === true ? 'body' : 'body (optional)';
  return [described(`${name}: ${contentText(body.content, context)}`, body)];
}

/** Returns the responses of an operation as status and text. */
export function responsesOf({ responses }: Part, context: TextContext): [status: string, text: string][] {
  return Object.entries(isRecord(responses) ? responses : {}).map(([status, source]) => {
    const response = context.resolve(source);
    const headers = Object.entries(isRecord(response.headers) ? response.headers : {}).map(
      ([name, header]) => {
        const { schema } = context.resolve(header);
        return `header ${printableCode(name)}: ${typeText(schema, context)}`;
      },
    );
    const content = isRecord(response.content) ? [contentText(response.content, context)] : [];
    return [status, described([...content, ...headers].join(', '), response)];
  });
}

/** Returns the types of all media types. The usual one, JSON, has no name. */
function contentText(content: Part, context: TextContext): string {
  const texts = Object.entries(content).map(([mediaType, source]) => {
    const { schema, itemSchema } = context.resolve(source);
    const name = isJson(mediaType) ? [] : [printableCode(mediaType)];
    const type = schema === undefined ? [] : [typeText(schema, context)];
    const items = itemSchema === undefined ? [] : [`items ${typeText(itemSchema, context)}`];
    return [...name, ...type, ...items].join(' ');
  });
  return [...new Set(texts)].join(' or ');
}

function typeText(schema: unknown, context: TextContext): string {
  return printableCode(context.type(schema));
}

function described(line: string, { description }: Part): string {
  return [line, prose(description)].filter((text) => text !== '').join(' ');
}
