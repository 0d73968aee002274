import {
  Conversions,
  CSV,
  csvReader,
  essenceOf,
  isJson,
  parseJson,
  rowSchemaOf,
  type Schema,
  unescapeFormula,
} from 'dtospec/internal';

/** The contents of a text, or the reason why they cannot be read. */
export type ReadContent = { readonly value: unknown } | { readonly fault: string };

/** Returns the reader of what `contentSchema` describes; undefined for contents that are not checked. */
export function contentReader(
  schema: Schema,
  resolve: (ref: string) => Schema | undefined,
): ((text: string) => ReadContent) | undefined {
  const { contentMediaType, contentEncoding } = schema;
  if (contentEncoding !== undefined) return undefined;
  if (isJson(String(contentMediaType))) return (text) => parseJson(text) ?? { fault: 'is not JSON' };
  return essenceOf(String(contentMediaType)) === CSV ? csvContentReader(schema, resolve) : undefined;
}

/**
 * Reads rows as an operation does, without the apostrophes
 * before formulas. A fault has no cells, which may be secret.
 */
function csvContentReader(
  schema: Schema,
  resolve: (ref: string) => Schema | undefined,
): (text: string) => ReadContent {
  const read = csvReader(rowSchemaOf(schema), new Conversions(resolve));
  return (text) => {
    try {
      return { value: read(text, Infinity).map(unescapeFormulas) };
    } catch {
      return { fault: 'is not CSV (RFC 4180) with a header line of documented columns' };
    }
  };
}

function unescapeFormulas(row: Readonly<Record<string, unknown>>): object {
  const cells = Object.entries(row).map(([name, cell]) => [
    name,
    typeof cell === 'string' ? unescapeFormula(cell) : cell,
  ]);
  return Object.fromEntries(cells) as object;
}
