import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Bug } from './bugs.js';
import { DOCUMENT } from './document.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Schema = Readonly<Record<string, unknown>>;

export const TOKEN = 'Bearer let-me-in';

// Ajv decides what is valid: a service is faithful by the judgement of others.
const ajv = addFormats.default(new Ajv2020({ strict: false }));
const queryAjv = new Ajv2020({ strict: false, coerceTypes: true });
const schemas = DOCUMENT.components.schemas as Readonly<Record<string, Schema>>;
const { paths } = DOCUMENT as unknown as {
  readonly paths: Readonly<Record<string, { readonly get: Documented }>>;
};

interface Documented {
  readonly parameters: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
}

/** @param has whether the service has a bug; none makes it faithful */
export function hotel(has: (bug: Bug) => boolean): Express {
  const tables = {
    guests: new Map<string, Row>(),
    rooms: new Map<string, Row>(),
    bookings: new Map<string, Row>(),
  };
  const notes = new Map<string, Row>();
  const deleted = new Set<string>();
  let count = 0;
  const nextId = (kind: string): string => `${kind}-${(count += 1)}`;
  const app = express();
  app.disable('etag');
  const fail = (response: Response, status: number, error: string): void =>
    void response.status(status).json({ error });
  const notFound = (response: Response): void => fail(response, 404, 'Not found');
  const crash = (bug: Bug, isHit: boolean): void => {
    if (isHit && has(bug)) throw new Error('planted');
  };

  app.get('/health', (_request, response) => {
    if (has('wrong content type')) response.type('text/plain').send('ok');
    else response.json({ status: 'ok' });
  });

  app.use(({ method, path, headers }, response, next) => {
    const { authorization } = headers;
    const isReport = has('credentials ignored') && path === '/report';
    const isAnyToken =
      has('any credentials') && method === 'GET' && path === '/guests' && authorization !== undefined;
    if (path === '/health' || isReport || isAnyToken || authorization === TOKEN) next();
    else fail(response.set('WWW-Authenticate', 'Bearer'), 401, 'No credentials');
  });
  app.use(express.json({ strict: false }));

  const body = (name: string, change: (schema: Schema) => Schema = (schema) => schema) => {
    const validate = ajv.compile(change(schemas[name]!));
    return (request: Request, response: Response, next: NextFunction): void => {
      const isJson = Boolean(request.is('application/json'));
      const isAnyType = has('any content type') && request.path.startsWith('/rooms/');
      if (!isJson && isAnyType) response.json({ ...rows('rooms')[0] });
      else if (!isJson) fail(response, 415, 'Not JSON');
      else if (validate(request.body)) next();
      else fail(response, 400, ajv.errorsText(validate.errors));
    };
  };
  const query = ({ parameters }: Documented, ignored: readonly string[] = []) => {
    const known = parameters.filter(({ name }) => !ignored.includes(name));
    const validate = queryAjv.compile({
      type: 'object',
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema])),
    });
    return (request: Request, response: Response, next: NextFunction): void => {
      response.locals.query = { ...request.query };
      if (validate(response.locals.query)) next();
      else fail(response, 400, queryAjv.errorsText(validate.errors));
    };
  };
  const rows = (table: keyof typeof tables): Row[] => [...tables[table].values()];
  const listed = (all: readonly Row[], response: Response, filter: string): void => {
    const { limit = 100, [filter]: wanted } = response.locals.query as { limit?: number } & Row;
    response.json(all.filter((row) => wanted === undefined || row[filter] === wanted).slice(0, limit));
  };
  const changed = (schema: Schema, name: string, change: object): Schema => ({
    ...schema,
    properties: {
      ...(schema.properties as Schema),
      [name]: { ...((schema.properties as Schema)[name] as Schema), ...change },
    },
  });

  app
    .route('/guests')
    .get(query(paths['/guests']!.get, has('query ignored') ? ['language'] : []), (_request, response) => {
      crash('crash on an empty string', (response.locals.query as Row).name === '');
      listed(rows('guests'), response, 'name');
    })
    .post(body('NewGuest'), ({ body: given }: { body: Row }, response) => {
      if (rows('guests').some(({ email }) => email === given.email)) {
        fail(response, 409, 'E-mail exists');
        return;
      }
      crash('crash behind a unique field', given.birthYear === 2010);
      const guest = { ...given, id: nextId('g') };
      tables.guests.set(guest.id, guest);
      response.status(201).location(`/guests/${guest.id}`).json(guest);
    });
  app
    .route('/guests/:id')
    .get(({ params }, response) => {
      const guest = tables.guests.get(params.id);
      if (guest === undefined) notFound(response);
      else
        response.json(
          has('wrong type in an answer') && 'birthYear' in guest
            ? { ...guest, birthYear: String(guest.birthYear) }
            : guest,
        );
    })
    .delete(({ params }, response) => {
      if (tables.guests.delete(params.id)) response.status(204).end();
      else notFound(response);
    });
  app
    .route('/guests/:id/profile')
    .put(body('Profile'), ({ params, body: given }: Request<{ id: string }>, response) => {
      const { address } = given as { address: Row };
      crash('crash on a nested null', address.postcode === null);
      if (tables.guests.has(params.id)) response.status(204).end();
      else notFound(response);
    });
  app
    .route('/rooms')
    .get(query(paths['/rooms']!.get), (_request, response) => {
      crash('crash on a large number', Number((response.locals.query as Row).maxPrice ?? 0) > 1e15);
      if (has('limit refused') && (response.locals.query as Row).limit === 100) fail(response, 400, 'limit');
      else listed(rows('rooms'), response, 'kind');
    })
    .post(
      body('NewRoom', (schema) => {
        const wide = has('limit off by one') ? changed(schema, 'beds', { maximum: 9 }) : schema;
        return has('duplicates accepted') ? changed(wide, 'tags', { uniqueItems: false }) : wide;
      }),
      ({ body: given }: { body: Row }, response) => {
        if (rows('rooms').some(({ number }) => number === given.number)) {
          fail(response, 409, 'Number exists');
          return;
        }
        crash(
          'crash on characters beyond ASCII',
          typeof given.label === 'string' && /[^ -~]/.test(given.label),
        );
        const room = { ...given, id: nextId('r') };
        tables.rooms.set(room.id, room);
        response.status(201).location(`/rooms/${room.id}`).json(room);
      },
    );
  app
    .route('/rooms/:id')
    .get(({ params }, response) => {
      const room = tables.rooms.get(params.id);
      if (room === undefined || (deleted.has(room.id) && !has('readable after deletion'))) notFound(response);
      else response.json(room);
    })
    .put(body('NewRoom'), ({ params, body: given }: Request<{ id: string }>, response) => {
      if (!tables.rooms.has(params.id) || deleted.has(params.id)) {
        notFound(response);
        return;
      }
      const room = { ...(given as object), id: params.id };
      tables.rooms.set(params.id, room);
      response.json(room);
    })
    .delete(({ params }, response) => {
      if (!tables.rooms.has(params.id) || deleted.has(params.id)) notFound(response);
      else {
        deleted.add(params.id);
        response.status(204).end();
      }
    });
  app.route('/bookings').post(body('NewBooking'), ({ body: given }: { body: Row }, response) => {
    const booking = { ...given, id: nextId('b'), total: Number(given.nights) * 80 };
    tables.bookings.set(booking.id, booking);
    response.status(has('wrong status') ? 200 : 201).json(booking);
  });
  app
    .route('/bookings/:id')
    .get(({ params }, response) => {
      const booking = tables.bookings.get(params.id);
      if (booking === undefined) notFound(response);
      else response.json(has('member missing') ? { ...booking, total: undefined } : booking);
    })
    .delete(({ params }, response) => {
      crash('crash on a second deletion', deleted.has(params.id));
      if (!tables.bookings.delete(params.id)) notFound(response);
      else {
        deleted.add(params.id);
        response.status(204).end();
      }
    });
  app
    .route('/bookings/:id/notes')
    .post(body('NewNote'), ({ params, body: given }: Request<{ id: string }>, response) => {
      if (!tables.bookings.has(params.id)) {
        notFound(response);
        return;
      }
      const note = { ...(given as object), id: nextId('n') };
      if (!has('created but not readable')) notes.set(`${params.id} ${note.id}`, note);
      response.status(201).location(`/bookings/${params.id}/notes/${note.id}`).json(note);
    });
  app.route('/bookings/:id/notes/:noteId').get(({ params }, response) => {
    const note = notes.get(`${params.id} ${params.noteId}`);
    if (note === undefined) notFound(response);
    else response.json(note);
  });
  app.route('/report').get(query(paths['/report']!.get), (_request, response) => {
    response.json({ year: (response.locals.query as Row).year, total: 0 });
  });

  app.use(({ path }, response, next) => {
    const found = Object.entries(DOCUMENT.paths).find(([template]) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    if (found === undefined) {
      next();
      return;
    }
    const allowed = Object.keys(found[1]).filter((key) => key !== 'parameters');
    if (!has('no Allow')) response.set('Allow', allowed.join(', ').toUpperCase());
    fail(response, 405, 'Not allowed');
  });
  app.use((_request, response) => notFound(response));
  app.use(
    (error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
      const isUnreadable = error.status !== undefined && !has('crash on broken JSON');
      fail(response, isUnreadable ? (error.status ?? 400) : 500, error.message);
    },
  );
  return app;
}
