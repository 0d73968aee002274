import type { SpecDocument } from '../../diff/document.js';
import { Candidates } from '../../diff/schema/values/candidates.js';
import { Schemas } from '../../diff/schema/schemas.js';
import { shapeOf } from '../../diff/schema/object-shape.js';
import { FORMAT_SAMPLES, PatternStrings } from '../../diff/schema/values/pattern-strings.js';
import { SlowPatterns } from '../../diff/schema/values/slow-patterns.js';
import type { Node } from '../../diff/schema/translate.js';
import { ASSERTED_FORMATS, loadFormats, Validator } from '../../diff/schema/values/validator.js';
import { isRecord, sameJson, type Schema } from 'dtospec/internal';
import { valueAt, type JsonPath } from './json-path.js';
import { texts, values } from './pool.js';

export interface SchemaPlace {
  readonly path: JsonPath;
  readonly node: Node;
}

const MAX_NEAR = 60;
const OF_A_KIND = 10;
const MAX_DEPTH = 6;
const MAX_BREAKING = 4;

export class SchemaValues {
  private constructor(
    private readonly schemas: Schemas,
    private readonly validator: Validator,
    private readonly candidates: Candidates,
  ) {}

  static async of(document: SpecDocument): Promise<SchemaValues> {
    const [format, { RegExpParser }] = await Promise.all([
      loadFormats(),
      import('@eslint-community/regexpp'),
    ]);
    const schemas = new Schemas(document, 'request', 'request', new Map());
    const parser = new RegExpParser({ strict: false });
    const slow = new SlowPatterns();
    const validator = new Validator(schemas, format, slow);
    const patterns = new PatternStrings(parser, slow);
    return new SchemaValues(schemas, validator, new Candidates(schemas, validator, patterns));
  }

  at(pointer: string | undefined): Node {
    return this.schemas.at(pointer);
  }

  samples(node: Node): readonly unknown[] {
    return this.candidates.samples(node);
  }

  /**
   * Returns whether a value matches. It checks formats strictly, so that a stricter service is not reported.
   */
  accepts(node: Node, value: unknown, isText: boolean): boolean {
    return this.validator.accepts(node, value, isText ? 'text' : 'json') === true;
  }

  /** Yields values at the limits of the schema, values of every type, and values that break naive code. */
  *near(node: Node): Generator {
    const schema = this.schemas.expand(node);
    const types: string[] = typeof schema === 'boolean' ? [] : [schema.type ?? []].flat();
    const isObject = typeof schema === 'object' && schema.type === 'object' && !schema.anyOf && !schema.oneOf;
    const ofType = (value: unknown): boolean =>
      types.length === 0 ||
      types.includes(typeof value) ||
      (typeof value === 'number' && types.includes('integer'));
    const edges = isObject ? [] : [...first(this.candidates.values(node), MAX_NEAR)];
    const naive = [...texts, ...values].filter(
      (value) => (typeof value === 'string' || typeof value === 'number') && ofType(value),
    );
    yield null;
    yield* this.samples(node);
    yield* naive.splice(0, MAX_BREAKING);
    yield* edges.slice(0, OF_A_KIND);
    yield* ['', 0, 1.5, true, [], {}, 'a', [null], { a: 1 }];
    // The two lists alternate, because a short run sends only the first values.
    for (let index = 0; index < Math.max(edges.length, naive.length); index += 1)
      yield* [...naive.slice(index, index + 1), ...edges.slice(OF_A_KIND + index, OF_A_KIND + index + 1)];
  }

  placesOf(node: Node, value: unknown, path: JsonPath = []): SchemaPlace[] {
    const own = { path, node };
    const schema = this.schemas.expand(node);
    if (typeof schema === 'boolean' || path.length > MAX_DEPTH) return [own];
    if (Array.isArray(value)) {
      const { prefixItems = [], items = true } = schema;
      return [
        own,
        ...value.flatMap((item: unknown, index) =>
          this.placesOf(prefixItems[index] ?? items, item, [...path, index]),
        ),
      ];
    }
    if (!isRecord(value)) return [own];
    const { names, additional = true } = shapeOf(this.schemas, schema);
    const members = Object.entries(value).flatMap(([name, member]) =>
      this.placesOf(names.get(name) ?? additional, member, [...path, name]),
    );
    return [own, ...members];
  }

  /**
   * Returns whether dtospec can check everything that the schema requires. A service may check formats and
   * contents that dtospec cannot.
   */
  isCertain(node: Node, value: unknown): boolean {
    return this.placesOf(node, value).every((place) => {
      const schema = this.schemas.expand(place.node);
      const there = valueAt(value, place.path);
      if (typeof there === 'number') return isPlainNumber(there);
      return typeof schema === 'boolean' || typeof there !== 'string' || isTold(schema, there);
    });
  }
}

function* first(values: Iterable<unknown>, most: number): Generator {
  let count = 0;
  for (const value of values) {
    if ((count += 1) > most) return;
    yield value;
  }
}

/**
 * Returns false for numbers that not every service can read: beyond 2^53 ("not interoperable", RFC 8259, 6),
 * and those that a parameter has to write with an exponent.
 */
function isPlainNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !String(value).includes('e');
}

const OPEN_FORMATS: ReadonlySet<string> = new Set(['password', 'binary', 'float', 'double', 'char']);

function isTold(schema: Schema, value: string): boolean {
  const { format, contentEncoding, contentSchema, examples } = schema;
  const { example, default: usual } = schema as { readonly example?: unknown; readonly default?: unknown };
  const listed = [...(Array.isArray(examples) ? examples : []), example, usual];
  if (listed.some((item) => sameJson(item, value))) return true;
  if ('const' in schema || schema.enum !== undefined) return true;
  if (contentEncoding !== undefined || contentSchema !== undefined) return false;
  if (format === undefined || OPEN_FORMATS.has(format)) return true;
  // Many checkers reject unusual values of a standard's format, so only plain values count as certain.
  return ASSERTED_FORMATS.has(format) && (FORMAT_SAMPLES[format]?.includes(value) ?? false);
}
