import {
  arrayOf,
  Docs,
  mapOf,
  oneOf,
  operation,
  response,
  type Schema,
  type TypeInput,
} from '../../../src/index.js';
import type { Constructor } from '../../../src/shared/types.js';
import { runs } from '../../fixtures/runs.js';
import { forget, generateClass } from '../../law/classes/generate.js';
import {
  documented,
  findWrong,
  INFO,
  isRegistered,
  json,
  operationOf,
  requestsOf,
  samplesOf,
  type Encoding,
  type Request,
  type Subject,
} from './differential-subjects.js';
import { isMembers } from './differential.js';
import { FRAMEWORKS, serve } from './servers.js';

// Two programs of others decide: ajv reads the served document, and class-validator the instance of class-transformer. A
// handler runs for the requests that both accept, and for no other.

const COUNT = runs(10);
const FIRST = Number(process.env.DTOSPEC_SEED ?? 1);
const HIDDEN = 'what no class documents';

const numbers = Array.from({ length: COUNT }, (_, index) => FIRST + index);
const targets = numbers.map((number) => generateClass(number));
const ENCODINGS: readonly Encoding[] = ['json', 'form', 'parts', 'query'];
const subjects = targets.flatMap((target, index) =>
  ENCODINGS.map((encoding): Subject => {
    const number = numbers[index]!;
    return { target, number, encoding, given: operationOf(target, encoding, number) };
  }).filter(({ given }) => isRegistered(given)),
);

afterAll(() => {
  targets.forEach(forget);
});

describe('requests', () => {
  const operations = subjects.map(({ given }) => given);
  let requests: Request[] = [];

  beforeAll(async () => {
    const document = documented(operations);
    requests = [];
    for (const subject of subjects) requests.push(...(await requestsOf(subject, document)));
  });

  it('are accepted and refused', () => {
    for (const encoding of ENCODINGS) {
      const own = requests.filter(({ what }) => what.startsWith(encoding));
      expect([encoding, own.some(({ isAccepted }) => isAccepted)]).toEqual([encoding, true]);
      expect([encoding, own.some(({ instances }) => instances.length === 0)]).toEqual([encoding, true]);
    }
  });

  it.each(FRAMEWORKS)('%s: reach the handler if ajv and class-validator accept them', async (framework) => {
    const { origin, close } = await serve(framework, operations);
    expect(await findWrong(origin, requests)).toEqual([]);
    await close();
  });
});

let answer: unknown;

const SHAPES: readonly (readonly [
  string,
  (own: TypeInput, other: TypeInput) => TypeInput,
  (one: unknown) => unknown,
])[] = [
  ['own', (own) => own, (one) => one],
  ['either', (own, other) => oneOf(own as never, other as never), (one) => one],
  ['list', (own, other) => arrayOf(oneOf(other as never, own as never)), (one) => [one]],
  ['map', (own, other) => mapOf(oneOf(own as never, other as never)), (one) => ({ key: one })],
];

describe('responses', () => {
  const replies = targets.flatMap((target, index) => {
    const given = SHAPES.map(([name, typeOf, wrap]) => {
      const type = typeOf(target, targets[(index + 1) % targets.length]!);
      const responses = { 200: response('It', type) };
      const path = `/${name}/${index}`;
      return { wrap, given: operation({ method: 'GET', path, responses } as never, (() => answer) as never) };
    });
    return given.every((one) => isRegistered(one.given)) ? [{ target, given, number: numbers[index]! }] : [];
  });
  const operations = replies.flatMap(({ given }) => given.map((one) => one.given));

  it.each(FRAMEWORKS)('%s: are valid and hold what their class documents', async (framework) => {
    const document = documented(operations);
    const { origin, close } = await serve(framework, operations);
    const statuses = new Set<number>();
    const wrong: unknown[] = [];
    for (const [place, { target, given, number }] of replies.entries()) {
      // A handler may copy a whole row into an instance: the members of another class must not leave.
      const other = document.sentBy(replies[(place + 1) % replies.length]!.given[0]!.given);
      const [others] = samplesOf(other, document, number, 1).filter(isMembers);
      const own = document.sentBy(given[0]!.given);
      const rows = samplesOf(own, document, number, 2)
        .filter(isMembers)
        .map((row) => ({ secret: HIDDEN, ...row }));
      const instances = rows.map((row) =>
        Object.assign(Object.create(target.prototype as object), others, row),
      );
      const known = namesOf(target);
      for (const { given: one, wrap } of given)
        for (const value of [...rows, ...instances]) {
          answer = wrap(value);
          const { path } = one.definition;
          const sent = await fetch(origin + path);
          const text = await sent.text();
          statuses.add(sent.status);
          if (sent.status !== 200) continue;
          const body: unknown = JSON.parse(text);
          const isValid = document.judgeOf(document.sentBy(one))(body);
          const names = rows.includes(value) ? [] : Object.keys(innerOf(body, wrap) as object);
          const unknown = names.filter((name) => !known.has(name));
          if (!isValid || text.includes(HIDDEN) || unknown.length > 0)
            wrong.push({ path, number, text, value: json(value), isValid, unknown });
        }
    }
    expect(wrong).toEqual([]);
    expect([...statuses].sort((a, b) => a - b)).toEqual([200, 500]);
    await close();
  });
});

/** Returns what `wrap` has put into the body. */
function innerOf(body: unknown, wrap: (one: unknown) => unknown): unknown {
  if (wrap(0) === 0) return body;
  return Object.values(body as object)[0];
}

/** Returns the names that the document has for a class that a response sends. */
function namesOf(target: Constructor): ReadonlySet<string> {
  const docs = new Docs({ info: INFO });
  docs.add({ method: 'GET', path: '/x', responses: { 200: response('It', target as never) } } as never);
  const { components } = docs.buildSpec();
  return new Set(
    Object.entries((components?.schemas ?? {}) as Readonly<Record<string, Schema>>)
      .filter(([name]) => name === target.name)
      .flatMap(([, { properties = {} }]) => Object.keys(properties)),
  );
}
