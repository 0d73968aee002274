import type { SpecDocument } from '../document.js';
import type { RuleCode, Verdict } from '../rules.js';
import type { Direction } from '../types.js';
import { Budget, type FormatCheck, Validator } from './values/validator.js';
import { Candidates } from './values/candidates.js';
import type { Difference } from './differences/difference.js';
import { differencesOf, rootLocation } from './differences/differences.js';
import { Inclusion } from './proofs/inclusion.js';
import { Judge, type Judgement } from './judge.js';
import { describeSteps, stepsTo, type Location } from './location.js';
import { LEFT_OVER } from './differences/keywords.js';
import { Sameness, Untouched } from './proofs/equality.js';
import { Schemas } from './schemas.js';
import type { PatternStrings } from './values/pattern-strings.js';

export interface SchemaFinding extends Judgement {
  readonly rule: RuleCode;
  readonly message: string;
  readonly pointer: string;
  /** Path such as `items[].address.street`; empty at the root. */
  readonly path: string;
}

export interface SchemaPair {
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly direction: Direction;
  /** True if values are written as text: parameters, headers, forms. */
  readonly isText: boolean;
}

interface Sides {
  readonly old: Schemas;
  readonly new: Schemas;
  readonly same: Sameness;
  readonly forth: Inclusion;
  readonly candidates: Candidates;
}

export interface Tools {
  readonly format: FormatCheck;
  readonly patterns: PatternStrings;
}

/** Two schemas that are compared once for all messages that contain them. */
interface Unit {
  readonly pair: SchemaPair;
  readonly root: Location;
  judge: Judge;
  readonly findings: Found[];
  readonly inner: { readonly location: Location; readonly unit: Unit }[];
  readonly outer: Unit[];
  /** True if the schema, or a component in it, has a change that is not compatible. */
  isSettled: boolean;
}

interface Found extends SchemaFinding {
  readonly told: Partial<Record<Verdict, SchemaFinding>>;
  tries: number;
  whole?: Judgement['witness'] | undefined;
}

type Path = readonly { readonly location: Location; readonly judge: Judge }[];

const MOST_TRIES = 8;
/** Limits for one schema (`EACH`) and the whole comparison (`WHOLE`), as multiples of the limit for one place. */
const EACH = 20;
const WHOLE = 1000;

export class SchemaComparison {
  private readonly units = new Map<string, Unit>();
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
      const validator = new Validator(from, tools.format);
      validators.push(validator);
      return {
        old: before,
        new: after,
        same: new Sameness(before, after),
        forth: new Inclusion(from, to, validator),
        candidates: new Candidates(from, validator, tools.patterns, this.budget),
      };
    };
    this.sides = { request: make('request'), response: make('response') };
  }

  compare(pair: SchemaPair): readonly SchemaFinding[] {
    if (this.untouched.holds(pair.old, pair.new)) return [];
    const message = this.unitOf(pair);
    const paths = new Map<Unit, Path>([[message, []]]);
    const told: SchemaFinding[] = [];
    // Without what its judge assumes.
    const { forth } = this.sides[pair.direction];
    const judge = this.judgeOf(pair, message.root, forth);
    const isProven = (): boolean => judge.provesRoot();
    // Grows by the components inside.
    for (const [unit, path] of paths) {
      for (const found of unit.findings) told.push(inMessage(found, path, isProven));
      for (const { location, unit: inner } of unit.inner)
        if (!paths.has(inner)) paths.set(inner, [...path, { location, judge: unit.judge }]);
    }
    return told;
  }

  sample(direction: Direction, side: 'old' | 'new', pointer: string | undefined): unknown {
    const { candidates, [side]: schemas } = this.sides[direction];
    return candidates.samples(schemas.at(pointer))[0];
  }

  samples(direction: Direction, pointer: string | undefined): readonly unknown[] {
    const { candidates } = this.sides[direction];
    return candidates.samples(candidates.schemas.at(pointer));
  }

  private unitOf(pair: SchemaPair): Unit {
    const units: Unit[] = [];
    const first = this.addUnit(pair, units);
    // Grows by the components inside.
    for (const unit of units) this.judgeUnit(unit, units);
    for (const unit of units) if (unit.findings.some(({ verdict }) => verdict !== 'compatible')) settle(unit);
    for (const unit of units.reverse()) this.judgeLeftOver(unit);
    return first;
  }

  private addUnit({ old, new: current, ...way }: SchemaPair, units: Unit[]): Unit {
    const sides = this.sides[way.direction];
    const pair = { ...way, old: sides.old.targetOf(old), new: sides.new.targetOf(current) };
    const key = JSON.stringify([pair.old, pair.new, pair.direction, pair.isText]);
    const known = this.units.get(key);
    if (known !== undefined) return known;
    const found = rootLocation(sides.old.at(pair.old), sides.new.at(pair.new), sides.old, sides.new);
    const root = {
      ...found,
      oldPointer: pick(found.oldPointer, pair.old),
      newPointer: pick(found.newPointer, pair.new),
    };
    const judge = this.judgeOf(pair, root, sides.forth);
    const unit = { pair, root, judge, findings: [], inner: [], outer: [], isSettled: false };
    this.units.set(key, unit);
    units.push(unit);
    return unit;
  }

  private judgeOf(pair: SchemaPair, root: Location, forth: Inclusion): Judge {
    const { candidates } = this.sides[pair.direction];
    return new Judge(root, forth, candidates, pair, this.maxCandidates, this.budget);
  }

  private judgeUnit(unit: Unit, units: Unit[]): void {
    const { pair, root } = unit;
    const { old, new: current, same, forth } = this.sides[pair.direction];
    const walk = { old, new: current, same, forth, untouched: this.untouched };
    const differences = [
      ...differencesOf(root, walk, (location, before, after) => {
        const inner = this.addUnit({ ...pair, old: before, new: after }, units);
        unit.inner.push({ location, unit: inner });
        inner.outer.push(unit);
        if (inner.isSettled) settle(unit);
      }),
    ];
    // The components inside are judged by themselves: nothing here is their fault.
    const [sender, receiver] =
      pair.direction === 'request' ? (['old', 'new'] as const) : (['new', 'old'] as const);
    const assumed = unit.inner.map(({ unit: { root: inner } }) => [inner[sender], inner[receiver]] as const);
    unit.judge = this.judgeOf(pair, root, new Inclusion(forth.from, forth.to, forth.validator, assumed));
    this.budget.begin();
    for (const difference of differences) {
      const judgement = unit.judge.judge(difference);
      if (isNoise(difference, judgement)) continue;
      unit.findings.push({
        ...judgement,
        ...placeOf(difference),
        rule: ruleOf(difference, judgement),
        message: difference.message,
        told: {},
        tries: 0,
      });
    }
  }

  private judgeLeftOver(unit: Unit): void {
    const { pair, root, judge, isSettled } = unit;
    const { same } = this.sides[pair.direction];
    if (isSettled || same.holds(root.old, root.new) || judge.provesRoot()) return;
    const left = leftOver(judge, root);
    // Text of a number is text of a string, which proofs of values know nothing of.
    if (left.verdict !== 'breaking' && pair.isText) return;
    unit.findings.push({ ...left, told: {}, tries: 0 });
    settle(unit);
  }
}

function settle(unit: Unit): void {
  const units = [unit];
  for (const one of units) {
    if (one.isSettled) continue;
    one.isSettled = true;
    units.push(...one.outer);
  }
}

/** Returns the finding in a message. Messages with the same verdict share one object, with the place of the first. */
function inMessage(found: Found, path: Path, isProven: () => boolean): SchemaFinding {
  const verdict = verdictInMessage(found, path, isProven);
  const { rule, message, pointer, reason = NOT_WHOLE, whole } = found;
  return (found.told[verdict] ??= {
    ...{ rule, message, pointer, verdict, path: describePath(path, found.path) },
    ...(verdict === 'breaking' && whole !== undefined && { witness: whole }),
    ...(verdict === 'unclear' && { reason }),
  });
}

function verdictInMessage(found: Found, path: Path, isProven: () => boolean): Verdict {
  const { verdict, witness, isOpen } = found;
  if (verdict === 'compatible') return verdict;
  if (witness !== undefined && found.whole === undefined && (found.tries += 1) <= MOST_TRIES)
    for (const value of [witness.value, ...witness.more])
      found.whole ??= path.reduceRight<Found['whole']>(
        (inner, { location, judge }) => inner && judge.around(location, inner.value),
        { value, more: [] },
      );
  if (found.whole !== undefined) return 'breaking';
  return (witness !== undefined || isOpen === true) && isProven() ? 'compatible' : 'unclear';
}

const NOT_WHOLE = 'The schema refuses a value that it accepted, but no whole message with it was found.';

function describePath(path: Path, last: string): string {
  const outer = describeSteps(path.flatMap(({ location }) => stepsTo(location)));
  return outer + (outer === '' || last === '' || /^[[(]/.test(last) ? '' : '.') + last;
}

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
        isOpen: true,
        reason: 'Each change alone is compatible; that all together are could not be shown.',
      }
    : { ...rest, verdict: 'breaking', witness };
}

function ruleOf({ rule, fixed }: Difference, { isRewritten }: Judgement): RuleCode {
  return isRewritten === true && fixed === undefined && REWRITABLE.test(rule) ? 'schema-rewritten' : rule;
}

/** Rules whose findings may be rewritten. Added and removed properties and enum values are always reported. */
const REWRITABLE = /^(?!.*property|enum-value|schema-)/;

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
