import { Docs, Webhook, type Config, type Diagnostic, type Endpoint } from '../../../../../src/index.js';
import type { OpenApiDocument } from '../../../../../src/documents/openapi/types/document.js';
import { TABLES } from '../../../../../src/documents/openapi/fields/table.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { info, ok } from '../build.js';
import { HOSTS, type Host, type Said } from './hosts.js';
import { REQUIRED, SAMPLES, type Sample } from './samples.js';

// Each field of each object of OpenAPI, said in every way that there is, in every version: it arrives where it belongs, is
// translated, or is told. Made of the tables: a new row needs a sample, a new object a way to say it.

type Version = (typeof VERSIONS)[number];
type Json = Readonly<Record<string, unknown>>;

const VERSIONS = ['3.0', '3.1', '3.2'] as const;

interface Row {
  readonly object: string;
  readonly field: string;
  readonly since: Version;
}

/** Of OpenAPI's own tables; ours are the last. */
const ROWS: readonly Row[] = TABLES.slice(0, -1).flatMap(([since, table]) =>
  Object.entries<object>(table).flatMap(([object, fields]) =>
    Object.keys(fields).map((field) => ({ object, field, since })),
  ),
);

class Sent {}
Webhook('sent')(Sent);

/** What stands in every document, for links and references to lead to. */
const BASE: Config = {
  info,
  components: { responses: { Unauthorized: { description: 'Sign in' } } },
};
const OWNER: Endpoint = { method: 'GET', path: '/owner', operationId: 'getOwner', responses: ok };

/** Both: arrays one after the other, objects member by member. */
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...(other as unknown[])];
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return other;
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other))
    merged[key] = key in merged ? merge(merged[key], value) : (value as unknown);
  return merged;
}

function docsOf(all: readonly { readonly id: string; readonly said: Said }[], openapi: Version): Docs {
  const config = all.reduce<unknown>((sum, { said }) => merge(sum, said.config ?? {}), BASE) as Config;
  const docs = new Docs({ ...config, openapi }).add(OWNER);
  for (const { id, said } of all) {
    if (said.endpoint !== undefined)
      docs.add({ method: 'POST', path: `/${id}`, operationId: id, responses: ok, ...said.endpoint });
    if (said.webhook !== undefined)
      docs.addWebhook(Sent, { name: id, operationId: `on-${id}`, ...said.webhook });
  }
  return docs;
}

function valueAt(document: OpenApiDocument, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document) as
    | Json
    | undefined;
}

/** The field said in one way. */
function say(row: Row, host: Host, name: string): { id: string; said: Said; sample: Sample; object: object } {
  const sample = (SAMPLES as unknown as Record<string, Record<string, Sample>>)[row.object]?.[row.field];
  if (sample === undefined) throw new Error(`${row.object}.${row.field} has no sample in samples.ts`);
  const id = `${row.object}-${row.field}-${name}`.replace(/[^\w.-]/g, '-');
  const object = { ...(sample.instead ?? REQUIRED[row.object]), ...sample.beside, [row.field]: sample.given };
  return { id, said: host.said(object, id), sample, object };
}

const told = (docs: Docs): Diagnostic[] =>
  docs
    .diagnostics({ notes: true })
    .filter(({ code }) => !['looser-rule', 'class-without-metadata', 'unknown-path'].includes(code));

const lacks = (row: Row, openapi: Version): boolean => row.since > openapi;

/**
 * What a validator cannot judge: the meta-schema of 3.1 calls a link's server `body` (see published.test.ts), that of 3.0
 * lets nothing extend an encoding, which its specification allows (3.0.4, 4.7.15), Redocly goes into callbacks of callbacks
 * no further, and two operations may not have one operationId.
 */
function isBeyond(way: string, openapi: Version): boolean {
  return (
    (openapi === '3.1' && /^server\..* in link$/.test(way)) ||
    (openapi === '3.0' && way === 'encoding. in property') ||
    way === 'operation.callbacks in callback' ||
    way.startsWith('operation.operationId')
  );
}

describe.each(VERSIONS)('OpenAPI %s', (openapi) => {
  const ways = ROWS.flatMap((row) =>
    Object.entries(HOSTS[row.object] ?? {})
      .filter(([, { since = '3.0', has = () => true }]) => since <= openapi && has(row.field))
      .map(([name, host]) => [`${row.object}.${row.field}`, name, row, host] as const),
  );

  test.each(ways)('%s in %s', (_title, name, row, host) => {
    const { id, said, sample } = say(row, host, name);
    const docs = docsOf([{ id, said }], openapi);
    const object = valueAt(docs.buildSpec(), host.at(id));
    const found = told(docs);
    if (!lacks(row, openapi)) {
      expect(found).toEqual([]);
      expect(object?.[row.field]).toEqual('arrives' in sample ? sample.arrives : sample.given);
      return;
    }
    expect(object?.[row.field]).toBeUndefined();
    if (sample.before !== undefined) {
      // A parent without groups of tags has a note, since this operation has no tag.
      expect(found.filter(({ code }) => code !== 'tag-groups-left-out')).toEqual([]);
      expect(object ?? {}).toMatchObject(sample.before);
    } else {
      expect(found.map(({ code }) => code)).toEqual([`not-in-openapi-${openapi.replace('.', '-')}`]);
      // Of an object that the version lacks, the field that has it is told.
      if (object !== undefined) expect(found[0]?.place.endsWith(row.field)).toBe(true);
    }
  });

  test('all of them together pass the validators', async () => {
    const all = ways.filter(([title, name]) => !isBeyond(`${title} in ${name}`, openapi));
    const said = all
      .map(([, name, row, host]) => say(row, host, name))
      .filter(({ sample }) => sample.valid?.includes(openapi) ?? true);
    await expectValidDocument(docsOf(said, openapi).buildSpec());
  });
});

describe.each(VERSIONS)('extensions in OpenAPI %s', (openapi) => {
  const added = { 'x-field': { of: 'ours' }, extensions: { 'x-more': true } };
  const ways = Object.entries(HOSTS).flatMap(([object, hosts]) =>
    Object.entries(hosts)
      .filter(([, { since = '3.0' }]) => since <= openapi && object !== 'reference')
      // There the fields of the body itself are among them.
      .filter(([name]) => name !== 'body without content')
      .filter(() => object !== 'deviceAuthorizationFlow' || openapi === '3.2')
      .map(([name, host]) => [object, name, host] as const),
  );
  const sayExtended = (object: string, name: string, host: Host): { id: string; said: Said } => {
    const id = `x-${object}-${name}`.replace(/[^\w.-]/g, '-');
    return { id, said: host.said({ ...REQUIRED[object], ...added }, id) };
  };

  test.each(ways)('appear on a %s in %s', (object, name, host) => {
    const way = sayExtended(object, name, host);
    const docs = docsOf([way], openapi);
    expect(told(docs)).toEqual([]);
    expect(valueAt(docs.buildSpec(), host.at(way.id))).toMatchObject({
      'x-field': { of: 'ours' },
      'x-more': true,
    });
  });

  test('pass the validators', async () => {
    const said = ways
      .filter(([object, name]) => !isBeyond(`${object}. in ${name}`, openapi))
      .map(([object, name, host]) => sayExtended(object, name, host));
    await expectValidDocument(docsOf(said, openapi).buildSpec());
  });
});

test('the test has a sample for every object and every field', () => {
  expect(ROWS.filter(({ object }) => HOSTS[object] === undefined)).toEqual([]);
  const sampled = Object.entries(SAMPLES).flatMap(([object, fields]) =>
    Object.keys(fields as object).map((field) => `${object}.${field}`),
  );
  expect(sampled.sort()).toEqual(ROWS.map(({ object, field }) => `${object}.${field}`).sort());
});
