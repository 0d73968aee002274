import type { OpenApiDocument } from '../../documents/openapi/document.js';
import { ExchangeChecker } from './check-exchange.js';
import { after, readExchange, type Eventually } from './exchanges/read-exchange.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './types.js';

/** What a document is made for: by options, of which a program has few. */
const checkers = new WeakMap<OpenApiDocument, Map<string, ExchangeChecker>>();

/** The checker of a document, made once. @throws ConfigError for what is no document */
export function checkerOf(document: OpenApiDocument, options: ExchangeOptions = {}): ExchangeChecker {
  const { basePath, requests, additionalProperties } = options;
  const key = JSON.stringify([basePath, requests, additionalProperties]);
  const known = typeof document === 'object' ? checkers.get(document) : undefined;
  const checker = known?.get(key) ?? new ExchangeChecker(document, options);
  checkers.set(document, new Map(known).set(key, checker));
  return checker;
}

/** The report on an exchange, at once where its bodies are at hand. @throws ConfigError for what is none */
export function compareExchange(
  document: OpenApiDocument,
  exchange: Exchange,
  options: ExchangeOptions = {},
): Eventually<ExchangeReport> {
  const checker = checkerOf(document, options);
  return after(readExchange(exchange), (messages) =>
    checker.check(messages, options.coverage?.begin(document)),
  );
}
