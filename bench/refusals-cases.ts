import 'reflect-metadata';
import { Type } from 'class-transformer';
import { Equals, IsArray, IsDefined, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { fetchOperations } from '../src/adapters/fetch.js';
import { ArrayOf, Docs, MapOf, OneOf, operation, response, rules, TupleOf, Webhook } from '../src/index.js';
import {
  MemoryReplayStore,
  receiveWebhooks,
  signStandardWebhook,
  WebhookRefusedError,
} from '../src/webhooks/messages/index.js';

type Target = new () => object;
type BodyOf = (leaf: unknown, size: number) => object;
/** Answers whether a body is accepted. */
type Ask = (body: string) => Promise<boolean>;

function classOf(name: string, members: object): Target {
  const target = class {};
  Object.defineProperty(target, 'name', { value: name });
  rules(target as never, members as never);
  return target;
}

/** A value that only the last of 20 classes accepts. */
const LAST = 195;

/** A recursive union of classes, each for another range of `q`, or with another constant `kind`. */
function unionOf(name: string, count: number, hasConstants: boolean, discriminator?: string): Target {
  const Node = classOf(`${name}Node`, {});
  const members = Array.from({ length: count }, (_, index) => {
    const from = LAST - 5 - (count - 1 - index) * 10;
    return classOf(`${name}${index}`, {
      ...(hasConstants && { kind: [Equals(`k${index}`)] }),
      [`p${index}`]: [IsOptional(), IsInt()],
      q: [IsOptional(), IsInt(), ...(hasConstants ? [] : [Min(from), Max(from + 9)])],
      k: [IsOptional(), IsArray(), ValidateNested({ each: true }), Type(() => Node)],
    });
  });
  const mapping = Object.fromEntries(members.map((member, index) => [`k${index}`, member]));
  OneOf(
    () => members as never,
    discriminator === undefined ? {} : ({ discriminator: { propertyName: discriminator, mapping } } as never),
  )(Node);
  return Node;
}

function bodyOfUnion(...union: Parameters<typeof unionOf>): Target {
  const Node = unionOf(...union);
  return classOf(`${union[0]}Body`, { l: [IsDefined(), IsArray(), ArrayOf(() => Node)] });
}

class Plain {
  @IsInt() q!: number;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Plain) k?: Plain[];
}
class PlainBody {
  @ValidateNested({ each: true }) @Type(() => Plain) l!: Plain[];
}
class MapBody {
  @IsDefined() @MapOf(() => Plain) l!: Record<string, Plain>;
}
class TupleBody {
  @IsDefined() @IsArray() @TupleOf(() => [Plain, Plain, Plain]) l!: [Plain, Plain, Plain];
}
class TuplesBody {
  @ValidateNested({ each: true }) @Type(() => TupleBody) l!: TupleBody[];
}
const EventNode = unionOf('Event', 20, false);
@Webhook('node.added')
class NodeAdded {
  @Equals('node.added') type = 'node.added' as const;
  @IsDefined() @IsArray() @ArrayOf(() => EventNode) l!: object[];
}

const tree = (leaf: unknown, more: object = {}): object => ({
  ...more,
  q: LAST,
  k: [{ ...more, q: LAST, k: [{ ...more, q: leaf }] }],
});
const times = (size: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length: size }, (_, index) => item(index));
const listOf =
  (more: object = {}): BodyOf =>
  (leaf, size) => ({ l: times(size, () => tree(leaf, more)) });
const mapOf: BodyOf = (leaf, size) => ({
  l: Object.fromEntries(times(size, (index) => [`m${String(index)}`, tree(leaf)]) as [string, object][]),
});
const tuplesOf: BodyOf = (leaf, size) => ({
  l: times(size / 3, () => ({ l: [tree(LAST), tree(LAST), tree(leaf)] })),
});
/** A chain of objects in each other, as many as are allowed. */
const deep: BodyOf = (leaf, size) => ({
  l: times(size / 30, () => {
    let node: object = { q: leaf };
    for (let level = 1; level < 90; level += 1) node = { q: LAST, k: [node] };
    return node;
  }),
});

const INT = { type: 'integer' };
const NODE = { type: 'object', properties: { q: INT, k: { type: 'array', items: {} } } };
const listOfSchema = (items: object): object => ({
  type: 'object',
  required: ['l'],
  properties: { l: { type: 'array', items } },
});
/** Objects whose innermost `q` must be an integer, for raw schemas. */
const inner = (q: object): object => {
  const level = (k: object): object => ({
    ...NODE,
    properties: { q: INT, k: { type: 'array', items: k } },
  });
  return level(level({ type: 'object', properties: { q } }));
};

/** Objects with a list that contains an item of a schema. */
const containing = (contains: object): object => ({
  ...NODE,
  properties: { q: INT, k: { type: 'array', contains } },
});

const serve = (name: string, body: unknown): Ask => {
  const docs = new Docs({ info: { title: name, version: '1' }, diagnostics: 'silent' });
  const endpoint = { method: 'POST', path: '/x', body, responses: { 204: response('Done') } };
  const answer = fetchOperations(docs, [operation(endpoint as never, () => undefined)]);
  const headers = { 'content-type': 'application/json' };
  return async (text) => {
    const found = await answer(new Request('http://localhost/x', { method: 'POST', headers, body: text }));
    await found?.text();
    return found?.status === 204;
  };
};

/** Sends the members `q` of a list as a parameter. */
const serveQuery = (): Ask => {
  class Filter {
    @IsArray() @IsInt({ each: true }) l!: number[];
  }
  const docs = new Docs({ info: { title: 'Query', version: '1' }, diagnostics: 'silent' });
  const answer = fetchOperations(docs, [
    operation(
      { method: 'GET', path: '/x', query: Filter, responses: { 204: response('Done') } } as never,
      () => undefined,
    ),
  ]);
  return async (text) => {
    const { l } = JSON.parse(text) as { l: unknown[] };
    const found = await answer(
      new Request(`http://localhost/x?${l.map((item) => `l=${String(item)}`).join('&')}`),
    );
    await found?.text();
    return found?.status === 204;
  };
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const serveWebhook = (): Ask => {
  const receive = receiveWebhooks({ secrets: SECRET, events: [NodeAdded], store: new MemoryReplayStore() });
  return async (text) => {
    const headers = signStandardWebhook(text, SECRET);
    try {
      await receive(text, headers, () => undefined);
      return true;
    } catch (error) {
      if (error instanceof WebhookRefusedError && error.status === 422) return false;
      throw error;
    }
  };
};

type Case = readonly [name: string, ask: () => Ask, bodyOf: BodyOf];

const of = (name: string, body: unknown, bodyOf: BodyOf = listOf()): Case => [
  name,
  () => serve(name, body),
  bodyOf,
];
const ofSchema = (name: string, items: object, bodyOf?: BodyOf): Case =>
  of(name, listOfSchema(items), bodyOf);

/** How a value is asked for, and a body by the value of its innermost members. */
export const cases: readonly Case[] = [
  of('a list of objects', PlainBody),
  of('a map of objects', MapBody, mapOf),
  of('tuples of objects', TuplesBody, tuplesOf),
  of('objects, 90 deep', PlainBody, deep),
  of('5 classes without constants', bodyOfUnion('Five', 5, false)),
  of('10 classes without constants', bodyOfUnion('Ten', 10, false)),
  of('20 classes without constants', bodyOfUnion('Twenty', 20, false)),
  of('5 classes, 90 deep', bodyOfUnion('Deep', 5, false), deep),
  of('20 classes with constants', bodyOfUnion('Constant', 20, true), listOf({ kind: 'k19' })),
  of('20 classes, discriminator', bodyOfUnion('Named', 20, true, 'kind'), listOf({ kind: 'k19' })),
  ofSchema('a raw schema', inner(INT)),
  ofSchema('contains', containing(containing({ type: 'object', properties: { q: INT } }))),
  ofSchema('if and then', { if: NODE, then: inner(INT) }),
  ofSchema('dependentSchemas', { ...NODE, dependentSchemas: { k: inner(INT) } }),
  ofSchema('not', inner({ not: { type: 'string' } })),
  ofSchema('allOf', { allOf: [NODE, inner(INT)] }),
  ['a query parameter', serveQuery, (leaf, size) => ({ l: times(size, () => leaf) })],
  [
    'a received webhook, 20 classes',
    serveWebhook,
    (leaf, size) => ({ type: 'node.added', ...listOf()(leaf, size) }),
  ],
];
