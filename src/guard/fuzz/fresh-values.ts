import { sameJson } from '../../documents/json-schema/values.js';
import { judgeCase, type JudgedCase, type Culprit } from './judge/judge-case.js';
import type { RequestCase } from './write/request.js';
import { BODY } from './operations.js';
import type { RunContext } from './run-context.js';
import { nameOf, replaceAt, valueAt, type JsonPath } from './values/json-path.js';
import type { SchemaPlace } from './values/schema-values.js';

/** Number of conflicts in a row, with fresh values, after which conflicts must have another reason. */
const MOST_FUTILE = 5;

/**
 * Replaces values that would make a request fail for another reason: ids of deleted objects, values of known faults,
 * and, after a 409 response, strings and integers that may have to be unique.
 */
export class FreshValues {
  avoided: readonly Culprit[] = [];
  bases: readonly RequestCase[] = [];
  #hasSucceeded = false;
  #futile = 0;
  #hasConflicts = false;

  constructor(private readonly context: RunContext) {}

  next(judged: JudgedCase): JudgedCase {
    return judged.given.isExact === true ? judged : (this.#renew(judged) ?? judged);
  }

  retry(judged: JudgedCase): JudgedCase | undefined {
    if (this.#futile >= MOST_FUTILE) return undefined;
    this.#hasConflicts = true;
    // An earlier run has probably created the object, since this run has not created any.
    if (judged.written.method === 'POST' && !this.#hasSucceeded) this.context.unique.startByClock();
    return this.#renew(judged);
  }

  learn(status: number): void {
    if (status === 409) this.#futile += 1;
    else if (status < 300) [this.#futile, this.#hasSucceeded] = [0, true];
    if (this.#futile >= MOST_FUTILE) this.#hasConflicts = false;
  }

  #renew(judged: JudgedCase): JudgedCase | undefined {
    const { target, given } = judged;
    const nodes = [
      ...target.parameters.map(({ key, name, node }) => ({ key, name, node })),
      ...(given.content === undefined || given.raw !== undefined
        ? []
        : [{ key: BODY, name: '', node: given.content.node }]),
    ];
    const values = new Map(given.values);
    for (const { key, name, node } of nodes) {
      if (!values.has(key)) continue;
      const before = values.get(key);
      const after = this.context.values
        .placesOf(node, before)
        .filter(({ path }) => this.#isUsual(key, path, valueAt(before, path)) && !isVaried(key, path, judged))
        .reduce((value, place) => {
          const one = this.#replacement(key, nameOf([name, ...place.path]), place, before, judged);
          return one === undefined ? value : replaceAt(value, place.path, () => one);
        }, before);
      values.set(key, after);
    }
    if ([...values].every(([key, value]) => sameJson(value, given.values.get(key)))) return undefined;
    const fresh = judgeCase(target, { ...given, values }, this.context);
    const [own, other] = [fresh?.mismatches ?? [], judged.mismatches];
    const isAlike =
      own.length === other.length && own.every(({ rule }, index) => rule === other[index]?.rule);
    return isAlike ? fresh : undefined;
  }

  #isUsual(key: string, path: JsonPath, value: unknown): boolean {
    return this.bases.some(({ values }) => sameJson(valueAt(values.get(key), path), value));
  }

  #replacement(
    key: string,
    name: string,
    { path, node }: SchemaPlace,
    whole: unknown,
    { target }: JudgedCase,
  ): unknown {
    const value = valueAt(whole, path);
    if (typeof value === 'object' && value !== null) return undefined;
    const { values, suggest } = this.context;
    const known = suggest(target.documented.path, name);
    if (known.includes(value)) return undefined;
    const isAvoided = this.avoided.some(
      (one) => one.key === key && sameJson(one.path, path) && sameJson(one.value, value),
    );
    const others = [
      ...known,
      ...(isAvoided ? values.samples(node).filter((one) => !sameJson(one, value)) : []),
      ...(this.#hasConflicts && key === BODY ? this.#fresh(value) : []),
    ];
    return others.find((one) => values.accepts(node, one, key !== BODY));
  }

  /** Returns the value with a random token, in the forms that common formats, lengths and limits allow. */
  #fresh(value: unknown): unknown[] {
    const number = this.context.unique.next();
    if (Number.isInteger(value)) return [number % 2 ** 31, number % 9973, number % 97];
    if (typeof value !== 'string') return [];
    const token = number.toString(16);
    return [token, token.slice(-6), token.slice(-3)]
      .flatMap((end) => [
        value.replace(/^[^@]*(?=@)/, `a${end}`),
        `${value.slice(0, Math.max(0, value.length - end.length))}${end}`,
        `${value}${end}`,
      ])
      .filter((one) => one !== value);
  }
}

function isVaried(key: string, path: JsonPath, { given: { varied } }: JudgedCase): boolean {
  if (varied.key !== key) return false;
  const isBelow = (one: JsonPath, other: JsonPath): boolean =>
    other.every((step, index) => one[index] === step);
  const isChanged = varied.path.length > 0 && (isBelow(path, varied.path) || isBelow(varied.path, path));
  return isChanged || key !== BODY;
}
