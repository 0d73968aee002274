import type { FuzzFinding } from '../../../../src/tools/testing.js';

/** The finding that shows each bug. */
export const BUGS = {
  'crash behind a unique field': { operation: 'POST /guests', code: 'server-error', pointer: '#/birthYear' },
  'crash on an empty string': {
    operation: 'GET /guests',
    code: 'server-error',
    place: 'query parameter name',
  },
  'crash on characters beyond ASCII': { operation: 'POST /rooms', code: 'server-error', pointer: '#/label' },
  'crash on a large number': {
    operation: 'GET /rooms',
    code: 'server-error',
    place: 'query parameter maxPrice',
  },
  'crash on a nested null': {
    ...{ operation: 'PUT /guests/{guestId}/profile', code: 'server-error' },
    pointer: '#/address/postcode',
  },
  'crash on broken JSON': { code: 'server-error', isValid: false, rule: 'content' },
  'crash on a second deletion': { operation: 'DELETE /bookings/{bookingId}', code: 'server-error' },
  'limit off by one': { operation: 'POST /rooms', code: 'invalid-accepted', rule: 'maximum' },
  'limit refused': { operation: 'GET /rooms', code: 'valid-refused', place: 'query parameter limit' },
  'duplicates accepted': { operation: 'POST /rooms', code: 'invalid-accepted', rule: 'uniqueItems' },
  'query ignored': { operation: 'GET /guests', code: 'invalid-accepted', place: 'query parameter language' },
  'any content type': { operation: 'PUT /rooms/{roomId}', code: 'invalid-accepted', rule: 'content' },
  'wrong status': { operation: 'POST /bookings', code: 'answer-undocumented', rule: 'responses' },
  'wrong content type': { operation: 'GET /health', code: 'answer-undocumented', rule: 'content' },
  'wrong type in an answer': {
    operation: 'GET /guests/{guestId}',
    code: 'answer-undocumented',
    rule: 'type',
  },
  'member missing': { operation: 'GET /bookings/{bookingId}', code: 'answer-undocumented', rule: 'required' },
  'credentials ignored': { operation: 'GET /report', code: 'authentication-ignored' },
  'any credentials': { operation: 'GET /guests', code: 'authentication-ignored' },
  'readable after deletion': { operation: 'GET /rooms/{roomId}', code: 'use-after-delete' },
  'created but not readable': {
    ...{ operation: 'GET /bookings/{bookingId}/notes/{noteId}', code: 'created-not-found' },
  },
  'no Allow': { code: 'unsupported-method' },
} as const satisfies Readonly<Record<string, Partial<Record<keyof FuzzFinding, unknown>>>>;

export type Bug = keyof typeof BUGS;
