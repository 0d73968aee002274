import {
  type Assertion,
  Checker,
  checkFormat,
  isRecord,
  type KeywordTable,
  type Schema,
} from 'dtospec/internal';
import type { Schemas } from '../schemas.js';
import type { SlowPatterns } from './slow-patterns.js';
import type { Node } from '../translate.js';

export const ASSERTED_FORMATS: ReadonlySet<string> = new Set([
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
  'int32',
  'int64',
]);

/**
 * How a value is written: as JSON, as text, or as text where repeating the name makes a list (`?a=1&a=2`).
 */
export type Encoding = 'json' | 'text' | 'repeatable';

export type FormatCheck = (format: string, value: unknown) => boolean;

export class Validator {
  judged = 0;

  private readonly checker: Checker;

  constructor(schemas: Schemas, format: FormatCheck, slow: SlowPatterns) {
    const resolve = (ref: string): Schema | undefined => {
      const target = schemas.target(ref);
      if (typeof target === 'object') return target;
      return target ? {} : { not: {} };
    };
    this.checker = new Checker({
      resolve,
      format,
      keywords: (own) => withMemory(withoutSlowPatterns(own, slow)),
    });
  }

  /**
   * @param way how the value is written; as text, `5` may be a number or a string
   * @returns undefined if it is undecidable: an invalid pattern, or a schema that is its own alternative
   */
  accepts(node: Node, value: unknown, way: Encoding = 'json'): boolean | undefined {
    this.judged += 1;
    const judge = (form: unknown): boolean | undefined => this.checker.accepts(node, form);
    if (way === 'json') return judge(value);
    let verdict: boolean | undefined = false;
    const forms = textForms(value);
    for (const form of way === 'repeatable' ? [...forms, ...forms.map((form) => [form])] : forms) {
      const accepted = judge(form);
      if (accepted === true) return true;
      if (accepted === undefined) verdict = undefined;
    }
    return verdict;
  }
}

/** Returns the keywords with slow patterns undecidable. */
function withoutSlowPatterns(own: KeywordTable, slow: SlowPatterns): KeywordTable {
  return own.map(([keyword, compile]) => [
    keyword,
    (argument, schema, within) =>
      patternsOf(keyword, schema).some((pattern) => slow.has(pattern))
        ? UNDECIDABLE
        : compile(argument, schema, within),
  ]);
}

/**
 * Maximum number of references inside each other that one
 * check follows, so that it does not exhaust the stack.
 */
const MAX_DEPTH = 500;

/**
 * Returns the keywords with a `$ref` that remembers its verdicts. A search puts a value into larger and
 * larger ones, and each of them would check the whole value again.
 */
function withMemory(own: KeywordTable): KeywordTable {
  const verdicts = new Map<string, WeakMap<object, boolean>>();
  let depth = 0;
  return own.map(([keyword, compile]) => [
    keyword,
    (ref, schema, within) => {
      const assertion = compile(ref, schema, within);
      if (keyword !== '$ref' || assertion === undefined) return assertion;
      const known = verdicts.get(ref) ?? new WeakMap<object, boolean>();
      verdicts.set(ref, known);
      return {
        ...assertion,
        test: (value, run) => {
          if (typeof value !== 'object' || value === null) return assertion.test(value, run);
          const before = known.get(value);
          if (before !== undefined || depth >= MAX_DEPTH) return before;
          depth += 1;
          const verdict = assertion.test(value, run);
          depth -= 1;
          if (verdict !== undefined) known.set(value, verdict);
          return verdict;
        },
      };
    },
  ]);
}

const UNDECIDABLE: Assertion = {
  test: () => undefined,
  explain: () => undefined,
  undecidable: 'its pattern may take exponential time',
};

const OF_MEMBERS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
]);

function patternsOf(keyword: string, { pattern, patternProperties = {} }: Schema): readonly string[] {
  if (keyword === 'pattern') return [pattern ?? ''];
  return OF_MEMBERS.has(keyword) ? Object.keys(patternProperties) : [];
}

export async function loadFormats(): Promise<FormatCheck> {
  const { fullFormats } = await import('ajv-formats/dist/formats.js');
  const formats = fullFormats as Readonly<Record<string, unknown>>;
  return (name, value) => checkFormat(Object.hasOwn(formats, name) ? formats[name] : undefined, value);
}

const MAX_FORMS = 64;

function textForms(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return product(value.map(textForms));
  if (isRecord(value)) {
    const names = Object.keys(value);
    return product(names.map((name) => textForms(value[name]))).map((items) =>
      Object.fromEntries(names.map((name, index) => [name, items[index]])),
    );
  }
  const text = textOf(value);
  const forms = new Set([value, text]);
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) forms.add(Number(text));
  if (text === 'true' || text === 'false') forms.add(text === 'true');
  if (text === 'null' || text === '') forms.add(null);
  return [...forms];
}

export function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns combinations of choices: first the first choice everywhere, then those that differ in one place,
 * then in two, and so on.
 */
function product(choices: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  const rows = [{ row: choices.map(([first]) => first), from: 0 }];
  for (const { row, from } of rows)
    for (const [index, forms] of choices.entries())
      for (const form of index < from ? [] : forms.slice(1))
        if (rows.length < MAX_FORMS)
          rows.push({ row: Object.assign([...row], { [index]: form }), from: index + 1 });
  return rows.map(({ row }) => row);
}

export class Budget {
  private start = 0;

  constructor(
    private readonly validators: readonly Validator[],
    private readonly each: number,
    private readonly whole: number,
  ) {}

  begin(): void {
    this.start = this.judged();
  }

  isSpent(): boolean {
    const judged = this.judged();
    return judged - this.start > this.each || judged > this.whole;
  }

  private judged(): number {
    return this.validators.reduce((sum, { judged }) => sum + judged, 0);
  }
}
