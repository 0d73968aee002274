import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { FuzzFinding } from '../../../../src/tools/testing.js';
import { SCHEMAS } from './document.js';

type Shown = Partial<Record<keyof FuzzFinding, unknown>>;

const crash = (pointer: string): Shown => ({
  ...{ operation: 'POST /members', code: 'server-error', place: 'request body', pointer },
});

/** The finding that shows each bug. */
export const BUGS = {
  'repeated card crashes': { ...crash('#/card'), message: expect.stringMatching(/earlier/) as string },
  'emoji in a name crashes': crash('#/name'),
  'age zero crashes': crash('#/age'),
  'empty note crashes': { ...crash('#/note'), curl: expect.stringContaining('"note":""') as string },
  'long note crashes': { ...crash('#/note'), curl: expect.stringMatching(/"note":"[^"]{100}/) as string },
  'null phone crashes': crash('#/phone'),
  'member without age': { operation: 'GET /members/{id}', rule: 'required', pointer: '#/age' },
  'pages as text': { operation: 'GET /books/{id}', rule: 'type', pointer: '#/pages' },
  'created book gets 200': { operation: 'POST /books', rule: 'responses', status: 200 },
  'health as plain text': { operation: 'GET /health', rule: 'content' },
  'one page too many': { operation: 'POST /books', code: 'invalid-accepted', rule: 'maximum' },
  'any genre': { operation: 'POST /books', code: 'invalid-accepted', rule: 'enum' },
  'any date': { operation: 'PATCH /books/{id}', code: 'invalid-accepted', rule: 'format' },
  'report without credentials': { operation: 'GET /report', code: 'authentication-ignored' },
  'deleted book still there': { operation: 'GET /books/{id}', code: 'use-after-delete' },
  'loan cannot be read': { operation: 'GET /loans/{id}', code: 'created-not-found' },
  'no Allow': { code: 'unsupported-method', status: 405 },
  'health can be deleted': { operation: 'DELETE /health', code: 'unsupported-method', status: 200 },
  'limit ignored': { operation: 'GET /books', rule: 'maxItems' },
  'total is no number': { operation: 'GET /members', place: expect.stringMatching(/x-total/i) as string },
} satisfies Readonly<Record<string, Shown>>;

export type Bug = keyof typeof BUGS;

type Row = Readonly<Record<string, unknown>>;

export const TOKEN = 'Bearer library-token';

/** @param isCardFirst whether the card is looked up before the rest of the request is checked */
export function library(bugs: readonly Bug[], isCardFirst = false): Express {
  const has = (bug: Bug): boolean => bugs.includes(bug);
  const ajv = formats.default(new Ajv2020({ strict: false }), { mode: 'full' });
  const schemas = JSON.parse(JSON.stringify(SCHEMAS)) as Record<
    string,
    { properties: Record<string, unknown> }
  >;
  const loosened = (name: string, member: string, schema: object): void => {
    schemas[name]!.properties[member] = schema;
  };
  if (has('one page too many')) loosened('NewBook', 'pages', { type: 'integer', minimum: 1, maximum: 1001 });
  if (has('any genre')) loosened('NewBook', 'genre', { type: 'string' });
  if (has('any date')) loosened('BookChange', 'published', { type: 'string' });
  // What is wrongly accepted is not stored, or it would be found in later responses, too.
  const isSound = Object.fromEntries(Object.entries(SCHEMAS).map(([name, one]) => [name, ajv.compile(one)]));
  const tables = {
    members: new Map<number, Row>(),
    books: new Map<number, Row>(),
    loans: new Map<number, Row>(),
  };
  type Table = keyof typeof tables;
  const deleted = new Set<number>();
  let last = 0;
  const app = express().disable('etag').disable('x-powered-by');
  const fail = (response: Response, status: number, error: string): void =>
    void response.status(status).json({ error });
  const readable = (type: string, before?: (request: Request, response: Response) => boolean) => {
    const validate = ajv.compile(schemas[type]!);
    return (request: Request, response: Response, next: NextFunction): void => {
      if (!request.is('application/json')) fail(response, 415, 'Not JSON');
      else if (before?.(request, response) === true) return;
      else if (!validate(request.body)) fail(response, 400, ajv.errorsText(validate.errors));
      else next();
    };
  };
  const idOf = ({ params: { id } }: Request): number => (/^[1-9]\d*$/.test(String(id)) ? Number(id) : NaN);
  const find = (table: Table, request: Request, response: Response): Row | undefined => {
    const id = idOf(request);
    const found = deleted.has(id) && !has('deleted book still there') ? undefined : tables[table].get(id);
    if (Number.isNaN(id)) fail(response, 400, 'id');
    else if (found === undefined) fail(response, 404, 'Not found');
    return found;
  };
  const create = (table: Table, type: string, { body }: Request, response: Response, status = 201): void => {
    const row = { id: (last += 1), ...(body as object) };
    if (isSound[type]!(body)) tables[table].set(row.id, row);
    response.status(status).json(row);
  };
  const isTaken = ({ body }: Request, response: Response): boolean => {
    const { card } = (body ?? {}) as Row;
    if (typeof card !== 'string' || ![...tables.members.values()].some((one) => one.card === card))
      return false;
    if (has('repeated card crashes')) fail(response, 500, 'UNIQUE constraint failed');
    else fail(response, 409, 'The card exists');
    return true;
  };
  const isCrash = ({ name, age, note, phone }: Row): boolean =>
    (has('emoji in a name crashes') && /\p{Emoji_Presentation}/u.test(String(name))) ||
    (has('age zero crashes') && age === 0) ||
    (has('empty note crashes') && note === '') ||
    (has('long note crashes') && String(note).length > 100) ||
    (has('null phone crashes') && phone === null);
  const listed = (table: Table, { query: { limit = '10' } }: Request, response: Response): void => {
    const most = /^[1-9]\d?$/.test(limit as string) ? Number(limit) : NaN;
    if (!(most <= 20)) return fail(response, 400, 'limit');
    const rows = [...tables[table].values()];
    response.set('X-Total', table === 'members' && has('total is no number') ? 'many' : String(rows.length));
    response.json(table === 'books' && has('limit ignored') ? rows : rows.slice(0, most));
  };
  const show = (table: Table, change: (row: Row) => object) => (request: Request, response: Response) => {
    const row = find(table, request, response);
    if (row !== undefined) response.json(change(row));
  };

  app.use(express.json({ strict: false }));
  const early = isCardFirst ? isTaken : undefined;
  app.route('/members').get((request, response) => listed('members', request, response));
  app.route('/members').post(readable('NewMember', early), (request, response) => {
    if (!isCardFirst && isTaken(request, response)) return;
    if (isCrash(request.body as Row)) fail(response, 500, 'planted');
    else create('members', 'NewMember', request, response);
  });
  app
    .route('/members/:id')
    .get(show('members', ({ age, ...more }) => ({ ...more, ...(!has('member without age') && { age }) })));
  app.route('/books').get((request, response) => listed('books', request, response));
  app.route('/books').post(readable('NewBook'), (request, response) => {
    create('books', 'NewBook', request, response, has('created book gets 200') ? 200 : 201);
  });
  app
    .route('/books/:id')
    .get(show('books', (row) => ({ ...row, ...(has('pages as text') && { pages: String(row.pages) }) })))
    .patch(readable('BookChange'), (request, response) => {
      const row = find('books', request, response);
      if (row === undefined) return;
      const changed = { ...row, ...(request.body as object) };
      if (isSound.BookChange!(request.body)) tables.books.set(idOf(request), changed);
      response.json(changed);
    })
    .delete((request, response) => {
      const id = idOf(request);
      if (deleted.has(id)) return fail(response, 404, 'Not found');
      if (find('books', request, response) === undefined) return;
      deleted.add(id);
      response.status(204).end();
    });
  app
    .route('/loans')
    .post(readable('NewLoan'), (request, response) => create('loans', 'NewLoan', request, response));
  app.route('/loans/:id').get((request, response) => {
    if (has('loan cannot be read')) tables.loans.clear();
    show('loans', (row) => row)(request, response);
  });
  app.route('/report').get(({ headers: { authorization } }, response) => {
    if (authorization !== TOKEN && !has('report without credentials')) fail(response, 401, 'No credentials');
    else response.json({ loans: tables.loans.size });
  });
  app.route('/health').get((_, response) => {
    if (has('health as plain text')) response.type('text/plain').send('fine');
    else response.json({ loans: 0 });
  });
  if (has('health can be deleted')) app.delete('/health', (_, response) => void response.json({ loans: 0 }));
  app.use(({ path }, response) => {
    const [, table = '', id] = path.split('/');
    const methods = id === undefined ? 'GET, POST' : table === 'books' ? 'GET, PATCH, DELETE' : 'GET';
    const isKnown = /^\/(?:members|books|loans|report|health)(?:\/[^/]+)?\/?$/.test(path);
    if (!isKnown) return fail(response, 404, 'Not found');
    const single = { report: 'GET', health: 'GET', loans: id === undefined ? 'POST' : 'GET' }[table];
    if (!has('no Allow')) response.set('Allow', single ?? methods);
    fail(response, 405, 'Not allowed');
  });
  app.use((error: Error & { status?: number }, _: Request, response: Response, _next: NextFunction) => {
    fail(response, error.status ?? 500, error.message);
  });
  return app;
}
