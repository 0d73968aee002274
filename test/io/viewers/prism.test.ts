import { IsString } from 'class-validator';
import { startShop, type Shop } from '../../../samples/shop/shop.js';
import { Docs, operation, response } from '../../../src/index.js';
import { shopSample, SAMPLE_DOCUMENTS } from '../../support/documents/sample-documents.js';
import { prepareTools, runTool } from '../../support/programs/tools.js';

const VERSIONS = ['3.0', '3.1', '3.2'] as const;
const ID = '7f2a1ad0-0c3c-4b43-8a4d-f1f6ecd08a9b';
const headers = { 'x-api-key': 'demo' };
const CUSTOMER = { name: 'Ada Lovelace', email: 'ada@example.com' };

class Note {
  @IsString() text!: string;
}

function operationsDocument(): object {
  const docs = new Docs({ info: { title: 'Notes', version: '1' } });
  docs.bindOperations([
    operation(
      { method: 'POST', path: '/notes', body: Note, responses: { 204: response('Taken') } },
      () => undefined,
    ),
  ]);
  return docs.buildSpec();
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly violations: readonly unknown[];
  readonly body: unknown;
}

function order(customerId: string, change: object = {}): object {
  const lines = [{ sku: 'LAMP-7', quantity: 2 }];
  return { customerId, lines, payment: { method: 'card', lastDigits: '4242' }, ...change };
}

/** Requests that the shop answers, with the status that it answers. */
function goodRequests(customerId: string, orderId: string): (Request & { readonly status: number })[] {
  return [
    { method: 'GET', path: '/categories', headers, status: 200 },
    { method: 'GET', path: '/customers?page=1', headers, status: 200 },
    { method: 'POST', path: '/customers', headers, body: CUSTOMER, status: 201 },
    { method: 'GET', path: '/orders?status=placed&pageSize=5', headers, status: 200 },
    { method: 'POST', path: '/orders', headers, body: order(customerId), status: 201 },
    { method: 'GET', path: `/orders/${orderId}`, headers, status: 200 },
    { method: 'POST', path: `/orders/${orderId}/shipment`, headers, status: 200 },
  ];
}

/** Requests that the document does not allow. */
const BAD_REQUESTS: readonly (Request & { readonly status: number })[] = [
  { method: 'GET', path: '/categories', status: 401 },
  { method: 'GET', path: '/orders?status=lost', headers, status: 422 },
  { method: 'GET', path: '/customers?page=0', headers, status: 422 },
  { method: 'POST', path: '/orders', headers, body: order(ID, { lines: [] }), status: 422 },
  { method: 'POST', path: '/orders', headers, body: order(ID, { payment: { method: 'cash' } }), status: 422 },
  { method: 'POST', path: '/customers', headers, body: { name: '' }, status: 422 },
  { method: 'GET', path: '/orders/one', headers, status: 422 },
];

/** One process answers for all tests: it starts a server for each document. */
type Answers = Readonly<Record<string, { readonly answers?: readonly Answer[]; readonly problem?: string }>>;

const statuses = (all: readonly { readonly status: number }[]): number[] => all.map(({ status }) => status);

describe("Prism reads the samples' documents", () => {
  let shop: Shop;
  let good: ReturnType<typeof goodRequests>;
  let answered: Answers;

  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    shop = await startShop(0, () => undefined);
    const customerId = await create('/customers', CUSTOMER);
    good = goodRequests(customerId, await create('/orders', order(customerId)));
    const questions = VERSIONS.flatMap((version) => {
      const document = shopSample(version);
      return [
        [`mock ${version}`, { document, requests: [...good, ...BAD_REQUESTS] }],
        [`proxy ${version}`, { document, upstream: shop.url, requests: good }],
      ];
    });
    const greetings = {
      document: SAMPLE_DOCUMENTS.greetings,
      requests: [{ method: 'GET', path: '/greetings/Ada' }],
    };
    const problems = {
      document: operationsDocument(),
      requests: [{ method: 'POST', path: '/notes', body: {} }],
    };
    const all = { ...Object.fromEntries(questions), greetings, problems };
    answered = (await runTool('prism.mjs', all)) as Answers;
  }, 120_000);
  afterAll(() => shop.close());

  async function send({ method, path, headers = {}, body }: Request): Promise<Response> {
    return fetch(shop.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async function create(path: string, body: object): Promise<string> {
    return ((await (await send({ method: 'POST', path, headers, body })).json()) as { id: string }).id;
  }

  function answersTo(question: string): readonly Answer[] {
    const { answers, problem } = answered[question] ?? {};
    if (answers === undefined) throw new Error(problem);
    return answers;
  }

  test.each(VERSIONS)('mocks the shop of %s with responses that satisfy the document', (version) => {
    const answers = answersTo(`mock ${version}`).slice(0, good.length);
    expect(statuses(answers)).toEqual(statuses(good));
    expect(answers.map(({ violations }) => violations)).toEqual(good.map(() => []));
  });

  test.each(VERSIONS)('rejects by the document of %s the requests that the shop rejects', async (version) => {
    const refused = await Promise.all(BAD_REQUESTS.map((request) => send(request)));
    expect(statuses(refused)).toEqual(statuses(BAD_REQUESTS));
    expect(statuses(answersTo(`mock ${version}`).slice(good.length))).toEqual(statuses(BAD_REQUESTS));
  });

  test.each(VERSIONS)('finds no mismatch in the responses of the shop of %s as its proxy', (version) => {
    const answers = answersTo(`proxy ${version}`);
    expect(statuses(answers)).toEqual(statuses(good));
    expect(answers.map(({ violations }) => violations)).toEqual(good.map(() => []));
  });

  test('responds to valid requests', () => {
    expect(answersTo('greetings')).toMatchObject([
      { status: 200, violations: [], body: { text: 'Hello, Ada' } },
    ]);
  });

  test('responds to an invalid request with the example of its status', () => {
    expect(answersTo('problems')).toMatchObject([
      {
        status: 400,
        body: {
          status: 400,
          title: 'Bad Request',
          errors: [{ in: 'body', pointer: '#/text' }],
        },
      },
    ]);
  });
});
