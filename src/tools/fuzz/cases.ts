import { isJson, isRecord } from 'dtospec/internal';
import { type CaseContext, judgeCase, type JudgedCase } from './judge/judge-case.js';
import type { RequestCase } from './write/request.js';
import { BODY, type FuzzTarget, type Input, inputsOf } from './operations.js';
import { changedPath, removeAt, replaceAt, valueAt, type JsonPath } from './values/json-path.js';
import type { RunContext } from './run-context.js';
import { textBody } from './write/body.js';

/** One of so many requests is random. */
const OF_PLANNED = 4;
const OF_A_PLACE = 8;
const MOST_OF_A_TURN = 80;
/** Number of random values in a row that cannot be sent, after which no more are tried. */
const MAX_FUTILE = 1000;

export interface Cases {
  readonly all: Iterator<JudgedCase>;
  readonly turn: number;
  readonly isComplete: () => boolean;
}

export function casesOf(target: FuzzTarget, bases: readonly RequestCase[], context: RunContext): Cases {
  const places = bases.slice(-1).flatMap((base) => placesOf(target, base, context)).length;
  const planned = plannedCases(target, bases, context);
  const random = randomCases(target, bases, context);
  let isComplete = false;
  return {
    all: (function* () {
      for (let count = 1; ; count += 1) {
        const isRandom = isComplete || count % OF_PLANNED === 0;
        const next = (isRandom ? random : planned).next();
        if (next.done !== true) yield next.value;
        else if (isComplete) return;
        else if (!isRandom) isComplete = true;
      }
    })(),
    turn: Math.min(MOST_OF_A_TURN, OF_A_PLACE * (1 + places)),
    isComplete: () => isComplete,
  };
}

/**
 * Yields requests with one change each: values at the limits of each schema, missing members and parameters,
 * and wrong content types. The changed places alternate, so that a short run has changes of every kind.
 */
function* plannedCases(
  target: FuzzTarget,
  bases: readonly RequestCase[],
  context: CaseContext,
): Generator<JudgedCase> {
  const known = new Set<string>();
  const judge = function* (requestCase: RequestCase): Generator<JudgedCase> {
    const judged = judgeCase(target, requestCase, context);
    if (judged === undefined) return;
    const { method, target: url, headers, body } = judged.written;
    const key = JSON.stringify([method, url, headers, body?.toString('latin1')]);
    if (known.has(key)) return;
    known.add(key);
    yield judged;
  };
  for (const base of bases) yield* judge(base);
  for (const base of bases) for (const request of withoutParts(target, base)) yield* judge(request);
  // If several base requests have a place, the place of the fullest request is varied.
  const places = bases.flatMap((base) => placesOf(target, base, context));
  const queues = [...new Map(places.map((place) => [place.name, place])).values()].map(({ vary }) => vary());
  while (queues.length > 0)
    for (const queue of [...queues]) {
      const next = queue.next();
      if (next.done === true) queues.splice(queues.indexOf(queue), 1);
      else yield* judge(next.value);
    }
}

function* withoutParts(target: FuzzTarget, base: RequestCase): Generator<RequestCase> {
  for (const key of base.values.keys()) {
    const values = new Map(base.values);
    values.delete(key);
    yield { ...base, values, varied: { key, path: [] } };
  }
  const { content } = base;
  if (content === undefined || !base.values.has(BODY)) return;
  const varied = { key: BODY, path: [] };
  const text = JSON.stringify(base.values.get(BODY));
  const isKnown = (type: string): boolean =>
    target.contents.some((content) => content.contentType === type) || target.unwritable.length > 0;
  for (const type of ['text/plain', 'application/xml', 'application/json'].filter((type) => !isKnown(type)))
    yield { ...base, raw: textBody(type, type.endsWith('xml') ? '<a/>' : text), varied };
  if (!isJson(content.contentType)) return;
  for (const broken of ['{', `${text.slice(0, -1)},`, `${text}]`, 'undefined', "{'a':1}"])
    yield { ...base, raw: textBody(content.contentType, broken), varied };
  yield { ...base, raw: textBody(undefined, text), varied };
}

interface VariedPlace {
  readonly name: string;
  readonly vary: () => Generator<RequestCase>;
}

function placesOf(target: FuzzTarget, base: RequestCase, { values }: CaseContext): VariedPlace[] {
  return inputsIn(target, base).flatMap(([{ key, node: whole }, value]) =>
    values
      .placesOf(whole, value)
      // All items of a list have the same schema.
      .filter(({ path }) => path.every((step) => typeof step === 'string' || step === 0))
      .map(({ path, node }) => ({
        name: JSON.stringify([base.content?.contentType, key, path]),
        *vary(): Generator<RequestCase> {
          const there = valueAt(value, path);
          if (path.length > 0 && typeof path.at(-1) === 'string')
            yield changed(base, key, path, removeAt(value, path));
          const put = (other: unknown): RequestCase =>
            changed(
              base,
              key,
              path,
              replaceAt(value, path, () => other),
            );
          if (isRecord(there)) yield put({ ...there, unexpected: 1 });
          for (const other of values.near(node)) yield put(other);
        },
      })),
  );
}

function inputsIn(target: FuzzTarget, { values, content }: RequestCase): [Input, unknown][] {
  const inputs = inputsOf(target, content).filter(({ key }) => values.has(key));
  return inputs.map((input) => [input, values.get(input.key)]);
}

function* randomCases(
  target: FuzzTarget,
  bases: readonly RequestCase[],
  context: RunContext,
): Generator<JudgedCase> {
  const { random, seed, budget } = context;
  const queues = bases.flatMap((base, index) =>
    inputsIn(target, base).map(([{ key, node }, value]) => {
      const from = [value, ...context.values.samples(node)];
      const names = isRecord(value) ? Object.keys(value) : ['key'];
      const nearValues = random.near(from, names, hash(`${seed} ${target.documented.name} ${key} ${index}`));
      return (): RequestCase => {
        const near = nearValues.next().value;
        return changed(base, key, changedPath(value, near), near);
      };
    }),
  );
  for (let futile = 0; queues.length > 0 && futile < MAX_FUTILE;)
    for (const next of queues) {
      // The time limit is checked here, because this loop runs
      // long without a request if most values cannot be sent.
      if (budget.ended !== undefined) return;
      const judged = judgeCase(target, next(), context);
      futile += 1;
      if (judged === undefined || !hasOneFault(judged)) continue;
      futile = 0;
      yield judged;
    }
}

function hasOneFault({ mismatches }: JudgedCase): boolean {
  return new Set(mismatches.map(({ place, pointer }) => `${place} ${pointer}`)).size <= 1;
}

/** Returns a hash (FNV-1a, 31 bits), so that each place has its own seed. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 1;
}

function changed(base: RequestCase, key: string, path: JsonPath, value: unknown): RequestCase {
  return { ...base, values: new Map(base.values).set(key, value), varied: { key, path } };
}
