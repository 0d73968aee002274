import type { SpecDocument } from '../../diff/document.js';
import { Candidates } from '../../diff/schema/values/candidates.js';
import { Schemas } from '../../diff/schema/schemas.js';
import { shapeOf } from '../../diff/schema/object-shape.js';
import { FORMAT_SAMPLES, PatternStrings } from '../../diff/schema/values/pattern-strings.js';
import type { Node } from '../../diff/schema/translate.js';
import { ASSERTED_FORMATS, loadFormats, Validator } from '../../diff/schema/values/validator.js';
import { isRecord } from '../../../shared/values.js';
import { sameJson } from '../../../documents/json-schema/canonical.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import { valueAt, type JsonPath } from './json-path.js';
import { texts, values } from './pool.js';

/** A place in a value, and the schema that judges what stands there. */
export interface SchemaPlace {
  readonly path: JsonPath;
  readonly node: Node;
}

/** How many values near the edges of one schema are tried. */
const MOST_NEAR = 60;
/** How many of them come before values of every type. */
const OF_A_KIND = 10;
/** Deeper than this nothing is varied. */
const DEEPEST = 6;

/** Makes values for the schemas of a document's requests, and says of values whether their schemas accept them. */
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
    const validator = new Validator(schemas, format);
    const patterns = new PatternStrings(new RegExpParser({ strict: false }));
    return new SchemaValues(schemas, validator, new Candidates(schemas, validator, patterns));
  }

  at(pointer: string | undefined): Node {
    return this.schemas.at(pointer);
  }

  /** A few values that the schema accepts, those of its examples first. */
  samples(node: Node): readonly unknown[] {
    return this.candidates.samples(node);
  }

  /** Formats are read as strictly as their standards have them, so that who accepts less is told of nothing. */
  accepts(node: Node, value: unknown, isText: boolean): boolean {
    return this.validator.accepts(node, value, isText) === true;
  }

  /** Values at which the schema may change its mind, of every type, and those that break naive code. */
  *near(node: Node): Generator {
    const schema = this.schemas.expand(node);
    const isObject = isRecord(schema) && schema.type === 'object' && !schema.anyOf && !schema.oneOf;
    yield* this.samples(node);
    const edges = isObject ? [] : [...first(this.candidates.values(node), MOST_NEAR)];
    yield* edges.slice(0, OF_A_KIND);
    yield* [null, '', 0, 1.5, true, [], {}, 'a', [null], { a: 1 }];
    yield* edges.slice(OF_A_KIND);
    yield* texts;
    yield* values.filter((value) => typeof value === 'number');
  }

  /** The places within a value that its schema describes, the value itself first. */
  placesOf(node: Node, value: unknown, path: JsonPath = []): SchemaPlace[] {
    const own = { path, node };
    const schema = this.schemas.expand(node);
    if (typeof schema === 'boolean' || path.length > DEEPEST) return [own];
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
   * Whether a validator can tell all that the document says of a value. A format that nobody here can check may be
   * refused by a service that does, and so may the content of text.
   */
  isCertain(node: Node, value: unknown): boolean {
    return this.placesOf(node, value).every((place) => {
      const schema = this.schemas.expand(place.node);
      const there = valueAt(value, place.path);
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

/** Formats whose every string is one. */
const OPEN_FORMATS: ReadonlySet<string> = new Set(['password', 'binary', 'float', 'double', 'char']);

function isTold(schema: Schema, value: string): boolean {
  const { format, contentEncoding, contentSchema, examples } = schema;
  const { example, default: usual } = schema as { readonly example?: unknown; readonly default?: unknown };
  const listed = [...(Array.isArray(examples) ? examples : []), example, usual];
  if (listed.some((one) => sameJson(one, value))) return true;
  if ('const' in schema || schema.enum !== undefined) return true;
  if (contentEncoding !== undefined || contentSchema !== undefined) return false;
  if (format === undefined || OPEN_FORMATS.has(format)) return true;
  // A standard's format has strings that many a checker refuses: only the plain ones are taken for sure.
  return ASSERTED_FORMATS.has(format) && (FORMAT_SAMPLES[format]?.includes(value) ?? false);
}
