import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { SpecDocument } from '../document.js';
import type { RuleCode } from '../rules.js';
import type { Direction } from '../types.js';
import { Candidates } from './candidates.js';
import { differencesOf, rootLocation } from './differences.js';
import type { Difference } from './difference.js';
import { Inclusion } from './inclusion.js';
import { Judge, type Judgement } from './judge.js';
import { describeSteps, stepsTo, type Location } from './location.js';
import { LEFT_OVER } from './naming.js';
import { Sameness } from './same.js';
import { Schemas } from './schemas.js';
import type { PatternStrings } from './strings.js';
import { Untouched } from './untouched.js';
import { Validator, type Compiled } from './validator.js';

/** What was found in the schemas of one message. */
export interface SchemaFinding extends Judgement {
  readonly rule: RuleCode;
  readonly message: string;
  readonly pointer: string;
  /** `items[].address.street`; empty at the root. */
  readonly path: string;
}

/** Where the two schemas stand, and how values of them travel. */
export interface SchemaPair {
  /** Pointers; undefined where the document says nothing of the value. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly direction: Direction;
  /** Whether values are written as text: parameters, headers, forms. */
  readonly isText: boolean;
}

/** What is the same for all schemas of one direction. */
interface Sides {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly forth: Inclusion;
  readonly candidates: Candidates;
}

/** Libraries that are loaded for the first schema that changed. */
export interface Tools {
  readonly ajv: Ajv2020;
  readonly patterns: PatternStrings;
}

/** Compares schemas of two documents, each pair once. */
export class SchemaComparison {
  private readonly found = new Map<string, readonly SchemaFinding[]>();
  private readonly sides: Readonly<Record<Direction, Sides>>;
  private readonly untouched: Untouched;

  constructor(
    old: SpecDocument,
    current: SpecDocument,
    tools: Tools,
    private readonly maxCandidates: number,
  ) {
    this.untouched = new Untouched(old, current);
    const all = new Map<string, Schemas>();
    const compiled: Compiled = new Map();
    const make = (direction: Direction): Sides => {
      const before = new Schemas(old, direction, `old-${direction}`, all);
      const after = new Schemas(current, direction, `new-${direction}`, all);
      const [from, to] = direction === 'request' ? [before, after] : [after, before];
      const validator = new Validator(tools.ajv, from, compiled);
      return {
        old: before,
        new: after,
        same: new Sameness(before, after),
        forth: new Inclusion(from, to, validator),
        candidates: new Candidates(from, validator, tools.patterns),
      };
    };
    this.sides = { request: make('request'), response: make('response') };
  }

  compare(pair: SchemaPair): readonly SchemaFinding[] {
    const key = JSON.stringify([pair.old, pair.new, pair.direction, pair.isText]);
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const findings = this.judgeAll(pair);
    this.found.set(key, findings);
    return findings;
  }

  /** A value for the schema, for messages that need one; undefined where none was found. */
  sample(direction: Direction, side: 'old' | 'new', pointer: string | undefined): unknown {
    const { candidates, [side]: schemas } = this.sides[direction];
    return candidates.samples(schemas.at(pointer))[0];
  }

  /** A few values that the sender's schema accepts. */
  samples(direction: Direction, pointer: string | undefined): readonly unknown[] {
    const { candidates } = this.sides[direction];
    return candidates.samples(candidates.schemas.at(pointer));
  }

  private judgeAll({ old, new: current, direction, isText }: SchemaPair): SchemaFinding[] {
    if (this.untouched.holds(old, current)) return [];
    const { old: before, new: after, same, forth, candidates } = this.sides[direction];
    const root = rootLocation(before.at(old), after.at(current), before, after);
    const place = {
      ...root,
      oldPointer: pick(root.oldPointer, old),
      newPointer: pick(root.newPointer, current),
    };
    const judge = new Judge(place, forth, candidates, direction, isText, this.maxCandidates);
    const findings: SchemaFinding[] = [];
    for (const difference of differencesOf(place, before, after, same, this.untouched)) {
      const judgement = judge.judge(difference);
      if (isNoise(difference, judgement)) continue;
      findings.push({
        ...judgement,
        ...placeOf(difference),
        rule: ruleOf(difference, judgement),
        message: difference.message,
      });
    }
    const isSettled = findings.some(({ verdict }) => verdict !== 'compatible');
    if (!isSettled && !same.holds(place.old, place.new) && !judge.provesRoot()) {
      const left = leftOver(judge, place);
      // Text of a number is text of a string, which proofs of values know nothing of.
      if (left.verdict === 'breaking' || !isText) findings.push(left);
    }
    return findings;
  }
}

/** Changes that no single difference explains. */
function leftOver(judge: Judge, root: Location): SchemaFinding {
  const witness = judge.searchRoot();
  const rest = {
    rule: 'schema-changed',
    message: 'The schema changed in several ways.',
    pointer: root.newPointer,
    path: '',
  } as const;
  return witness === undefined
    ? {
        ...rest,
        verdict: 'unclear',
        reason: 'Each change alone is harmless; that they are together could not be shown.',
      }
    : { ...rest, verdict: 'breaking', witness };
}

/** What is written otherwise is one rule, whatever keywords it was. */
function ruleOf({ rule, fixed }: Difference, { isRewritten }: Judgement): RuleCode {
  return isRewritten === true && fixed === undefined && REWRITABLE.test(rule) ? 'schema-rewritten' : rule;
}

/** That a property or a listed value came or went is worth saying even where no value tells. */
const REWRITABLE = /^(?!.*property|enum-value|schema-)/;

/** What follows from a change that is told anyway. */
function isNoise({ message }: Difference, { verdict }: Judgement): boolean {
  return message === LEFT_OVER && verdict === 'compatible';
}

function placeOf({ location, step, pointer, rule }: Difference): { pointer: string; path: string } {
  const steps = stepsTo(location);
  const isGone = rule.endsWith('-removed');
  return {
    pointer: pointer ?? (isGone && location.newPointer === '#' ? location.oldPointer : location.newPointer),
    path: describeSteps(step === undefined ? steps : [...steps, step]),
  };
}

function pick(pointer: string, given: string | undefined): string {
  return pointer === '#' ? (given ?? pointer) : pointer;
}
