// What a program with `declaration` may export without an annotation: the compiler must be able to name each type.
import { IsInt, IsString } from 'class-validator';
import {
  apiKeyAuth,
  arrayOf,
  basicAuth,
  bearerAuth,
  body,
  bodyWithDesc,
  cookieAuth,
  cookieParam,
  discriminated,
  Docs,
  enumOf,
  eventStream,
  file,
  forbidden,
  formBody,
  formURLEncodedBody,
  generic,
  headerParam,
  IntersectionType,
  jsonLines,
  jsonSchemaOf,
  mapOf,
  nodeOperations,
  OmitType,
  oneOf,
  operation,
  PartialType,
  pathParam,
  PickType,
  problem,
  problemResponse,
  queryParam,
  reply,
  requiredQueryParam,
  response,
  schema,
  scoped,
  serialize,
  standardSchema,
  tupleOf,
} from 'dtospec';
import { packJob, unpackJob } from 'dtospec/adapter';
import { createClient, unwrap } from 'dtospec/client';
import { diffDocuments } from 'dtospec-tools/diff';
import { expressDocs } from 'dtospec/express';
import { mcpServer } from 'dtospec/mcp';
import { fetchDocs, fetchOperations, honoOperations } from 'dtospec/fetch';
import { koaDocs } from 'dtospec/koa';
import {
  SpecCoverage,
  ExchangeRecorder,
  checkExchange,
  compareRoutes,
  fuzz,
  specMatchers,
} from 'dtospec-tools/testing';
import {
  explainMismatch,
  expressRawBody,
  FakeNotifier,
  fetchRawBody,
  koaRawBody,
  MemoryReplayStore,
  Message,
  Notifier,
  readRawBody,
  receiveWebhooks,
  retryAfterDelays,
  signStandardWebhook,
  WebhookChannel,
  type WebhookNotification,
} from 'dtospec/webhook';

export class Item {
  @IsInt() id!: number;
  @IsString() kind!: string;
}

export const staff = bearerAuth('staff', { verify: (token: string) => ({ user: token }) });
export const schemes = [staff, apiKeyAuth('key', 'X-Key'), basicAuth('basic'), cookieAuth('cookie', 'sid')];
export const admin = scoped(staff, 'admin');
export const refusal = forbidden();
export const types = [arrayOf(Item), mapOf(Item), oneOf(Item), tupleOf(Item), enumOf({ A: 'a' }), file()];
export const union = discriminated('kind', { item: Item });
export const PageOf = generic('PageOf', (item) => {
  class Page {
    @IsInt() total!: number;
    item = item;
  }
  return Page;
});
export class Part extends PartialType(Item) {}
export const Mapped = [PickType(Item, ['id']), OmitType(Item, ['id']), IntersectionType(Item, Part)];
export const parameters = [
  pathParam('id', 'x'),
  queryParam('q', 'x'),
  requiredQueryParam('r', 'x'),
  headerParam('h', 'x'),
  cookieParam('c', 'x'),
];
export const bodies = [body(Item), bodyWithDesc('x', Item), formBody(Item), formURLEncodedBody(Item)];
export const responses = {
  200: response('Fine', Item),
  206: jsonLines('Lines', Item),
  207: eventStream('Events', Item),
  404: problemResponse('Missing'),
};
export const answer = reply(200, new Item());
export const missing = problem(404, 'Missing.');
export const number = schema('integer', { minimum: 1 });
export const schemaOfItem = jsonSchemaOf(Item);
export const validator = standardSchema(Item);
export const written = serialize(new Item());

export const getItem = operation(
  { method: 'GET', path: '/items/{id}', security: [staff], responses: { 200: response('The item', Item) } },
  ({ params, auth }) => Object.assign(new Item(), { id: Number(params.id), kind: auth.user }),
);
export const putItem = operation(
  { method: 'PUT', path: '/items', body: Item, responses: { 200: response('The item', Item) } },
  ({ body: item }) => Promise.resolve(item),
);

export const docs = new Docs({ info: { title: 'x', version: '1' } });
export const view = docs.view({ name: 'part', include: { tags: ['x'] } });
export const older = docs.inVersion('3.0');
export const error = docs.validate();
export const findings = docs.diagnostics({ notes: true });
export const document = docs.buildSpec();
export const handler = docs.middleware('/docs');
export const api = docs.addOperations([getItem, putItem]).clientApi([getItem, putItem]);
export const client = createClient<typeof api>('http://localhost');
export const call = () => client['/items/{id}'].get({ params: { id: 1 } });
export const callOrThrow = () => unwrap(client['/items/{id}'].get({ params: { id: 1 } }));
export const serveNode = nodeOperations(docs, [getItem]);
export const serveFetch = fetchOperations(docs, [getItem]);
export const serveHono = honoOperations;
export const tools = mcpServer(docs);
export const servers = [expressDocs(docs), koaDocs(docs, '/docs'), fetchDocs(docs, '/docs')];

export const channel = new WebhookChannel<string>({ endpoints: () => [] });
export const notifier = new Notifier({ retry: retryAfterDelays({ delays: [1] }) }).register(channel);
export const sent = () =>
  notifier.send('you', { via: () => ['webhook'], toWebhook: () => new Message() } as WebhookNotification);
export const fake = new FakeNotifier();
export const recorded = fake.sent;
export const receive = receiveWebhooks({
  secrets: ['x'],
  events: [Item],
  seen: new MemoryReplayStore(),
} as never);
export const rawBodies = [expressRawBody(), koaRawBody(), fetchRawBody, readRawBody];
export const signed = signStandardWebhook('{}', 'whsec_x');
export const why = () => explainMismatch('{}', undefined, 'x');
export const job = (text: string) => packJob(unpackJob(text));
export const changes = diffDocuments({}, {});
export const coverage = new SpecCoverage(docs);
export const recorder = new ExchangeRecorder(docs);
export const checks = [checkExchange, compareRoutes, fuzz, specMatchers];
