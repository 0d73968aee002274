// A hotel: guests with a unique e-mail address, rooms, bookings of both.

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ 'application/json': { schema } });
const answer = (description: string, schema?: object): object => ({
  description,
  ...(schema !== undefined && { content: json(schema) }),
});
const problem = (description: string): object => answer(description, ref('Problem'));
const PROBLEMS = { 400: problem('Invalid'), 401: problem('No credentials'), 404: problem('Not found') };
const WRITE_PROBLEMS = { ...PROBLEMS, 415: problem('Not JSON') };
const body = (schema: object): object => ({ required: true, content: json(schema) });
const query = (name: string, schema: object): object => ({ in: 'query', name, schema });
const id = (name: string): object => ({
  ...{ in: 'path', name, required: true },
  schema: { type: 'string', pattern: '^[a-z]+-[0-9]+$' },
});

const text = (maxLength: number, minLength = 0): object => ({ type: 'string', minLength, maxLength });
const whole = (minimum: number, maximum: number): object => ({ type: 'integer', minimum, maximum });
const closed = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

const LIMIT = query('limit', whole(1, 100));

const GUEST = {
  name: text(40, 1),
  email: { type: 'string', format: 'email', maxLength: 80 },
  birthYear: whole(1900, 2010),
  language: { enum: ['en', 'de', 'fr'] },
};
const ADDRESS = closed(['city'], {
  street: { type: ['string', 'null'], maxLength: 60 },
  addition: { type: ['string', 'null'], maxLength: 60 },
  city: text(60),
  postcode: { type: ['string', 'null'], maxLength: 10 },
  country: { type: ['string', 'null'], maxLength: 60 },
});
const PROFILE = Object.fromEntries(
  ['company', 'department', 'title', 'phone', 'fax', 'website', 'nickname', 'note', 'taxNumber'].map(
    (name) => [name, { type: ['string', 'null'], maxLength: 50 }],
  ),
);
const ROOM = {
  number: whole(1, 9999),
  kind: { enum: ['single', 'double', 'suite'] },
  beds: whole(1, 8),
  label: text(30),
  tags: { type: 'array', maxItems: 5, uniqueItems: true, items: text(12, 1) },
};
const BOOKING = {
  guestId: { type: 'string' },
  roomId: { type: 'string' },
  nights: whole(1, 30),
  remark: text(200),
};
const identified = (required: readonly string[], properties: object): object => ({
  ...closed(['id', ...required], { id: { type: 'string' }, ...properties }),
});

export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Hotel', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/health': {
      get: {
        security: [],
        responses: { 200: answer('It runs', closed(['status'], { status: { const: 'ok' } })) },
      },
    },
    '/guests': {
      get: {
        parameters: [LIMIT, query('name', text(40)), query('language', GUEST.language)],
        responses: { 200: answer('Guests', { type: 'array', items: ref('Guest') }), ...PROBLEMS },
      },
      post: {
        requestBody: body(ref('NewGuest')),
        responses: { 201: answer('Added', ref('Guest')), 409: problem('E-mail exists'), ...WRITE_PROBLEMS },
      },
    },
    '/guests/{guestId}': {
      parameters: [id('guestId')],
      get: { responses: { 200: answer('The guest', ref('Guest')), ...PROBLEMS } },
      delete: { responses: { 204: answer('Deleted'), ...PROBLEMS } },
    },
    '/guests/{guestId}/profile': {
      parameters: [id('guestId')],
      put: { requestBody: body(ref('Profile')), responses: { 204: answer('Changed'), ...WRITE_PROBLEMS } },
    },
    '/rooms': {
      get: {
        parameters: [LIMIT, query('kind', ROOM.kind), query('maxPrice', { type: 'number', minimum: 0 })],
        responses: { 200: answer('Rooms', { type: 'array', items: ref('Room') }), ...PROBLEMS },
      },
      post: {
        requestBody: body(ref('NewRoom')),
        responses: { 201: answer('Added', ref('Room')), 409: problem('Number exists'), ...WRITE_PROBLEMS },
      },
    },
    '/rooms/{roomId}': {
      parameters: [id('roomId')],
      get: { responses: { 200: answer('The room', ref('Room')), ...PROBLEMS } },
      put: {
        requestBody: body(ref('NewRoom')),
        responses: { 200: answer('Changed', ref('Room')), ...WRITE_PROBLEMS },
      },
      delete: { responses: { 204: answer('Deleted'), ...PROBLEMS } },
    },
    '/bookings': {
      post: {
        requestBody: body(ref('NewBooking')),
        responses: { 201: answer('Booked', ref('Booking')), ...WRITE_PROBLEMS },
      },
    },
    '/bookings/{bookingId}': {
      parameters: [id('bookingId')],
      get: { responses: { 200: answer('The booking', ref('Booking')), ...PROBLEMS } },
      delete: { responses: { 204: answer('Cancelled'), ...PROBLEMS } },
    },
    '/bookings/{bookingId}/notes': {
      parameters: [id('bookingId')],
      post: {
        requestBody: body(ref('NewNote')),
        responses: { 201: answer('Added', ref('Note')), ...WRITE_PROBLEMS },
      },
    },
    '/bookings/{bookingId}/notes/{noteId}': {
      parameters: [id('bookingId'), id('noteId')],
      get: { responses: { 200: answer('The note', ref('Note')), ...PROBLEMS } },
    },
    '/report': {
      get: {
        parameters: [{ in: 'query', name: 'year', required: true, schema: whole(2000, 2100) }],
        responses: {
          200: answer(
            'Revenue',
            closed(['year', 'total'], { year: { type: 'integer' }, total: { type: 'number' } }),
          ),
          ...PROBLEMS,
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Problem: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      NewGuest: closed(['name', 'email'], GUEST),
      Guest: identified(['name', 'email'], GUEST),
      Profile: closed(['address'], { ...PROFILE, address: ADDRESS }),
      NewRoom: closed(['number', 'kind', 'beds'], ROOM),
      Room: identified(['number', 'kind', 'beds'], ROOM),
      NewBooking: closed(['guestId', 'roomId', 'nights'], BOOKING),
      Booking: identified(['guestId', 'roomId', 'nights', 'total'], {
        ...BOOKING,
        total: { type: 'number' },
      }),
      NewNote: closed(['text'], { text: text(100, 1) }),
      Note: identified(['text'], { text: text(100, 1) }),
    },
  },
};
