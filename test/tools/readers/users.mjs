// Readers that read requests and responses by a document: each takes it with exchanges of our server, and returns its
// complaints. An exchange with a status below 400 is right, every other request is wrong.
import core from '@stoplight/prism-core';
import http from '@stoplight/prism-http';
import httpServer from '@stoplight/prism-http-server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import cookieParser from 'cookie-parser';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import jestOpenApi from 'jest-openapi';
import { OpenAPIBackend } from 'openapi-backend';

const isRight = ({ response }) => response.status < 400;

/** Says of a request what the reader did with it, unless it is what we did. */
function verdict(exchange, refusal) {
  if (isRight(exchange) && refusal) return [`refuses the request ${exchange.name}: ${refusal}`];
  return !isRight(exchange) && !refusal ? [`accepts the request ${exchange.name}`] : [];
}

const isJson = (headers) => /[/+]json(?:;|$)/.test(headers['content-type'] ?? '');
const parsed = (text, headers) => (isJson(headers) ? JSON.parse(text) : text);
const bytesOf = ({ body }) => (body === undefined ? undefined : Buffer.from(body, 'base64'));

/** Sends the exchange's request to a server, and returns its answer. */
async function send(url, { request }) {
  const { method, path, headers } = request;
  const response = await fetch(url + path, { method, headers, body: bytesOf(request) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function withServer(app, use) {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Before a handler that answers as our server did. */
async function expressOpenapiValidator(document, { exchanges }) {
  const app = express();
  const complaints = [];
  let answer;
  app.use(express.json(), express.text(), cookieParser());
  app.use(
    OpenApiValidator.middleware({
      apiSpec: document,
      validateApiSpec: true,
      validateRequests: true,
      validateResponses: {
        onError: (error) => complaints.push(`refuses the response ${answer.name}: ${error.message}`),
      },
      validateSecurity: false,
    }),
  );
  app.use((_, response) => {
    const { status, headers, body } = answer.response;
    if (status >= 400) return response.status(299).end();
    response.status(status).type(headers['content-type'] ?? 'text/plain');
    const text = Buffer.from(body, 'base64').toString();
    if (isJson(headers) && status !== 204) response.json(parsed(text, headers));
    else response.send(text);
  });
  app.use((error, _, response, next) => {
    response.status(error.status ?? 500).send(error.message);
    void next;
  });
  await withServer(app, async (url) => {
    for (const exchange of exchanges) {
      answer = exchange;
      const { status, text } = await send(url, exchange);
      complaints.push(...verdict(exchange, status >= 400 && `${status} ${text}`));
    }
  });
  return complaints;
}

/** It answers each request with `notFound` if it refuses the document. */
const openapiBackend =
  (options) =>
  async (document, { exchanges }) => {
    const refusals = [];
    const { warn } = console;
    console.warn = (error) => refusals.push(`refuses the document: ${error}`);
    const api = new OpenAPIBackend({ definition: document, ...options });
    try {
      await api.init();
    } finally {
      console.warn = warn;
    }
    if (refusals.length > 0) return [refusals[0]];
    return exchanges.flatMap((exchange) => {
      const { method, path, headers } = exchange.request;
      const request = { method, path, headers, body: bodyOf(exchange.request) };
      const operation = api.matchOperation(request);
      if (operation === undefined) return verdict(exchange, 'it finds no operation');
      const { errors } = api.validateRequest(request, operation);
      const refusal = errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
      return [...verdict(exchange, refusal), ...answered(api, exchange, operation)];
    });
  };

/** What a server has parsed of a body; of a form it is what multer makes. */
function bodyOf(request) {
  const text = bytesOf(request)?.toString();
  if (text === undefined) return undefined;
  return isJson(request.headers) ? JSON.parse(text) : { caption: 'A cat', picture: 'PNG' };
}

function answered(api, exchange, operation) {
  const { headers, status, body } = exchange.response;
  if (!isRight(exchange) || !isJson(headers)) return [];
  const text = Buffer.from(body, 'base64').toString();
  const { errors } = api.validateResponse(parsed(text, headers), operation, status);
  return (errors ?? []).map(
    ({ instancePath, message }) => `refuses the response ${exchange.name}: ${instancePath} ${message}`,
  );
}

function jest(document, { exchanges }) {
  let matchers;
  globalThis.expect = { extend: (given) => (matchers = given) };
  jestOpenApi.default(document);
  const utils = { matcherHint: () => '', RECEIVED_COLOR: String, EXPECTED_COLOR: String };
  return exchanges.filter(isRight).flatMap(({ name, request, response }) => {
    // The shape of axios, which it recognizes.
    const received = {
      status: response.status,
      headers: response.headers,
      data: parsed(bytesOf(response).toString(), response.headers),
      request: { method: request.method, path: request.path },
    };
    const { pass, message } = matchers.toSatisfyApiSpec.call({ utils }, received);
    return pass ? [] : [`refuses the response ${name}: ${message()}`];
  });
}

/** As a mock server, which answers from the document. */
async function prism(document, { exchanges }) {
  const operations = await http.getHttpOperationsFromSpec(document);
  const logger = core.createLogger('prism', { level: 'silent' });
  const checks = { validateRequest: true, validateResponse: true, checkSecurity: false, errors: false };
  const config = { ...checks, isProxy: false, mock: { dynamic: false } };
  const server = httpServer.createServer(operations, { components: { logger }, config, cors: false });
  const url = await server.listen(0, '127.0.0.1');
  try {
    const complaints = [];
    for (const exchange of exchanges) {
      const { status, headers, text } = await send(url, exchange);
      complaints.push(...verdict(exchange, status >= 400 && `${status} ${text}`));
      if (isRight(exchange) && headers.has('sl-violations'))
        complaints.push(`calls its own response to ${exchange.name} wrong: ${headers.get('sl-violations')}`);
    }
    return complaints;
  } finally {
    await server.close();
  }
}

/** The document without a keyword that some of them misread, as `transformDocument` could leave it out. */
function without(isLeftOut, value) {
  if (Array.isArray(value)) return value.map((item) => without(isLeftOut, item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => !isLeftOut(key, item));
  return Object.fromEntries(kept.map(([key, item]) => [key, without(isLeftOut, item)]));
}
const isDiscriminator = (key) => key === 'discriminator';
const isExclusive = (key, value) => key.startsWith('exclusiveM') && value === true;

const customizeAjv = () => {
  const ajv = new Ajv2020({ strict: false, coerceTypes: 'array' });
  ajvFormats.default(ajv);
  return ajv;
};

export const USERS = {
  'express-openapi-validator': expressOpenapiValidator,
  'express-openapi-validator, without `discriminator`': (document, part) =>
    expressOpenapiValidator(without(isDiscriminator, document), part),
  'openapi-backend': openapiBackend({}),
  'openapi-backend, `quick`, Ajv2020': openapiBackend({ quick: true, customizeAjv }),
  'jest-openapi': jest,
  'jest-openapi, without exclusive bounds': (document, part) => jest(without(isExclusive, document), part),
  '@stoplight/prism-http': prism,
};
