import { sameJson } from 'dtospec/internal';
import { isValid, judgeCase, type JudgedCase } from './judge/judge-case.js';
import type { Exchanged } from './judge/judge-outcome.js';
import type { RequestCase, Variation } from './write/request.js';
import { BODY, inputsOf } from './operations.js';
import type { RunContext } from './run-context.js';
import { statusOf } from './send.js';
import { lastName, replaceAt, valueAt, type JsonPath } from './values/json-path.js';
import type { SchemaPlace } from './values/schema-values.js';

/** Number of requests in a row that fail with other values, too, after which no others are tried. */
const MAX_FUTILE = 5;
const MAX_ACCEPTED = 100;

interface Place extends Variation {
  readonly name: string;
  readonly node: SchemaPlace['node'];
  readonly value: unknown;
}

interface Avoided extends Variation {
  readonly value: unknown;
  readonly instead: unknown;
}

/** A request that failed and succeeds with other values. */
export interface Resolved {
  readonly exchanged: Exchanged;
  /** The value that the service cannot read; undefined if values have to be new in each request. */
  readonly culprit?: Variation;
}

/**
 * Replaces values that would make a request fail for another reason than the value that it varies: ids of
 * deleted objects, values that have to be unique, and values that the service cannot read.
 */
export class FreshValues {
  /** The smallest request, with values that the service can read. */
  plainest: RequestCase = { values: new Map(), content: undefined, varied: { key: '', path: [] } };
  #bases: readonly RequestCase[] = [];
  readonly #avoided: Avoided[] = [];
  readonly #unique: Variation[] = [];
  readonly #used = new Set<string>();
  readonly #accepted: JudgedCase[] = [];
  #futile = 0;

  constructor(
    private readonly context: RunContext,
    /** Sends a request that succeeded before. Returns the status. */
    private readonly repeat: (judged: JudgedCase, place: Variation) => Promise<number | undefined>,
  ) {}

  begin(plainest: RequestCase, bases: readonly RequestCase[]): void {
    this.plainest = plainest;
    this.#bases = bases;
  }

  /** Replaces values that the service cannot read, and that the request does not vary. */
  corrected(judged: JudgedCase): JudgedCase {
    return (
      this.#renew(judged, (place) => {
        const same = this.#avoided.filter(
          (avoided) => isSame(avoided, place) && sameJson(avoided.value, place.value),
        );
        return this.#isUsual(place, judged) ? same.map(({ instead }) => instead) : [];
      }) ?? judged
    );
  }

  /** Replaces ids of deleted objects, and values that have to be new. */
  next(judged: JudgedCase): JudgedCase {
    if (judged.requestCase.isExact === true) return judged;
    return this.#renew(judged, (place) => this.#newAt(place, judged)) ?? judged;
  }

  #newAt(place: Place, judged: JudgedCase): unknown[] {
    const isUsual = this.#isUsual(place, judged);
    const isUnique = this.#unique.some((unique) => isSame(unique, place));
    const isOld = isUsual || this.#used.has(keyOf(place, place.value));
    return [
      ...(isUsual ? this.#known(place, judged) : []),
      ...(isUnique && isOld && place.key === BODY ? this.#fresh(place.value) : []),
    ];
  }

  accept(judged: JudgedCase): void {
    this.#futile = 0;
    if (!isValid(judged) || judged.requestCase.isExact === true) return;
    if (this.#accepted.length < MAX_ACCEPTED) this.#accepted.push(judged);
    for (const { key, path } of this.#unique)
      this.#used.add(keyOf({ key, path }, valueAt(judged.requestCase.values.get(key), path)));
  }

  /**
   * Sends a failed request with other values. If it then succeeds, looks for the value that has to be
   * replaced, and replaces it in all further requests.
   */
  async resolve(
    { judged, outcome }: Exchanged,
    send: (judged: JudgedCase) => Promise<Exchanged>,
    isResolved: (exchanged: Exchanged) => boolean,
  ): Promise<Resolved | undefined> {
    if (this.#futile >= MAX_FUTILE) return undefined;
    const status = statusOf(outcome);
    if (status === 409) this.#skipEarlierRuns(judged);
    const replace = async (places: readonly Place[]): Promise<Exchanged | undefined> => {
      const other = this.#renew(judged, (place) =>
        places.some((other) => isSame(other, place)) ? this.#othersAt(place) : this.#newAt(place, judged),
      );
      const sent = other === undefined ? undefined : await send(other);
      return sent !== undefined && isResolved(sent) ? sent : undefined;
    };
    const places = this.#placesOf(judged).filter(
      (place) => this.#isUsual(place, judged) || this.#acceptedWith(place) !== undefined,
    );
    const exchanged = await replace(places);
    if (exchanged === undefined) {
      this.#futile += 1;
      return undefined;
    }
    for (const place of places) {
      if (this.context.budget.ended !== undefined) return undefined;
      const alone = places.length === 1 ? exchanged : await replace([place]);
      if (alone === undefined) continue;
      const { key, path } = place;
      const before = this.#acceptedWith(place);
      if (status === 409 || before !== undefined) {
        if (status !== 409 && before !== undefined && (await this.repeat(before, place)) !== status)
          return undefined;
        this.#renewAlways(place);
        return { exchanged: alone };
      }
      if (isResolved(await send(this.next(judged)))) return undefined;
      this.#avoid(place, valueAt(alone.judged.requestCase.values.get(key), path));
      return { exchanged: alone, culprit: place };
    }
    if (status !== 409) return undefined;
    places.forEach((place) => {
      this.#renewAlways(place);
    });
    return { exchanged };
  }

  /**
   * Avoids the values of an earlier run, which has probably
   * created the object if this run has not created any.
   */
  #skipEarlierRuns({ written }: JudgedCase): void {
    if (written.method === 'POST' && this.#accepted.length === 0) this.context.unique.startByClock();
  }

  #acceptedWith({ key, path, value }: Place): JudgedCase | undefined {
    return this.#accepted.find(({ requestCase }) =>
      sameJson(valueAt(requestCase.values.get(key), path), value),
    );
  }

  #renewAlways({ key, path }: Place): void {
    this.#unique.push({ key, path });
    for (const { requestCase } of this.#accepted)
      this.#used.add(keyOf({ key, path }, valueAt(requestCase.values.get(key), path)));
  }

  #avoid({ key, path, value }: Place, instead: unknown): void {
    this.#avoided.push({ key, path, value, instead });
    const { values } = this.plainest;
    if (!sameJson(valueAt(values.get(key), path), value)) return;
    const change = replaceAt(values.get(key), path, () => instead);
    this.plainest = { ...this.plainest, values: new Map(values).set(key, change) };
  }

  #placesOf({ target, requestCase: { values, content, raw } }: JudgedCase): Place[] {
    return inputsOf(target, raw === undefined ? content : undefined)
      .filter(({ key }) => values.has(key))
      .flatMap(({ key, name, node: whole }) =>
        this.context.values.placesOf(whole, values.get(key)).map(({ path, node }): Place => ({
          key,
          path,
          node,
          name: lastName([name, ...path]),
          value: valueAt(values.get(key), path),
        })),
      )
      .filter(({ value }) => typeof value !== 'object' || value === null);
  }

  /**
   * Returns undefined if no value can be replaced, or if the document then judges the request differently.
   */
  #renew(judged: JudgedCase, othersAt: (place: Place) => readonly unknown[]): JudgedCase | undefined {
    const { target, requestCase } = judged;
    const values = new Map(requestCase.values);
    for (const place of this.#placesOf(judged)) {
      const { key, path, node } = place;
      const known = this.#known(place, judged);
      if (known.includes(place.value)) continue;
      const other = othersAt(place).find((value) => this.context.values.accepts(node, value, key !== BODY));
      if (other !== undefined)
        values.set(
          key,
          replaceAt(values.get(key), path, () => other),
        );
    }
    if ([...values].every(([key, value]) => sameJson(value, requestCase.values.get(key)))) return undefined;
    const fresh = judgeCase(target, { ...requestCase, values }, this.context);
    const own = fresh?.mismatches ?? [];
    const other = judged.mismatches;
    const isAlike =
      own.length === other.length && own.every(({ rule }, index) => rule === other[index]?.rule);
    return isAlike ? fresh : undefined;
  }

  #known({ name }: Place, { target }: JudgedCase): readonly unknown[] {
    return this.context.suggest(target.documented.path, name);
  }

  #isUsual({ key, path, value }: Place, judged: JudgedCase): boolean {
    const isOfBase = this.#bases.some(({ values }) => sameJson(valueAt(values.get(key), path), value));
    return isOfBase && !isVaried({ key, path }, judged);
  }

  #othersAt({ key, node, value }: Place): unknown[] {
    const samples = this.context.values.samples(node).filter((sample) => !sameJson(sample, value));
    return [...(key === BODY ? this.#fresh(value) : []), ...samples];
  }

  /** Returns the value with a random token, in the forms that common formats, lengths and limits allow. */
  #fresh(value: unknown): unknown[] {
    const number = this.context.unique.next();
    if (Number.isInteger(value)) return [number % 2 ** 31, number % 9973, number % 97];
    if (typeof value !== 'string') return [];
    const token = number.toString(16);
    const digits = String(number);
    return [token, token.slice(-6), token.slice(-3), digits.slice(-6), digits.slice(-3)]
      .flatMap((end) => [
        value.replace(/^[^@]*(?=@)/, `a${end}`),
        `${value.slice(0, Math.max(0, value.length - end.length))}${end}`,
        `${value}${end}`,
      ])
      .filter((one) => one !== value);
  }
}

function keyOf({ key, path }: Variation, value: unknown): string {
  return JSON.stringify([key, path, value]);
}

function isSame(one: Variation, other: Variation): boolean {
  return one.key === other.key && sameJson(one.path, other.path);
}

function isVaried({ key, path }: Variation, { requestCase: { varied } }: JudgedCase): boolean {
  if (varied.key !== key) return false;
  const isBelow = (one: JsonPath, other: JsonPath): boolean =>
    other.every((step, index) => one[index] === step);
  const isChanged = varied.path.length > 0 && (isBelow(path, varied.path) || isBelow(varied.path, path));
  return isChanged || key !== BODY;
}
