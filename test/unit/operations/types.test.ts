/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are all that is tested */
import {
  arrayOf,
  body,
  csv,
  enumOf,
  eventStream,
  file,
  jsonLines,
  mapOf,
  oneOf,
  operation,
  problem,
  problemResponse,
  response,
  schema,
  ServerSentEvent,
  tupleOf,
  type Operation,
  type OperationDefinition,
  reply,
} from '../../../src/index.js';
import { ItemHeaders, ItemPath, ItemQuery, Line, NewOrder, Order } from './shop.js';

// The compiler is the test: an error that is expected and absent is one too. No handler is called.

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Holds two types equal; a type alone says nothing at run time. */
const same = <A, B>(_: Equal<A, B>): void => undefined;

const at = { method: 'POST', path: '/x' };
const order = {} as Order;
const one = { 200: response('It', Order) };

it('accepts a definition in a variable', () => {
  const typed = {
    ...at,
    path: '/{id}',
    params: ItemPath,
    body: NewOrder,
    responses: { 200: response('It', Order) },
  } satisfies OperationDefinition;
  operation(typed, ({ params, body: given }) => {
    same<typeof params, ItemPath>(true);
    same<typeof given, NewOrder>(true);
    return order;
  });
  // @ts-expect-error the body is that of the response
  operation(typed, () => 5);
  const wide: OperationDefinition = typed;
  operation(wide, ({ params, query, body: given, reply: replyWith }) => {
    same<typeof params, unknown>(true);
    same<typeof query, unknown>(true);
    same<typeof given, unknown>(true);
    return replyWith(200, order);
  }) satisfies Operation;
  // @ts-expect-error which responses have bodies is unknown
  expect(operation(wide, () => 5).definition).toEqual(typed);
});

it('types the input by its classes', () => {
  const typed = operation(
    {
      ...at,
      path: '/{id}',
      params: ItemPath,
      query: ItemQuery,
      headers: ItemHeaders,
      body: NewOrder,
      responses: { 204: response('') },
    },
    ({ params, query, headers, cookies, body: given, request }) => {
      same<typeof params, ItemPath>(true);
      same<typeof query, ItemQuery>(true);
      same<typeof headers, ItemHeaders>(true);
      same<typeof cookies, Readonly<Record<string, unknown>>>(true);
      same<typeof given, NewOrder>(true);
      same<typeof request.method, string>(true);
    },
  );
  expect(typed.definition).toMatchObject({ params: ItemPath, query: ItemQuery, body: NewOrder });
  operation({ ...at, body: [Line], responses: { 204: response('') } }, (input) => {
    same<typeof input.body, Line[]>(true);
  });
  operation({ ...at, body: body(String), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, string>(true);
  });
  operation({ ...at, body: { schema: Order }, responses: { 204: response('') } }, (input) => {
    same<typeof input.body, Order | undefined>(true);
  });
  const several = { 'application/json': Order, 'text/csv': { schema: String } };
  operation({ ...at, body: { content: several }, responses: { 204: response('') } }, (input) => {
    same<typeof input.body, Order | string | undefined>(true);
  });
  operation(
    { ...at, body: { schema: Line, content: several, required: true }, responses: { 204: response('') } },
    (input) => {
      same<typeof input.body, Line | Order | string>(true);
    },
  );
  operation({ ...at, body: tupleOf(Order, Number), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, [Order, number]>(true);
  });
  operation({ ...at, body: mapOf(arrayOf(Date)), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, Record<string, Date[]>>(true);
  });
  operation({ ...at, body: oneOf(Order, Line), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, Order | Line>(true);
  });
  operation({ ...at, body: enumOf(['a', 'b']), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, 'a' | 'b'>(true);
  });
  operation(
    { ...at, body: { schema: file(), required: true }, responses: { 204: response('') } },
    (input) => {
      same<typeof input.body, Uint8Array>(true);
    },
  );
  operation({ ...at, body: schema('object'), responses: { 204: response('') } }, (input) => {
    same<typeof input.body, unknown>(true);
  });
  operation({ ...at, responses: { 204: response('') } }, (input) => {
    same<typeof input.body, undefined>(true);
  });
});

it('keeps its definition', () => {
  const getOrder = operation(
    {
      method: 'GET',
      path: '/orders/{id}',
      params: ItemPath,
      responses: { ...one, 404: problemResponse('') },
    },
    () => order,
  );
  const { definition } = getOrder;
  same<typeof definition.method, 'GET'>(true);
  same<typeof definition.path, '/orders/{id}'>(true);
  same<typeof definition.params, typeof ItemPath>(true);
  same<keyof typeof definition, 'method' | 'path' | 'params' | 'responses'>(true);
  same<keyof typeof definition.responses, 200 | 404>(true);
  const all: readonly Operation[] = [getOrder];
  expect(all).toHaveLength(1);
});

it('gives the names of the template if no class describes the path', () => {
  const none = { 204: response('') };
  const all = { method: 'GET', path: '/a/{id}/:from-:to/{file}.{ext}', responses: none } as const;
  const typed = operation(all, ({ params }) => {
    same<typeof params, Readonly<Record<'id' | 'from' | 'to' | 'file' | 'ext', string>>>(true);
  });
  expect(typed.definition).toEqual(all);
  const path = '/a/{id}' as string;
  operation({ method: 'GET', path, responses: none }, ({ params }) => {
    same<typeof params, Readonly<Record<string, unknown>>>(true);
  });
  const id = { name: 'id', in: 'path' as const, required: true, schema: schema('integer') };
  operation({ method: 'GET', path: '/a/{id}', parameters: [id], responses: none }, ({ params }) => {
    same<typeof params, Readonly<Record<string, unknown>>>(true);
  });
});

it('accepts documented results', () => {
  const right: Operation[] = [
    operation({ ...at, responses: one }, () => order),
    operation({ ...at, responses: one }, () => Promise.resolve(reply(200, order))),
    operation({ ...at, responses: { ...one, 204: response('') } }, ({ reply: answer, request }) =>
      request.target === '' ? answer(204) : answer(200, order, { headers: { 'x-n': 1 } }),
    ),
    operation({ ...at, responses: { ...one, 404: response('None') } }, async ({ request }) =>
      Promise.resolve(request.target === '' ? order : reply(404)),
    ),
    operation({ ...at, responses: { 200: { description: 'All', schema: [Order] } } }, () => [order]),
    operation({ ...at, responses: { 200: { description: 'None' } } }, () => undefined),
    operation({ ...at, responses: { ...one, 404: problemResponse('None') } }, ({ request }) =>
      request.target === '' ? order : problem(404, 'There is none.'),
    ),
    operation({ ...at, responses: { 200: response('', Order), 201: response('', Line) } }, () =>
      reply(201, { sku: 'a', quantity: 1 }, { headers: { location: '/x', 'x-n': 1 } }),
    ),
    operation({ ...at, responses: { 204: response(''), '4XX': response('', String) } }, () =>
      reply(418, 'tea'),
    ),
    operation({ ...at, responses: { 200: response('', Order), default: response('', String) } }, () =>
      reply(503, 'no'),
    ),
    operation({ ...at, responses: { 200: jsonLines('', Order) } }, async function* () {
      yield await Promise.resolve(order);
    }),
    operation({ ...at, responses: { 200: eventStream('', oneOf(Order, Line)) } }, () =>
      reply(
        200,
        (async function* () {
          yield await Promise.resolve(new ServerSentEvent(order, { id: '1' }));
        })(),
      ),
    ),
    operation({ ...at, responses: { '200': response('', Order), '404': response('', String) } }, () => order),
    operation({ ...at, responses: { '201': response('', Order), 404: response('', String) } }, () =>
      reply(201, order),
    ),
    operation({ ...at, responses: { 200: CSV } }, () => 'a,b'),
    operation({ ...at, responses: { 200: { ...CSV, schema: [Order] } } }, () => [order]),
    operation({ ...at, responses: { 200: { ...CSV, schema: [Order] } } }, () =>
      reply(200, 'a,b', { headers: { 'content-type': 'text/csv' } }),
    ),
    operation({ ...at, responses: { ...one, 404: { $ref: 'None' } } }, () => reply(404, order)),
    operation(
      {
        ...at,
        responses: { 200: { description: '', content: { 'text/event-stream': { itemSchema: Order } } } },
      },
      async function* () {
        yield await Promise.resolve(order);
      },
    ),
  ];
  expect(right).toHaveLength(19);
});

const CSV = { description: 'A table', content: { 'text/csv': String } };

it('does not compile with undocumented responses', () => {
  // @ts-expect-error the status is not documented, whose key is in quotes
  operation({ ...at, responses: { '200': response('', Order) } }, () => reply(201, order));
  // @ts-expect-error neither of the media types
  operation({ ...at, responses: { 200: { ...CSV, schema: [Order] } } }, () => order);
  // @ts-expect-error the media type has text
  operation({ ...at, responses: { 200: CSV } }, () => 7);
  // @ts-expect-error the status is not documented
  operation({ ...at, responses: one }, () => reply(201, order));
  // @ts-expect-error a problem whose status is not documented
  operation({ ...at, responses: { ...one, 404: problemResponse('') } }, () => problem(409, ''));
  // @ts-expect-error the body is another
  operation({ ...at, responses: one }, () => reply(200, 'x'));
  // @ts-expect-error the body is missing
  operation({ ...at, responses: one }, () => reply(200));
  // @ts-expect-error nothing is returned
  operation({ ...at, responses: one }, () => undefined);
  // @ts-expect-error the response has no body
  operation({ ...at, responses: { 204: response('') } }, () => order);
  // @ts-expect-error two successes: which one is it?
  operation({ ...at, responses: { ...one, 201: response('', Order) } }, () => order);
  // @ts-expect-error the body of another status
  operation({ ...at, responses: { ...one, 404: response('', String) } }, () => reply(404, order));
  // @ts-expect-error outside the range
  operation({ ...at, responses: { ...one, '4XX': response('') } }, () => reply(500));
  // @ts-expect-error a list of orders
  operation({ ...at, responses: { 200: response('', [Order]) } }, () => [1]);
  // @ts-expect-error one order is no stream of them
  operation({ ...at, responses: { 200: jsonLines('', Order) } }, () => order);
  // @ts-expect-error a stream of something else
  operation({ ...at, responses: { 200: eventStream('', Order) } }, async function* () {
    yield await Promise.resolve('x');
  });
  // @ts-expect-error not a class
  const classless = (): unknown => operation({ ...at, params: { id: Number }, responses: one }, () => order);
  // @ts-expect-error no responses
  const silent = (): unknown => operation({ ...at }, () => order);
  // @ts-expect-error an endpoint's name for the body
  const renamed = (): unknown => operation({ ...at, requestBody: body(Order), responses: one }, () => order);
  operation({ ...at, query: ItemQuery, responses: { 204: response('') } }, ({ query }) => {
    // @ts-expect-error the class has no such property
    same<typeof query.pagesize, never>(true);
  });
  operation({ ...at, responses: { 200: response('', Health) } }, () => new Health());
  expect(renamed).toThrow('Rename it to body');
  expect(classless).toThrow('needs a class or a Standard JSON Schema as params');
  expect(silent).toThrow('needs responses');
});

class Health {
  status = 1;
}

it('types rows of CSV', () => {
  const rows = { 200: response('Rows', csv([Order])) };
  operation({ ...at, body: csv([NewOrder]), responses: rows }, ({ body: given }) => {
    same<typeof given, NewOrder[]>(true);
    return [order];
  });
  operation({ ...at, responses: rows }, async function* () {
    yield await Promise.resolve(order);
  });
  operation({ ...at, responses: rows }, ({ reply: replyWith }) => replyWith(200, [order]));
  operation(
    {
      ...at,
      responses: {
        200: { description: 'Rows', content: { 'application/json': [Order], 'text/csv': csv([Order]) } },
      },
    },
    () => [order],
  );
  // @ts-expect-error a text is not rows
  operation({ ...at, responses: rows }, () => 'sku');
  // @ts-expect-error one row is not rows
  operation({ ...at, responses: rows }, () => order);
});

class Limits {
  limit!: number;
  reset?: Date;
  isOver(): boolean {
    return this.limit === 0;
  }
}

class Version {
  etag?: string;
}

it('types the headers of a class', () => {
  const limited = {
    200: { ...response('It', Order), headers: Limits },
    204: { ...response('None'), headers: Limits },
  };
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    replyWith(200, order, { headers: { limit: 1 } }),
  );
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    replyWith(200, order, { headers: Object.assign(new Limits(), { limit: 1, reset: new Date() }) }),
  );
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    replyWith(204, undefined, { headers: { limit: 1 } }),
  );
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    // @ts-expect-error a header is missing
    replyWith(200, order),
  );
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    // @ts-expect-error another type
    replyWith(200, order, { headers: { limit: '1' } }),
  );
  operation({ ...at, responses: limited }, ({ reply: replyWith }) =>
    // @ts-expect-error an undocumented header
    replyWith(200, order, { headers: { limit: 1, other: 1 } }),
  );
  const versioned = { 200: { ...response('It', Order), headers: Version } };
  operation({ ...at, responses: versioned }, ({ reply: replyWith }) => replyWith(200, order));
  operation({ ...at, responses: versioned }, ({ reply: replyWith }) =>
    // @ts-expect-error another type
    replyWith(200, order, { headers: { etag: 1 } }),
  );
});
