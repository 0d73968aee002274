import { plainToInstance } from 'class-transformer';
import { Docs, operation, response, type Operation } from '../../../src/index.js';
import { byTurns, runs } from '../../fixtures/runs.js';
import { verdictOf } from '../../law/verdict.js';
import {
  copyOf,
  documented,
  fill,
  findWrong,
  INFO,
  json,
  operationOf,
  requestsOf,
  samplesOf,
  schemasIn,
  type Documented,
  type Encoding,
  type Request,
  type Subject,
} from './differential-subjects.js';
import { documentedOnly } from './differential.js';
import { SEAMS, sentBy, TENANTS } from './differential-seams.js';
import { MOUNTS } from './mounts.js';
import { FRAMEWORKS, serve } from './servers.js';

// As differential.test.ts, for classes that convert what is sent, for getters, and for routers with a parameter.

const COUNT = runs(4);
const FIRST = Number(process.env.DTOSPEC_SEED ?? 1);
const ENCODINGS: readonly Encoding[] = ['json', 'form', 'parts', 'query'];

/** Values that conversions accept. Generated texts rarely are among them. */
const LIKELY = ['7', '120', 'key', 'ab', '2026-03-15', 'a-b', ''];

/** Puts a likely value into one member. */
function withLikely(values: readonly unknown[]): unknown[] {
  return values.flatMap((value, index) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
    const likely = LIKELY[index % LIKELY.length];
    const texts = Object.entries(value).filter(([, member]) => typeof member === 'string');
    return [value, ...texts.map(([name]) => ({ ...value, [name]: likely }))];
  });
}

const subjects = SEAMS.flatMap((target, number) =>
  ENCODINGS.map((encoding): Subject => ({
    target,
    number,
    encoding,
    given: operationOf(target, encoding, number),
  })),
);

async function requestsOfAll(all: readonly Subject[], document: Documented, prefix = ''): Promise<Request[]> {
  const requests: Request[] = [];
  for (const subject of all) {
    const schema = document.schemaOf(subject.given, subject.encoding);
    const samples = withLikely(samplesOf(schema, document, FIRST + subject.number, COUNT));
    requests.push(...(await requestsOf(subject, document, samples, prefix)));
  }
  return requests;
}

describe('requests', () => {
  const operations = subjects.map(({ given }) => given);
  let requests: Request[] = [];
  beforeAll(async () => {
    requests = await requestsOfAll(subjects, documented(operations));
  });

  it('are accepted and refused for each class', () => {
    const outcomes = SEAMS.map((target, number) => {
      const own = requests.filter(({ what }) => what.startsWith(`json of class ${number}:`));
      return [
        target.name,
        own.some(({ isAccepted }) => isAccepted),
        own.some(({ isAccepted }) => !isAccepted),
      ];
    });
    expect(outcomes).toEqual(SEAMS.map(({ name }) => [name, true, true]));
  });

  it.each(FRAMEWORKS)('%s: reach the handler if ajv and class-validator accept them', async (framework) => {
    const { origin, close } = await serve(framework, operations);
    const asked = byTurns(requests, FRAMEWORKS.indexOf(framework), 4);
    expect(await findWrong(origin, asked)).toEqual([]);
    await close();
  });
});

const MOUNTED = Object.entries(MOUNTS).map(([name, start], turn) => [name, start, turn] as const);

describe.each(MOUNTED)('requests below a prefix with a parameter, %s', (_, start, turn) => {
  it.each(['/t/:tenant', '/:tenant/api'])('%s', async (prefix) => {
    const below = TENANTS.map((target, number): Subject => {
      const given = operationOf(target, 'path', number, '/{id}');
      return { target, number, encoding: 'path', given };
    });
    const plain = subjects.filter(({ encoding }) => encoding === 'json' || encoding === 'query');
    const inside = byTurns(plain, turn, 4);
    const docs = new Docs({ info: INFO });
    const all = [...below, ...inside];
    const [, { origin, close }] = await start(
      docs,
      prefix,
      all.map(({ given }) => given),
    );
    const template = prefix.replace(':tenant', '{tenant}');
    const document = schemasIn(docs.buildSpec(), template);
    const ofPaths = await requestsOfAll(below, document, template);
    const others = await requestsOfAll(inside, document, fill(template, { tenant: 'a b' }));
    expect(ofPaths.some(({ isAccepted }) => isAccepted)).toBe(true);
    expect(ofPaths.some(({ isAccepted }) => !isAccepted)).toBe(true);
    expect(await findWrong(origin, [...ofPaths, ...others])).toEqual([]);
    await close();
  });
});

let answer: unknown;

describe('responses', () => {
  const replies = SEAMS.map((target, number) => {
    const responses = { 200: response('It', target as never) };
    const given = operation(
      { method: 'GET', path: `/${number}`, responses } as never,
      (() => answer) as never,
    ) as Operation;
    return { target, number, given };
  });
  const operations = replies.map(({ given }) => given);

  it.each(FRAMEWORKS)('%s: are what class-transformer sends, and valid', async (framework) => {
    const inputs = documented(subjects.map(({ given }) => given));
    const outputs = documented(operations);
    const { origin, close } = await serve(framework, operations);
    const wrong: unknown[] = [];
    const sent = new Set<string>();
    for (const { target, number, given } of replies) {
      const subject = subjects.find((one) => one.target === target && one.encoding === 'json')!;
      const schema = inputs.schemaOf(subject.given, 'json');
      for (const value of withLikely(samplesOf(schema, inputs, FIRST + number, COUNT))) {
        const plain = documentedOnly(value, schema, inputs.defs, inputs.judgeOf);
        if (!inputs.judgeOf(schema)(value) || !(await verdictOf({ target }, plain)).accepted) continue;
        answer = plainToInstance(target as new () => object, copyOf(plain));
        const reply = await fetch(origin + given.definition.path);
        const body: unknown = await reply.json();
        const documentedBody = outputs.sentBy(given);
        const expected = documentedOnly(
          copyOf(sentBy(answer as object)),
          documentedBody,
          outputs.defs,
          outputs.judgeOf,
        );
        sent.add(target.name);
        const isValid = outputs.judgeOf(documentedBody)(body);
        if (reply.status !== 200 || !isValid || json(sorted(body)) !== json(sorted(expected)))
          wrong.push({ name: target.name, status: reply.status, value, body, expected, isValid });
      }
    }
    expect(wrong).toEqual([]);
    expect([...sent]).toEqual(SEAMS.map(({ name }) => name));
    await close();
  });
});

/** Members in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
