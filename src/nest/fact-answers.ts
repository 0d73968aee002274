import type { Finding } from '../shared/diagnostics.js';
import { handlerFactOf } from '../documents/model/facts/active-facts.js';
import type { AnswerFact, FactSchema } from '../documents/model/facts/facts-file.js';
import { isRecord } from '../shared/values.js';
import { file } from '../documents/model/type/type-functions.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { Endpoint } from '../documents/openapi/types/endpoint.js';
import type { ResponseSpec } from '../documents/openapi/types/parts.js';
import { ownEnhancers } from './enhancers.js';
import { mayChangeResults } from './passing-interceptors.js';
import type { Argument } from './request/arguments.js';
import type { Handler } from './routes.js';

/** The answer of a handler by its return type. */
export interface FactAnswer {
  readonly answer: AnswerFact;
  /** The type of the body; undefined without one. */
  readonly type: TypeInput | undefined;
  /** Decorated classes of the type that are not found, so that it is open. */
  readonly missing: readonly string[];
}

/**
 * Returns the answer that a handler's return type describes, if an interceptor
 * of its own cannot change it. If no pipe converts a parameter whose type is a
 * number, it is a text, so then the numbers of the answer are open.
 */
export function factAnswerOf(
  handler: Handler,
  platform: string,
  args: readonly Argument[],
): FactAnswer | undefined {
  const handlerFacts = handlerFactOf((facts) => facts.ofHandler(handler.controller, handler.methodName));
  const answer = handlerFacts?.handler.answer;
  if (
    handlerFacts === undefined ||
    answer === undefined ||
    ownEnhancers('interceptor', handler).some(mayChangeResults)
  )
    return undefined;
  if (!('schema' in answer)) return { answer, type: undefined, missing: [] };
  const known = args.some(isUnconverted) ? withoutNumbers(answer.schema) : answer.schema;
  if (Object.keys(known).length === 0) return undefined;
  const isNull = answer.nullable === true && platform !== 'express';
  const schema = isNull ? { anyOf: [known, { type: 'null' }] } : known;
  const type = handlerFacts.facts.typeOf(schema);
  return { answer, type, missing: handlerFacts.facts.missingIn(schema) };
}

function isUnconverted({ kind, type, piped }: Argument): boolean {
  const isText = kind === 'query' || kind === 'path' || kind === 'header';
  return isText && (type === Number || type === Boolean) && (piped.type ?? piped.converted) === undefined;
}

function withoutNumbers(schema: FactSchema): FactSchema {
  const isNumber = (value: unknown): boolean =>
    isRecord(value) && [value.type].flat().some((type) => type === 'number' || type === 'boolean');
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    isNumber(value) ? {} : value,
  ) as FactSchema;
}

/** Returns the texts of a handler's comment for its operation. */
export function commentOf({ controller, methodName }: Handler): Pick<Endpoint, 'description' | 'deprecated'> {
  const handlerFacts = handlerFactOf((facts) => facts.ofHandler(controller, methodName));
  const { description, deprecated } = handlerFacts?.handler ?? {};
  return {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

/** The media type of a StreamableFile, which only the running code knows. */
export const ANY_TYPE = '*/*';

/**
 * Returns the response of an answer, or undefined if the answer is open.
 *
 * @param sentAs the content types in which the platform sends scalars that have no content type of their own
 */
export function responseOfFacts(
  { answer, type, missing }: FactAnswer,
  contentType: string | undefined,
  sentAs: Readonly<Partial<Record<string, string>>> = {},
): Partial<ResponseSpec> | undefined {
  if ('nothing' in answer) return {};
  if ('file' in answer) return { schema: file(), contentType: contentType ?? ANY_TYPE };
  if (!('schema' in answer) || type === undefined || missing.length > 0) return undefined;
  const [own, ...others] = new Set((answer.scalars ?? []).map((scalar) => sentAs[scalar]));
  if (contentType === undefined && others.length > 0) return undefined;
  const sent = contentType ?? own;
  return { schema: type, ...(sent !== undefined && { contentType: sent }) };
}

/** Reports why the facts leave a response open. Returns false if they do not mention it. */
export function reportOpenAnswer(
  { answer, missing }: FactAnswer,
  place: string,
  report: (finding: Finding) => void,
): boolean {
  if ('entity' in answer) {
    report({
      code: 'entity-response',
      message: `It returns ${answer.entity}, whose relations and columns may differ from what is sent, so its response type is unknown. Add @Returns(User) with the class that describes the response.`,
      detail: answer.entity,
      place,
    });
    return true;
  }
  const [first] = missing;
  if (first === undefined) return false;
  report({
    code: 'fact-without-class',
    message: `It returns ${first}, a decorated class that is not found in this process, so its response type is unknown. Export the class from its file, or add @Returns() with it.`,
    detail: first,
    place,
  });
  return true;
}
