import type { Direction } from 'dtospec/internal';
import type { SpecDocument } from '../document.js';
import { Budget, type FormatCheck, Validator, type Encoding } from './values/validator.js';
import { Candidates } from './values/candidates.js';
import { differencesOf, rootLocation } from './differences/differences.js';
import { Inclusion } from './proofs/inclusion.js';
import { Judge } from './judge.js';
import type { Location } from './location.js';
import {
  findingOf,
  type LocatedFinding,
  inMessage,
  leftOver,
  type Path,
  type SchemaFinding,
} from './schema-findings.js';
import { Sameness } from './proofs/sameness.js';
import { Untouched } from './proofs/equality.js';
import { Schemas } from './schemas.js';
import type { PatternStrings } from './values/pattern-strings.js';
import type { SlowPatterns } from './values/slow-patterns.js';

export interface SchemaPair {
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly direction: Direction;
  readonly encoding: Encoding;
}

interface Sides {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly senderToReceiver: Inclusion;
  readonly candidates: Candidates;
}

export interface Tools {
  readonly format: FormatCheck;
  readonly patterns: PatternStrings;
  readonly slow: SlowPatterns;
}

/** The comparison of one pair of schemas: a component of both documents, or the schema of a message. */
interface ComponentComparison {
  readonly pair: SchemaPair;
  /** The place without a step, at which the pair begins. */
  readonly root: Location;
  /** Decides the differences. It assumes that the components inside include each other. */
  judge: Judge;
  readonly findings: LocatedFinding[];
  /** The components to which the pair refers, with the places of the references. */
  readonly inner: { readonly location: Location; readonly unit: ComponentComparison }[];
  /** The comparisons that refer to this one. */
  readonly outer: ComponentComparison[];
  /** True as soon as a finding, here or inside, is not compatible. */
  isSettled: boolean;
}

/**
 * Limits for one schema (`EACH`) and the whole comparison (`WHOLE`), as multiples of the limit for one place.
 */
const EACH = 20;
const WHOLE = 1000;

export class SchemaComparison {
  private readonly units = new Map<string, ComponentComparison>();
  private readonly sides: Readonly<Record<Direction, Sides>>;
  private readonly untouched: Untouched;
  private readonly budget: Budget;

  constructor(
    old: SpecDocument,
    current: SpecDocument,
    tools: Tools,
    private readonly maxCandidates: number,
  ) {
    this.untouched = new Untouched(old, current);
    const all = new Map<string, Schemas>();
    const validators: Validator[] = [];
    this.budget = new Budget(validators, EACH * maxCandidates, WHOLE * maxCandidates);
    const make = (direction: Direction): Sides => {
      const before = new Schemas(old, direction, `old-${direction}`, all);
      const after = new Schemas(current, direction, `new-${direction}`, all);
      const [from, to] = direction === 'request' ? [before, after] : [after, before];
      const validator = new Validator(from, tools.format, tools.slow);
      validators.push(validator);
      return {
        old: before,
        new: after,
        same: new Sameness(before, after),
        senderToReceiver: new Inclusion(from, to, validator),
        candidates: new Candidates(from, validator, tools.patterns, this.budget),
      };
    };
    this.sides = { request: make('request'), response: make('response') };
  }

  compare(pair: SchemaPair): readonly SchemaFinding[] {
    if (this.untouched.holds(pair.old, pair.new)) return [];
    const message = this.unitOf(pair);
    const paths = new Map<ComponentComparison, Path | undefined>([[message, undefined]]);
    const findings: SchemaFinding[] = [];
    // Without the assumptions of its judge.
    const { senderToReceiver } = this.sides[pair.direction];
    const judge = this.judgeOf(pair, message.root, senderToReceiver);
    const isProven = (): boolean => judge.provesRoot();
    // The loop also visits components that are added during the loop.
    for (const [unit, path] of paths) {
      for (const finding of unit.findings) findings.push(inMessage(finding, path, isProven));
      for (const { location, unit: nested } of unit.inner)
        if (!paths.has(nested)) paths.set(nested, { outer: path, location, judge: unit.judge });
    }
    return findings;
  }

  sample(direction: Direction, side: 'old' | 'new', pointer: string | undefined): unknown {
    const { candidates, [side]: schemas } = this.sides[direction];
    return candidates.samples(schemas.at(pointer))[0];
  }

  samples(direction: Direction, pointer: string | undefined): readonly unknown[] {
    const { candidates } = this.sides[direction];
    return candidates.samples(candidates.schemas.at(pointer));
  }

  private unitOf(pair: SchemaPair): ComponentComparison {
    const units: ComponentComparison[] = [];
    const first = this.addUnit(pair, units);
    // The loop also visits components that are added during the loop.
    for (const unit of units) this.judgeUnit(unit, units);
    for (const unit of units) if (unit.findings.some(({ verdict }) => verdict !== 'compatible')) settle(unit);
    for (const unit of units.reverse()) this.judgeLeftOver(unit);
    return first;
  }

  private addUnit(
    { old, new: current, ...way }: SchemaPair,
    units: ComponentComparison[],
  ): ComponentComparison {
    const sides = this.sides[way.direction];
    const pair = { ...way, old: sides.old.targetOf(old), new: sides.new.targetOf(current) };
    const key = JSON.stringify([pair.old, pair.new, pair.direction, pair.encoding]);
    const known = this.units.get(key);
    if (known !== undefined) return known;
    const location = rootLocation(sides.old.at(pair.old), sides.new.at(pair.new), sides.old, sides.new);
    const root = {
      ...location,
      oldPointer: pick(location.oldPointer, pair.old),
      newPointer: pick(location.newPointer, pair.new),
    };
    const judge = this.judgeOf(pair, root, sides.senderToReceiver);
    const unit = { pair, root, judge, findings: [], inner: [], outer: [], isSettled: false };
    this.units.set(key, unit);
    units.push(unit);
    return unit;
  }

  private judgeOf(pair: SchemaPair, root: Location, senderToReceiver: Inclusion): Judge {
    const { candidates } = this.sides[pair.direction];
    return new Judge(root, senderToReceiver, candidates, pair, this.maxCandidates, this.budget);
  }

  private judgeUnit(unit: ComponentComparison, units: ComponentComparison[]): void {
    const { pair, root } = unit;
    const { old, new: current, same, senderToReceiver } = this.sides[pair.direction];
    const walk = { old, new: current, same, senderToReceiver };
    const differences = [
      ...differencesOf(root, walk, (location, before, after) => {
        const innerUnit = this.addUnit({ ...pair, old: before, new: after }, units);
        unit.inner.push({ location, unit: innerUnit });
        innerUnit.outer.push(unit);
        if (innerUnit.isSettled) settle(unit);
      }),
    ];
    // Components inside are judged separately, so they are not reported here.
    const [sender, receiver] =
      pair.direction === 'request' ? (['old', 'new'] as const) : (['new', 'old'] as const);
    const assumed = unit.inner.map(({ unit: { root: node } }) => [node[sender], node[receiver]] as const);
    unit.judge = this.judgeOf(
      pair,
      root,
      new Inclusion(senderToReceiver.from, senderToReceiver.to, senderToReceiver.validator, assumed),
    );
    this.budget.begin();
    for (const difference of differences) {
      const finding = findingOf(difference, unit.judge.judge(difference));
      if (finding !== undefined) unit.findings.push(finding);
    }
  }

  private judgeLeftOver(unit: ComponentComparison): void {
    const { pair, root, judge, isSettled } = unit;
    const { same } = this.sides[pair.direction];
    if (isSettled || same.areEqual(root.old, root.new) || judge.provesRoot()) return;
    const left = leftOver(judge, root);
    // The text of a number is also the text of a string, which proofs of values do not cover.
    if (left.verdict !== 'breaking' && pair.encoding !== 'json') return;
    unit.findings.push({ ...left, byVerdict: {}, tries: 0 });
    settle(unit);
  }
}

function settle(unit: ComponentComparison): void {
  const units = [unit];
  for (const settled of units) {
    if (settled.isSettled) continue;
    settled.isSettled = true;
    units.push(...settled.outer);
  }
}

function pick(pointer: string, own: string | undefined): string {
  return pointer === '#' ? (own ?? pointer) : pointer;
}
