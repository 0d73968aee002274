import type { RequestListener } from 'node:http';
import {
  Docs,
  response,
  type Config,
  type DocsValidationError,
  type Endpoint,
  type OpenApiDocument,
  type OperationObject,
} from 'dtospec';
import { expectValidDocument } from '../support/documents/validate-document.js';
import { send, type HttpRequest } from '../support/network/http.js';
import { listen, type Listening } from '../support/network/listen.js';
import { startReceiver, type Behaviour, type HostileReceiver } from '../support/webhooks/hostile-receiver.js';

// Shared by the tests of the seed. They use the package by its public names only.

/** The least that `new Docs` needs. */
export const info = { title: 'Shop', version: '1.0.0' };

/** Responses for tests that are about something else. */
export const responses = { 200: response('OK') };

/** The base64 form of basic credentials. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** An endpoint `GET /` with one response, unless `fields` say otherwise. */
export function endpoint(fields: Partial<Endpoint> = {}): Endpoint {
  return { method: 'GET', path: '/', responses, ...fields };
}

export function docsOf(endpoints: readonly Partial<Endpoint>[] = [{}], config: Partial<Config> = {}): Docs {
  return new Docs({ info, ...config }).addAll(...endpoints.map(endpoint));
}

/** Builds a document, which two validators of other projects check at the end of the run. */
export async function specOf(
  endpoints: readonly Partial<Endpoint>[] = [{}],
  config: Partial<Config> = {},
): Promise<OpenApiDocument> {
  const document = docsOf(endpoints, config).buildSpec();
  await expectValidDocument(document);
  return document;
}

/** Builds the operation of one endpoint. */
export async function operationOf(
  fields: Partial<Endpoint> = {},
  config: Partial<Config> = {},
): Promise<OperationObject> {
  const { paths } = await specOf([fields], config);
  const [operation] = Object.values(paths).flatMap((item) => Object.values(item) as OperationObject[]);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}

/** Builds the only parameter of one endpoint. */
export async function parameterOf(fields: Partial<Endpoint>, config: Partial<Config> = {}): Promise<unknown> {
  const { parameters = [] } = await operationOf(fields, config);
  expect(parameters).toHaveLength(1);
  return parameters[0];
}

/** The codes of the errors that `validate()` joins. */
export function codesOf(error: DocsValidationError | null): string[] {
  return (error?.errors ?? []).map(({ code }) => code);
}

const servers: Listening[] = [];
const receivers: HostileReceiver[] = [];

afterEach(async () => {
  await Promise.all([...servers.splice(0), ...receivers.splice(0)].map((each) => each.close()));
});

/** Serves until the end of the test. Returns the origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = await listen(listener);
  servers.push(server);
  return server.origin;
}

/** Receives webhooks until the end of the test. */
export async function receive(behaviour?: Behaviour): Promise<HostileReceiver> {
  const receiver = await startReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends one request over a socket. */
export async function ask(
  origin: string,
  path: string,
  request: Omit<HttpRequest, 'path'> = {},
): Promise<Answer> {
  const { status, headers, body } = await send(origin, { path, ...request });
  return { status, headers, body: body.toString() };
}

/** Reads the docs page of a configuration over a socket. */
export async function pageOf(config: Partial<Config> = {}): Promise<string> {
  const { status, body } = await ask(await serve(docsOf([{}], config).middleware('/docs')), '/docs/');
  expect(status).toBe(200);
  return body;
}
