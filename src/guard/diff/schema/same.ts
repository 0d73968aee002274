import { canonical, sameJson } from '../../../documents/json-schema/canonical.js';
import { SUBSCHEMAS } from '../../../documents/json-schema/walk.js';
import { GROUPS, valueOf } from './groups.js';
import { PairMemo } from './pair-memo.js';
import type { Schemas } from './schemas.js';
import type { Node } from './translate.js';

const KEYWORDS: readonly string[] = Object.values(GROUPS).flat();
/** Lists whose order says nothing. */
const SETS: ReadonlySet<string> = new Set(['type', 'enum', 'required', 'anyOf', 'oneOf', 'allOf']);

/** Whether two schemas say the same with the same keywords, whatever their parts are called and how they are annotated. */
export class Sameness {
  private readonly memo = new PairMemo();

  constructor(
    private readonly old: Schemas,
    private readonly current: Schemas,
  ) {}

  holds(a: Node, b: Node): boolean {
    const [left, right] = [this.old.expand(a), this.current.expand(b)];
    if (typeof left === 'boolean' || typeof right === 'boolean')
      return asBoolean(left) === asBoolean(right) && asBoolean(left) !== undefined;
    return this.memo.ask(left, right, () =>
      KEYWORDS.every((keyword) => this.holdsFor(keyword, valueOf(left, keyword), valueOf(right, keyword))),
    );
  }

  private holdsFor(keyword: string, a: unknown, b: unknown): boolean {
    if (a === b) return true;
    const kind = SUBSCHEMAS.get(keyword);
    if (a === undefined || b === undefined) return isIdle(keyword, a ?? b);
    if (kind === 'one') return this.holds(a as Node, b as Node);
    if (kind === 'map') return this.holdsForNames(a as Named, b as Named);
    if (kind === 'list') return this.holdsForList(a as Node[], b as Node[], SETS.has(keyword));
    return SETS.has(keyword) ? sameJson(setOf(a), setOf(b)) : sameJson(a, b);
  }

  private holdsForNames(a: Named, b: Named): boolean {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => {
        const [left, right] = [a[name], Object.hasOwn(b, name) ? b[name] : undefined];
        if (left === undefined || right === undefined) return false;
        return Array.isArray(left) || Array.isArray(right)
          ? sameJson(setOf(left), setOf(right))
          : this.holds(left, right);
      })
    );
  }

  private holdsForList(a: readonly Node[], b: readonly Node[], isSet: boolean): boolean {
    if (a.length !== b.length) return false;
    if (!isSet) return a.every((node, index) => this.holds(node, b[index] ?? true));
    const left = [...b];
    return a.every((node) => {
      const index = left.findIndex((other) => this.holds(node, other));
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  }
}

type Named = Readonly<Record<string, Node>>;

function setOf(value: unknown): unknown[] {
  return [value].flat().map(canonical).sort();
}

function asBoolean(node: Node): boolean | undefined {
  if (typeof node === 'boolean') return node;
  if (KEYWORDS.every((keyword) => valueOf(node, keyword) === undefined)) return true;
  return undefined;
}

/** Whether a keyword says what its absence says. */
function isIdle(keyword: string, value: unknown): boolean {
  if (keyword === 'required' || keyword === 'allOf') return Array.isArray(value) && value.length === 0;
  if (keyword === 'properties' || keyword === 'patternProperties')
    return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (keyword === 'uniqueItems') return value === false;
  if (['items', 'unevaluatedItems'].includes(keyword)) return value === true;
  return ['minLength', 'minItems', 'minProperties'].includes(keyword) && value === 0;
}
