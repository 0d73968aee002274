import type { Checker } from '../../documents/json-schema/checker/checker.js';
import { memberFilter, type MemberFilter } from '../../documents/json-schema/member-filter.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { UnknownProperties } from '../operation-options.js';
import { type Fault, MAX_FAULTS } from './faults.js';
import { faultOf } from './schema-faults.js';

export interface SchemaReaderOptions {
  readonly unknownProperties: UnknownProperties;
  /** True if class-validator itself rejects undocumented members (`forbidNonWhitelisted`). */
  readonly rulesRefuse: boolean;
}

/** A schema of the document, as a request meets it. */
export class SchemaReader {
  readonly #filters = new Map<Schema | boolean, MemberFilter>();

  /** @param elsewhere the members whose faults are found elsewhere, as those of files */
  constructor(
    readonly schema: Schema | boolean,
    readonly checker: Checker,
    readonly options: SchemaReaderOptions,
    private readonly elsewhere: ReadonlySet<string> = new Set(),
  ) {}

  /** Returns the faults of a value that the schema refuses. */
  faultsOf(value: unknown): readonly Fault[] {
    return this.checker
      .faultsOf(this.schema, value, MAX_FAULTS)
      .map(faultOf)
      .filter(({ path: [first = ''] }) => !this.elsewhere.has(first));
  }

  accepts(value: unknown): boolean {
    return this.checker.accepts(this.schema, value) !== false;
  }

  /**
   * Returns a copy without undocumented members. With `unknownProperties: 'refuse'`, it adds a fault for each.
   *
   * @param schema the schema of a part
   */
  documented(value: unknown, faults: Fault[], schema = this.schema): unknown {
    const { unknownProperties, rulesRefuse } = this.options;
    if (unknownProperties === 'keep') return value;
    return this.#filterOf(schema).apply(value, {
      onUnknown: (path, isForbidden) => {
        if (unknownProperties === 'refuse' && !isForbidden && faults.length < MAX_FAULTS)
          faults.push({
            path: [...path],
            detail: `${path.at(-1)} is not documented`,
            rule: 'unknownProperty',
          });
        // If class-validator checks this member, it reports the fault.
        return isForbidden && rulesRefuse;
      },
    });
  }

  /** Returns a number that is lower for a schema that describes more members of the value. */
  distance(value: unknown): number {
    return this.#filterOf(this.schema).distance(value);
  }

  #filterOf(schema: Schema | boolean): MemberFilter {
    const filter = this.#filters.get(schema) ?? memberFilter(schema, this.checker);
    this.#filters.set(schema, filter);
    return filter;
  }
}
