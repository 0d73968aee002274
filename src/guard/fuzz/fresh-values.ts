import { sameJson } from '../../documents/json-schema/values.js';
import { judgeCase, type CaseContext, type JudgedCase } from './judge-case.js';
import { BODY } from './operations.js';
import { nameOf, replaceAt, valueAt, type JsonPath } from './values/json-path.js';

/** After this many repetitions with fresh values that changed nothing, conflicts have another reason. */
const MOST_FUTILE = 3;

/** Replaces strings that a service may require to be unique, after it has answered 409. */
export class FreshValues {
  #count = 0;
  #futile = 0;
  #hasConflicts = false;

  constructor(private readonly context: CaseContext) {}

  next(judged: JudgedCase): JudgedCase {
    return this.#hasConflicts ? (this.#freshen(judged) ?? judged) : judged;
  }

  retry(judged: JudgedCase): JudgedCase | undefined {
    if (this.#futile >= MOST_FUTILE) return undefined;
    this.#hasConflicts = true;
    return this.#freshen(judged);
  }

  learn(isConflict: boolean): void {
    this.#futile = isConflict ? this.#futile + 1 : 0;
    if (this.#futile >= MOST_FUTILE) this.#hasConflicts = false;
  }

  /** Undefined if no string can vary, or if the document judges the request differently then. */
  #freshen(judged: JudgedCase): JudgedCase | undefined {
    const { target, given } = judged;
    const { values, content } = given;
    if (content === undefined || given.raw !== undefined || !values.has(BODY)) return undefined;
    const before = values.get(BODY);
    this.#count += 1;
    const body = this.context.values
      .placesOf(content.node, before)
      .filter(({ path }) => !isVaried(path, judged))
      .reduce((value, { path, node }) => {
        const fresh = this.#freshString(valueAt(before, path), nameOf(path), judged);
        const accepted = fresh.find((one) => this.context.values.accepts(node, one, false));
        return accepted === undefined ? value : replaceAt(value, path, () => accepted);
      }, before);
    if (sameJson(body, before)) return undefined;
    const fresh = judgeCase(target, { ...given, values: new Map(values).set(BODY, body) }, this.context);
    const [own, other] = [fresh?.mismatches ?? [], judged.mismatches];
    const isAlike =
      own.length === other.length && own.every(({ rule }, index) => rule === other[index]?.rule);
    return isAlike ? fresh : undefined;
  }

  /** The string with a token, in the forms that common formats and lengths allow. Known ids stay. */
  #freshString(value: unknown, name: string, { target }: JudgedCase): string[] {
    if (typeof value !== 'string') return [];
    if (this.context.suggest(target.documented.path, name).includes(value)) return [];
    // The time makes values of another run differ, too.
    const token = (Date.now() * 1000 + this.#count).toString(16);
    return [token, token.slice(-6), token.slice(-3)]
      .flatMap((end) => [
        value.replace(/^[^@]*(?=@)/, `a${end}`),
        `${value.slice(0, Math.max(0, value.length - end.length))}${end}`,
        `${value}${end}`,
      ])
      .filter((one) => one !== value);
  }
}

/** Returns true for a value that contains, or is part of, the place that the request varies. */
function isVaried(path: JsonPath, { given: { varied }, mismatches }: JudgedCase): boolean {
  if (varied.key !== BODY) return false;
  const isBelow = (one: JsonPath, other: JsonPath): boolean =>
    other.every((key, index) => one[index] === key);
  const isChanged = varied.path.length > 0 && (isBelow(path, varied.path) || isBelow(varied.path, path));
  return isChanged || (mismatches.length > 0 && varied.path.length === 0);
}
