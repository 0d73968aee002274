import { RULES, type RuleCode } from './rules.js';
import type { SchemaComparison, SchemaPair } from './schema/comparison.js';
import type { SpecDocument } from './document.js';
import type { Change, Direction, Part, Semver, Verdict, Witness } from './types.js';

/** One operation of both documents, or a webhook. */
export interface Site {
  /** `POST /users`, `webhook userCreated POST`. */
  readonly operation: string;
  /** Of its request: a webhook's comes from the service. */
  readonly direction: Direction;
  readonly isWebhook: boolean;
}

/** What a part reports; the rest is filled in. */
export interface Finding {
  readonly rule: RuleCode;
  readonly verdict: Verdict;
  readonly direction: Change['direction'];
  readonly part: Part;
  readonly pointer: string;
  readonly where: string;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly witness?: Witness | undefined;
}

/** Where the schemas of one value stand, and what a reader calls the value. */
export interface SchemaSite extends SchemaPair {
  readonly part: Part;
  /** `request body application/json`. */
  readonly where: string;
  /** What the witness calls the message: `POST /users -> 200`. */
  readonly message: string;
}

/** What all parts of the comparison share: both documents, and where changes are put. */
export class Collector {
  readonly changes: Change[] = [];
  readonly new: SpecDocument;

  constructor(
    readonly old: SpecDocument,
    current: SpecDocument,
    readonly schemas: SchemaComparison,
    private readonly generatedClients: boolean,
  ) {
    this.new = current;
  }

  add(operation: string | undefined, { reason, witness, ...finding }: Finding): void {
    const isForClients = 'generatedClients' in RULES[finding.rule] && this.generatedClients;
    const verdict = isForClients && finding.verdict === 'unclear' ? 'breaking' : finding.verdict;
    this.changes.push({
      ...finding,
      verdict,
      semver: semverOf(finding.rule, verdict),
      ...(operation !== undefined && { operation }),
      ...(reason !== undefined && verdict === 'unclear' && { reason }),
      ...(witness !== undefined && { witness }),
    });
  }

  /** Compares the schemas of one value and reports what is found. */
  addSchemas(site: Site, { part, where, message, ...pair }: SchemaSite): void {
    for (const finding of this.schemas.compare(pair)) {
      const { rule, verdict, reason, pointer, path } = finding;
      this.add(site.operation, {
        rule,
        verdict,
        direction: pair.direction,
        part,
        pointer,
        where: path === '' ? where : `${where}, ${path}`,
        message: finding.message,
        reason,
        witness: finding.witness && {
          message,
          in: where,
          value: finding.witness.value,
          reason:
            pair.direction === 'request'
              ? 'The old document accepts this value, the new one refuses it.'
              : 'The new document allows this value, the old one ruled it out.',
        },
      });
    }
  }
}

function semverOf(rule: RuleCode, verdict: Verdict): Semver {
  return verdict === 'compatible' ? RULES[rule].compatible : 'major';
}

/** The other way. */
export function opposite(direction: Direction): Direction {
  return direction === 'request' ? 'response' : 'request';
}
