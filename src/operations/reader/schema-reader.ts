import { newSharedRun } from '../../documents/json-schema/checker/assertion.js';
import type { Checker } from '../../documents/json-schema/checker/checker.js';
import { memberFilter } from '../../documents/json-schema/member-filter.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { onceFor } from '../../shared/once.js';
import type { TypeRef } from '../../documents/model/types.js';
import type { UnknownProperties } from '../operation-options.js';
import { FaultPaths } from './fault-paths.js';
import { type Fault, FaultList, MAX_FAULTS } from './faults.js';
import { faultOf } from './schema-faults.js';

export interface SchemaReaderOptions {
  readonly unknownProperties: UnknownProperties;
  /** True if class-validator itself rejects undocumented members (`forbidNonWhitelisted`). */
  readonly rulesRefuse: boolean;
}

/** Decides which member of a union a value is. It remembers its verdicts about the parts of the value. */
export interface Judge {
  readonly accepts: (value: unknown) => boolean;
  /** Returns a number that is lower for a schema that describes more members of the value. */
  readonly distance: (value: unknown) => number;
}

/**
 * Creates a judge for each schema when it is first asked. Without shared judges, each level of a recursive
 * union would check all levels below again.
 */
export function judgesOf(schemaOf: (type: TypeRef) => SchemaReader): (type: TypeRef) => Judge {
  const judgeOf = onceFor((schema: SchemaReader) => schema.judge());
  return (type) => judgeOf(schemaOf(type));
}

/** A schema of the document, as a request meets it. */
export class SchemaReader {
  readonly #filterOf = onceFor((schema: Schema | boolean) => memberFilter(schema, this.checker));

  /** @param elsewhere the members whose faults are found elsewhere, as those of files */
  constructor(
    readonly schema: Schema | boolean,
    readonly checker: Checker,
    readonly options: SchemaReaderOptions,
    private readonly elsewhere: ReadonlySet<string> = new Set(),
  ) {}

  /**
   * Returns the faults of a value that the schema refuses. It ends when the response has no room for more.
   *
   * @param ofRules the faults of class-validator, which replace those of the schema at the same places
   */
  faultsOf(value: unknown, ofRules: readonly Fault[] = []): Fault[] {
    const faults: Fault[] = [];
    const shown = new FaultList();
    const told = new FaultPaths(ofRules);
    this.checker.faultsOf(this.schema, value, MAX_FAULTS, (ofSchema) => {
      const fault = faultOf(ofSchema);
      const [first = ''] = fault.path;
      if (this.elsewhere.has(first)) return false;
      faults.push(fault);
      if (!told.tells(fault.path)) shown.add(fault);
      return shown.isFull;
    });
    return faults;
  }

  /**
   * Returns a copy without undocumented members. With
   * `unknownProperties: 'refuse'`, it adds a fault for each.
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

  /** Creates a judge of one value and its parts. */
  judge(): Judge {
    const run = newSharedRun();
    let distance: Judge['distance'] | undefined;
    return {
      accepts: (value) => this.checker.compile(this.schema).test(value, run) !== false,
      distance: (value) => (distance ??= this.#filterOf(this.schema).distances())(value),
    };
  }
}
