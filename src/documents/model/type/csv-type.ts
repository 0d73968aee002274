import {
  type CsvFormulas,
  type CsvType,
  TYPE,
  type TypeExpression,
} from '../../../../decorators/type-input.js';
import { oneOf, type OptionChecks, requireKnownOptions } from '../../../shared/checks.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor, isRecord, show } from '../../../shared/values.js';
import { TypeInputError } from './type-input-error.js';

/** Options of `csv`. */
export interface CsvOptions {
  /**
   * How to write texts that spreadsheets run as formulas, because they begin with `=`, `+`, `-` or `@`:
   * `'text'` writes an apostrophe before them, `'keep'` writes them unchanged.
   * @default 'text'
   */
  readonly formulas?: CsvFormulas | undefined;
}

const OPTIONS: OptionChecks<CsvOptions> = { formulas: oneOf('text', 'keep') };

/**
 * Returns the type of a body of CSV (RFC 4180) with a header line. The columns
 * are the properties of a class, under their names in JSON. A handler returns
 * a list or an async iterable of rows, and receives a list of instances.
 *
 * @throws ConfigError for anything other than a list of one class, and for an unknown option
 * @example response('All orders', csv([Order]))
 */
export function csv<I extends object>(rows: readonly [Constructor<I>], options: CsvOptions = {}): CsvType<I> {
  const [row, ...others]: readonly unknown[] = Array.isArray(rows) ? rows : [];
  if (!isConstructor(row) || others.length > 0)
    throw new TypeInputError(
      `csv(rows) needs a list of one class, not ${show(rows)}.`,
      'Write csv([Order]).',
    );
  requireKnownOptions('csv(rows, options)', options, OPTIONS);
  const type = { [TYPE]: { form: 'csv', row: () => row, formulas: options.formulas ?? 'text' } };
  return type as TypeExpression as CsvType<I>;
}

/** Returns whether a type, as it is written, is CSV. */
export function isCsv(type: unknown): type is CsvType {
  return isRecord(type) && TYPE in type && (type as TypeExpression)[TYPE].form === 'csv';
}
