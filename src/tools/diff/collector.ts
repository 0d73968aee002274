import type { Direction } from 'dtospec/internal';
import { type Cursor, isOver, type SpecDocument } from './document.js';
import type { Verdict } from './rule.js';
import { RULES, type RuleCode } from './rules.js';
import type { SchemaComparison, SchemaPair } from './schema/comparison.js';
import type { SchemaFinding } from './schema/schema-findings.js';
import type { Change, DiffOptions, Part, Witness } from './types.js';

export interface Site {
  readonly operation: string;
  readonly direction: Direction;
  readonly isWebhook: boolean;
}

export interface Place {
  readonly operation?: string | undefined;
  readonly direction: Change['direction'];
  readonly part: Part;
  readonly pointer: string;
  readonly where: string;
}

export interface ValueSite extends Omit<Place, 'pointer'> {
  readonly operation: string;
  readonly direction: Direction;
  readonly message: string;
}

export interface Finding {
  readonly rule: RuleCode;
  readonly message: string;
  readonly verdict?: Verdict;
  readonly reason?: string | undefined;
  readonly witness?: Witness | undefined;
}

export interface Collected {
  readonly change: Change;
  readonly operations: Set<string>;
}

export class Collector {
  readonly changes: Collected[] = [];
  private readonly shared = new Map<object, Collected>();
  readonly new: SpecDocument;

  constructor(
    readonly old: SpecDocument,
    current: SpecDocument,
    readonly schemas: SchemaComparison,
    readonly options: DiffOptions,
  ) {
    this.new = current;
  }

  add({ operation, direction, part, pointer, where }: Place, finding: Finding): Collected | undefined {
    const { rule, message, reason, witness } = finding;
    const verdict = this.verdictOf(rule, finding.verdict ?? usualVerdict(rule, direction));
    if (verdict === 'off') return undefined;
    const change: Change = {
      rule,
      verdict,
      direction,
      part,
      pointer,
      where,
      message,
      semver: verdict === 'compatible' ? RULES[rule].compatible : 'major',
      ...(operation !== undefined && { operation }),
      ...(reason !== undefined && verdict === 'unclear' && { reason }),
      ...(witness !== undefined && verdict === 'breaking' && { witness }),
    };
    const collected = { change, operations: new Set(operation === undefined ? [] : [operation]) };
    this.changes.push(collected);
    return collected;
  }

  addSchemas(site: ValueSite, pair: Omit<SchemaPair, 'direction'>): void {
    for (const finding of this.schemas.compare({ ...pair, direction: site.direction })) {
      const known = this.shared.get(finding) ?? this.addSchema(site, finding);
      known?.operations.add(site.operation);
      if (known !== undefined) this.shared.set(finding, known);
    }
  }

  private addSchema(
    site: ValueSite,
    { path, pointer, witness, ...finding }: SchemaFinding,
  ): Collected | undefined {
    const { direction, where, message } = site;
    return this.add(
      { ...site, pointer, where: path === '' ? where : `${where}, ${path}` },
      {
        ...finding,
        witness: witness && {
          message,
          in: where,
          value: witness.value,
          reason:
            direction === 'request'
              ? 'The old document accepts this value, the new one refuses it.'
              : 'The new document allows this value, the old one ruled it out.',
        },
      },
    );
  }

  sunsetOf({ value }: Cursor): Pick<Finding, 'verdict'> {
    return isOver(value, this.options.date ?? new Date()) ? { verdict: 'compatible' } : {};
  }

  private verdictOf(rule: RuleCode, verdict: Verdict): Verdict | 'off' {
    const { generatedClients = false, verdicts = {} } = this.options;
    const isForClients = generatedClients && 'generatedClients' in RULES[rule];
    return verdicts[rule] ?? (isForClients && verdict === 'unclear' ? 'breaking' : verdict);
  }
}

function usualVerdict(rule: RuleCode, direction: Change['direction']): Verdict {
  const outcome = RULES[rule][direction === 'response' ? 'response' : 'request'];
  if (outcome === 'shown' || outcome === '-')
    throw new TypeError(`The rule ${rule} has no fixed verdict for direction ${direction}.`);
  return outcome;
}

export function opposite(direction: Direction): Direction {
  return direction === 'request' ? 'response' : 'request';
}
