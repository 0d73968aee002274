import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Bug } from './bugs.js';
import { document } from './document.js';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
// What Ajv has checked.
// oxlint-disable-next-line typescript/no-explicit-any
type Checked = any;
type Row = Record<string, Checked> & { id: number };
interface Call {
  readonly ids: number[];
  readonly query: Record<string, unknown>;
  readonly request: IncomingMessage;
  readonly body: Checked;
}

class Refused extends Error {
  constructor(
    readonly status: number,
    title: string,
  ) {
    super(title);
  }
}

/** Schemas that a service with a bug validates by, changed by its bugs. */
const LOOSENED: Partial<Record<Bug, (schemas: Checked) => void>> = {
  'negative weight accepted': (s) => delete s.NewAnimal.properties.weight.exclusiveMinimum,
  'any chip accepted': (s) => delete s.NewAnimal.properties.chip.pattern,
  'long name accepted in a change': (s) =>
    (s.AnimalChange.properties.name = { type: 'string', minLength: 1 }),
  'visit without a reason accepted': (s) => (s.NewVisit.required = ['at']),
  'unknown property of a visit accepted': (s) => delete s.NewVisit.additionalProperties,
  'repeated tags accepted': (s) => delete s.NewVisit.properties.tags.uniqueItems,
  'too many tags accepted': (s) => delete s.NewVisit.properties.tags.maxItems,
};

/** Makes the clinic, with the bugs of these names; without any it does what its document says. */
export function makeClinic(bugs: ReadonlySet<Bug>): RequestListener {
  const has = (bug: Bug) => bugs.has(bug);
  const schemas = structuredClone(document.components.schemas);
  for (const bug of bugs) LOOSENED[bug]?.(schemas);
  const ajv = formats.default(new Ajv2020({ strict: false }));
  const validators = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
  );
  const tables = {
    animals: new Map<number, Row>(),
    visits: new Map<number, Row>(),
    invoices: new Map<number, Row>(),
  };
  let lastId = 0;

  function find(table: keyof typeof tables, id: number): Row {
    const row = tables[table].get(id);
    if (row === undefined) throw new Refused(404, 'Not found');
    return row;
  }
  function check(name: string, { body }: Call): Checked {
    if (!validators[name]!(body)) throw new Refused(400, ajv.errorsText(validators[name]!.errors));
    return body;
  }
  function create(table: keyof typeof tables, values: object): Reply {
    const reused = has('id of a deleted visit used again') && table === 'visits';
    const id = reused ? Math.max(0, ...tables.visits.keys()) + 1 : ++lastId;
    const row = { id, ...values };
    tables[table].set(id, row);
    const location =
      has('Location leads nowhere') && table === 'animals' ? `/animal/${id}` : `/${table}/${id}`;
    return { status: 201, body: show(row), headers: { location } };
  }
  function show(row: Row): Row {
    const shown: Row = { ...row };
    if (has('reptiles in capitals') && shown.species === 'reptile') shown.species = 'REPTILE';
    if (has('no phone is null') && shown.species !== undefined) shown.phone ??= null;
    if (has('times without zone') && shown.at !== undefined)
      shown.at = new Date(shown.at).toISOString().slice(0, 19);
    if (has('total as text') && shown.total !== undefined) shown.total = String(shown.total);
    return shown;
  }
  function checkAnimal(call: Call, schema: string, self?: number): Checked {
    const animal = check(schema, call);
    if (has('emoji in a name crashes') && /[\u{10000}-\u{10ffff}]/u.test(animal.name ?? ''))
      throw new Error('Incorrect string value');
    const taken =
      animal.chip !== undefined &&
      [...tables.animals.values()].some((row) => row.chip === animal.chip && row.id !== self);
    if (taken)
      throw new Refused(has('conflict gets 422') && schema === 'NewAnimal' ? 422 : 409, 'The chip is in use');
    return animal;
  }
  const integer = (value: unknown, least: number, most: number, fallback: number) => {
    if (value === undefined) return fallback;
    if (typeof value !== 'string' || !/^-?[0-9]+$/.test(value)) throw new Refused(400, 'Not an integer');
    if (Number(value) < least || Number(value) > most) throw new Refused(400, 'Out of range');
    return Number(value);
  };
  const oneOf = (value: unknown, allowed: readonly string[]) => {
    if (value !== undefined && !allowed.includes(value as string)) throw new Refused(400, 'Unknown value');
  };

  const handlers: Record<string, (call: Call) => Reply> = {
    'GET /animals'({ query }) {
      if (has('negative offset crashes') && String(query.offset).startsWith('-'))
        throw new Error('OFFSET must not be negative');
      if (has('large offset crashes') && Number(query.offset) > 2147483647)
        throw new Error('value out of range for type integer');
      if (has('repeated species crashes') && Array.isArray(query.species))
        throw new TypeError('species.trim is not a function');
      if (
        has('unknown order crashes') &&
        query.sort !== undefined &&
        !['name', 'born'].includes(query.sort as string)
      )
        throw new Error('no such column');
      const limit = integer(query.limit, 1, 20, 10);
      const offset = integer(query.offset, 0, Infinity, 0);
      oneOf(query.species, ['dog', 'cat', 'reptile']);
      oneOf(query.sort, ['name', 'born']);
      const rows = [...tables.animals.values()].filter(
        (row) =>
          row.deleted === undefined &&
          (has('filter ignored') || [undefined, row.species].includes(query.species as string)),
      );
      if (query.sort !== undefined)
        rows.sort((a, b) => (a[query.sort as string] < b[query.sort as string] ? -1 : 1));
      return {
        status: 200,
        body: rows.slice(offset, offset + limit + (has('one too many on a page') ? 1 : 0)).map(show),
      };
    },
    'POST /animals'(call) {
      if (has('date that does not exist crashes') && /-02-3\d$/.test(call.body?.born))
        throw new RangeError('Invalid time value');
      return create('animals', checkAnimal(call, 'NewAnimal'));
    },
    'GET /animals/{}'({ ids: [id] }) {
      const { deleted: _, ...row } = find('animals', id!);
      return { status: 200, body: { ...show(row as Row), ...(has('owner leaks') && { owner: 'Ada' }) } };
    },
    'PUT /animals/{}'(call) {
      const { id } = find('animals', call.ids[0]!);
      const row = { ...checkAnimal(call, 'NewAnimal', id), id };
      if (!has('replaced animal not stored')) tables.animals.set(id, row);
      return { status: 200, body: show(row) };
    },
    'PATCH /animals/{}'(call) {
      const { id } = find('animals', call.ids[0]!);
      const { neutered, ...rest } = checkAnimal(call, 'AnimalChange', id);
      const row: Row = {
        ...find('animals', id),
        ...rest,
        ...((has('false is not stored') ? neutered : neutered !== undefined) && { neutered }),
      };
      tables.animals.set(id, row);
      return { status: 200, body: show(row) };
    },
    'DELETE /animals/{}'({ ids: [id] }) {
      if (has('delete of nothing gets 204') && !tables.animals.has(id!)) return { status: 204 };
      const row = find('animals', id!);
      if (!has('deleted animal still there')) tables.animals.delete(id!);
      else row.deleted = true;
      return { status: 204 };
    },
    'GET /animals/{}/visits'({ ids: [id] }) {
      find('animals', id!);
      const visits = [...tables.visits.values()].filter((row) => row.animalId === id).map(show);
      if (has('no visits are null') && visits.length === 0) return { status: 200, body: null };
      return {
        status: 200,
        body: has('listed visits have no time') ? visits.map(({ at: _, ...row }) => row) : visits,
      };
    },
    'POST /animals/{}/visits'(call) {
      const visit = check('NewVisit', call);
      if (has('visit of a missing animal crashes') && !tables.animals.has(call.ids[0]!))
        throw new Error('violates foreign key constraint');
      find('animals', call.ids[0]!);
      if (has('NUL in a reason crashes') && String(visit.reason).includes('\0'))
        throw new Error('invalid byte sequence for encoding');
      return create('visits', { animalId: call.ids[0], ...visit });
    },
    'GET /visits/{}': ({ ids: [id] }) => ({ status: 200, body: show(find('visits', id!)) }),
    'DELETE /visits/{}'({ ids: [id] }) {
      tables.visits.delete(find('visits', id!).id);
      return { status: 204 };
    },
    'GET /invoices': () => ({ status: 200, body: [...tables.invoices.values()].map(show) }),
    'POST /invoices'(call) {
      const { reference, lines } = check('NewInvoice', call);
      if (has('no lines crash') && lines.length === 0)
        throw new TypeError('Reduce of empty array with no initial value');
      if (has('long text of a line crashes') && lines.some((line: Checked) => line.text.length > 255))
        throw new Error('value too long');
      const total = lines.reduce((sum: number, line: Checked) => sum + line.cents * line.quantity, 0);
      const kept = has('long reference loses digits') ? BigInt(Number(reference)).toString() : reference;
      const reply = create('invoices', { reference: kept, lines, total });
      return has('created invoice gets 200') ? { ...reply, status: 200 } : reply;
    },
    'GET /invoices/{}': ({ ids: [id] }) => ({ status: 200, body: show(find('invoices', id!)) }),
    'GET /vets'({ request }) {
      const sent = has('header name with case')
        ? !request.rawHeaders.includes('X-Branch')
        : !request.headers['x-branch'];
      if (sent || !['north', 'south'].includes(String(request.headers['x-branch'])))
        throw new Refused(400, 'X-Branch is missing');
      const vet = { name: 'Ada', branch: request.headers['x-branch'] };
      return { status: 200, body: [vet] };
    },
    'GET /health': () => ({ status: 200, body: { up: true } }),
  };

  function authorize(request: IncomingMessage, name: string): void {
    const [method, path] = name.split(' ') as [string, string];
    const open = method === 'GET' && !path.startsWith('/invoices');
    if (open) return;
    if (has('delete of a visit without credentials') && name === 'DELETE /visits/{}') return;
    if (has('HEAD without credentials') && request.method === 'HEAD') return;
    const token = request.headers.authorization ?? '';
    if (has('any token accepted') && name === 'GET /invoices' && /^bearer ./i.test(token)) return;
    if (!/^bearer clinic-token$/i.test(token)) throw new Refused(401, 'No credentials');
  }
  async function readBody(request: IncomingMessage): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!['POST', 'PUT', 'PATCH'].includes(request.method!)) return undefined;
    const text = Buffer.concat(chunks).toString();
    if (has('empty body crashes') && request.method === 'PATCH' && text === '')
      throw new TypeError('Cannot read properties of undefined');
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      if (has('other media type crashes') && request.method === 'PUT') throw new TypeError('no parser');
      throw new Refused(text === '' ? 400 : 415, 'Unknown media type');
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      if (has('syntax error crashes') && request.url === '/invoices') throw error;
      throw new Refused(400, 'Not JSON');
    }
  }
  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url!, 'http://clinic');
    const parts = url.pathname.split('/');
    if (has('trailing slash crashes') && parts.length > 2 && parts.at(-1) === '')
      throw new Error('Cannot read properties of undefined');
    const template = parts.map((part, index) => (index === 2 ? '{}' : part)).join('/');
    const allowed = Object.keys(handlers)
      .filter((name) => name.endsWith(` ${template}`))
      .map((name) => name.split(' ')[0]!);
    if (allowed.length === 0) throw new Refused(404, 'Not found');
    const method = request.method === 'HEAD' ? 'GET' : request.method!;
    if (!allowed.includes(method)) {
      const allow =
        has('Allow of another resource') && template === '/vets'
          ? 'GET, HEAD, POST'
          : [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ');
      return { status: 405, body: { title: 'Method not allowed' }, headers: { allow } };
    }
    authorize(request, `${method} ${template}`);
    const ids = parts.slice(2, 3).map((part) => {
      if (has('malformed percent crashes') && template === '/animals/{}') decodeURIComponent(part);
      if (has('id of letters crashes') && template === '/visits/{}' && /[a-z]/i.test(part))
        throw new Error('invalid input syntax for integer');
      return integer(part, 1, 2147483647, 0);
    });
    const query: Record<string, unknown> = {};
    for (const [name, value] of url.searchParams) query[name] = name in query ? [query[name], value] : value;
    return handlers[`${method} ${template}`]!({ ids, query, request, body: await readBody(request) });
  }

  return (request, response) => {
    void answer(request)
      .catch((error: unknown): Reply => {
        const status = error instanceof Refused ? error.status : 500;
        const secret =
          has('connection string in an error') && status === 404 && request.url!.startsWith('/invoices');
        const title = secret
          ? 'postgres://clinic:hunter2@db:5432/clinic: no rows\n    at find (/app/src/invoices.js:12:9)'
          : (error as Error).message;
        return { status, body: { title: status === 500 ? 'Internal error' : title } };
      })
      .then(({ status, body, headers }) => {
        const html = has('missing visit gets HTML') && status === 404 && request.url!.startsWith('/visits');
        const plain = has('health as plain text') && request.url === '/health';
        const type = html
          ? 'text/html'
          : plain
            ? 'text/plain'
            : status >= 400
              ? 'application/problem+json'
              : 'application/json';
        response.writeHead(status, { ...headers, ...(body !== undefined && { 'content-type': type }) });
        response.end(
          body === undefined || request.method === 'HEAD'
            ? undefined
            : html
              ? '<h1>Not found</h1>'
              : JSON.stringify(body),
        );
      });
  };
}
