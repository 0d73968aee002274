import type { Verdict } from '../rule.js';
import type { RuleCode } from '../rules.js';
import { type Difference, describeSteps, stepsTo, type Location } from './location.js';
import { LEFT_OVER } from './keywords/unevaluated.js';
import { type Judge, type Judgement, SPENT } from './judge.js';

export interface SchemaFinding extends Judgement {
  readonly rule: RuleCode;
  readonly message: string;
  readonly pointer: string;
  readonly path: string;
}

export interface LocatedFinding extends SchemaFinding {
  readonly byVerdict: Partial<Record<Verdict, SchemaFinding>>;
  tries: number;
  whole?: Judgement['witness'] | undefined;
}

/** The way from a message to a component: the place of its reference, and the way to the schema around it. */
export interface Path {
  readonly outer: Path | undefined;
  readonly location: Location;
  readonly judge: Judge;
}

export function findingOf(difference: Difference, judgement: Judgement): LocatedFinding | undefined {
  const { message } = difference;
  if (message === LEFT_OVER && judgement.verdict === 'compatible') return undefined;
  const rule = ruleOf(difference, judgement);
  return { ...judgement, ...placeOf(difference), rule, message, byVerdict: {}, tries: 0 };
}

const MAX_TRIES = 8;

/**
 * Returns the finding in a message. Messages with the same
 * verdict share one object, with the place of the first.
 */
export function inMessage(
  located: LocatedFinding,
  path: Path | undefined,
  isProven: () => boolean,
): SchemaFinding {
  const verdict = verdictInMessage(located, path, isProven);
  const {
    rule,
    message,
    pointer,
    reason = path?.judge.isSpent === true ? SPENT : NOT_WHOLE,
    whole,
  } = located;
  return (located.byVerdict[verdict] ??= {
    rule,
    message,
    pointer,
    verdict,
    path: describePath(path, located.path),
    ...(verdict === 'breaking' && whole !== undefined && { witness: whole }),
    ...(verdict === 'unclear' && { reason }),
  });
}

function verdictInMessage(located: LocatedFinding, path: Path | undefined, isProven: () => boolean): Verdict {
  const { verdict, witness, isOpen } = located;
  if (verdict === 'compatible') return verdict;
  if (witness !== undefined && located.whole === undefined && (located.tries += 1) <= MAX_TRIES)
    for (const value of [witness.value, ...witness.more]) located.whole ??= wholeWith(value, path);
  if (located.whole !== undefined) return 'breaking';
  return (witness !== undefined || isOpen === true) && isProven() ? 'compatible' : 'unclear';
}

/** Returns a whole message that contains the value, or undefined. */
function wholeWith(value: unknown, path: Path | undefined): LocatedFinding['whole'] {
  let whole = value;
  for (let way = path; way !== undefined; way = way.outer) {
    whole = way.judge.wrap(way.location, whole);
    if (whole === undefined) return undefined;
  }
  return { value: whole, more: [] };
}

const NOT_WHOLE = 'The schema refuses a value that it accepted, but no whole message with it was found.';

/** Maximum number of places of references to describe. The middle of a longer way is left out. */
const MAX_PLACES = 60;

function describePath(path: Path | undefined, last: string): string {
  const places: Location[] = [];
  for (let way = path; way !== undefined; way = way.outer) places.push(way.location);
  places.reverse();
  const describe = (part: readonly Location[]): string => describeSteps(part.flatMap(stepsTo));
  const outer =
    places.length <= MAX_PLACES
      ? describe(places)
      : `${describe(places.slice(0, MAX_PLACES / 2))}.….${describe(places.slice(-MAX_PLACES / 2))}`;
  return outer + (outer === '' || last === '' || /^[[(]/.test(last) ? '' : '.') + last;
}

export function leftOver(judge: Judge, root: Location): SchemaFinding {
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
        reason: 'Each change alone is compatible. There is no proof that all of them together are.',
      }
    : { ...rest, verdict: 'breaking', witness };
}

function ruleOf({ rule, fixed }: Difference, { isRewritten }: Judgement): RuleCode {
  return isRewritten === true && fixed === undefined && REWRITABLE.test(rule) ? 'schema-rewritten' : rule;
}

/**
 * Rules whose findings may be rewritten. Added and removed properties and enum values are always reported.
 */
const REWRITABLE = /^(?!.*property|enum-value|schema-)/;

function placeOf({ location, step, pointer, rule }: Difference): { pointer: string; path: string } {
  const steps = stepsTo(location);
  const isGone = rule.endsWith('-removed');
  return {
    pointer: pointer ?? (isGone && location.newPointer === '#' ? location.oldPointer : location.newPointer),
    path: describeSteps(step === undefined ? steps : [...steps, step]),
  };
}
