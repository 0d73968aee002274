import type { FuzzFinding } from '../../../../src/tools/testing.js';

type Shown = Partial<Record<keyof FuzzFinding, unknown>>;

/** The finding that shows each bug. They were chosen without knowing what fuzz checks. */
export const BUGS = {
  'one too many on a page': { operation: 'GET /animals', rule: 'maxItems' },
  'negative offset crashes': { operation: 'GET /animals', code: 'server-error', rule: 'minimum' },
  'large offset crashes': { operation: 'GET /animals', code: 'server-error', isValid: true },
  'repeated species crashes': { code: 'server-error', place: 'query parameter species' },
  'unknown order crashes': { code: 'server-error', place: 'query parameter sort' },
  'reptiles in capitals': { code: 'answer-undocumented', rule: 'enum' },
  'no phone is null': { code: 'answer-undocumented', pointer: '#/phone' },
  'owner leaks': { operation: 'GET /animals/{animalId}', pointer: '#/owner' },
  'emoji in a name crashes': { code: 'server-error', pointer: '#/name', isValid: true },
  'date that does not exist crashes': { code: 'server-error', pointer: '#/born' },
  'negative weight accepted': { code: 'invalid-accepted', rule: 'exclusiveMinimum' },
  'any chip accepted': { code: 'invalid-accepted', rule: 'pattern' },
  'conflict gets 422': { code: 'answer-undocumented', status: 422 },
  'Location leads nowhere': { code: 'created-not-found' },
  'long name accepted in a change': { operation: 'PATCH /animals/{animalId}', rule: 'maxLength' },
  'replaced animal not stored': { code: 'change-lost' },
  'empty body crashes': { operation: 'PATCH /animals/{animalId}', code: 'server-error', rule: 'required' },
  'other media type crashes': { code: 'server-error', rule: 'content', status: 500, place: 'request body' },
  'malformed percent crashes': { code: 'server-error', message: /percent/ },
  'deleted animal still there': { code: 'use-after-delete' },
  'visit of a missing animal crashes': {
    code: 'server-error',
    place: 'path parameter animalId',
    isValid: true,
  },
  'NUL in a reason crashes': { code: 'server-error', pointer: '#/reason' },
  'visit without a reason accepted': { code: 'invalid-accepted', pointer: '#/reason', rule: 'required' },
  'unknown property of a visit accepted': { code: 'invalid-accepted', rule: 'additionalProperties' },
  'repeated tags accepted': { code: 'invalid-accepted', rule: 'uniqueItems' },
  'too many tags accepted': { code: 'invalid-accepted', rule: 'maxItems' },
  'times without zone': { code: 'answer-undocumented', rule: 'format' },
  'listed visits have no time': {
    operation: 'GET /animals/{animalId}/visits',
    pointer: '#/0/at',
    rule: 'required',
  },
  'no visits are null': { operation: 'GET /animals/{animalId}/visits', rule: 'type', pointer: '#' },
  'id of letters crashes': { operation: 'GET /visits/{visitId}', code: 'server-error', rule: 'type' },
  'missing visit gets HTML': { code: 'answer-undocumented', status: 404, rule: 'content' },
  'delete of a visit without credentials': {
    operation: 'DELETE /visits/{visitId}',
    code: 'authentication-ignored',
  },
  'created invoice gets 200': { operation: 'POST /invoices', code: 'answer-undocumented', status: 200 },
  'total as text': { code: 'answer-undocumented', rule: 'type', pointer: /\/total$/ },
  'no lines crash': { operation: 'POST /invoices', code: 'server-error', curl: /"lines":\[\]/ },
  'long text of a line crashes': { operation: 'POST /invoices', code: 'server-error', curl: /[ax]{99}/ },
  'syntax error crashes': { operation: 'POST /invoices', code: 'server-error', rule: 'content' },
  'any token accepted': { code: 'authentication-ignored', message: /wrong credentials/ },
  'HEAD without credentials': { code: 'authentication-ignored', message: /HEAD/ },
  'connection string in an error': { code: 'secret-shown' },
  'header name with case': { operation: 'GET /vets', code: 'valid-refused' },
  'Allow of another resource': { code: 'unsupported-method', message: /Allow/ },
  'trailing slash crashes': { code: 'server-error', message: /final slash/ },
  'health as plain text': { operation: 'GET /health', rule: 'content' },
} as const satisfies Readonly<Record<string, Shown>>;

/** What no document says: whether a filter filters, an update of one member lasts, a deletion is idempotent, ids return. */
export const BEYOND = [
  'filter ignored',
  'false is not stored',
  'delete of nothing gets 204',
  'id of a deleted visit used again',
  'long reference loses digits',
] as const;

export type Bug = keyof typeof BUGS | (typeof BEYOND)[number];

export function shows(finding: FuzzFinding, bug: keyof typeof BUGS): boolean {
  const { operation, also } = finding;
  return Object.entries(BUGS[bug] as Shown).every(([field, wanted]) => {
    if (field === 'operation') return [operation, ...also].includes(String(wanted));
    const value = finding[field as keyof FuzzFinding];
    return wanted instanceof RegExp ? wanted.test(value as string) : value === wanted;
  });
}
