import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** One step of a backtracking matcher. Of a fork the first branch is tried first. */
type Step =
  | { readonly kind: 'char'; readonly takes: (char: string) => boolean }
  | { readonly kind: 'fork'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'match' };

/**
 * A backtracking matcher as plain as the textbook's, which counts its steps: what a pattern costs the engines that
 * backtrack, without a clock. Of the kind that we write only: no look-arounds, no back-references.
 */
export function compileCounting(pattern: string): (text: string, limit: number) => number {
  const ast = new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true });
  const steps: Step[] = [];
  emitAlternatives(steps, ast.alternatives);
  steps.push({ kind: 'match' });
  return (text, limit) => countSteps(steps, Array.from(text), limit);
}

/** Steps until a match is found or there is none, beginning at every character; at most `limit` and a few. */
function countSteps(steps: readonly Step[], chars: readonly string[], limit: number): number {
  let count = 0;
  /** Of each second branch that is yet to be tried, its place and the position in the text. */
  const pending: number[] = [];
  for (let begin = 0; begin <= chars.length; begin += 1) {
    pending.push(0, begin);
    while (pending.length > 0) {
      let position = pending.pop()!;
      let at = pending.pop()!;
      for (let step = steps[at]!; ; step = steps[at]!) {
        count += 1;
        if (step.kind === 'match' || count > limit) return count;
        if (step.kind === 'fork') {
          pending.push(step.second, position);
          at = step.first;
        } else if (step.kind === 'jump') {
          at = step.to;
        } else {
          const char = chars[position];
          if (!holds(step, position, char)) break;
          if (step.kind === 'char') position += 1;
          at += 1;
        }
      }
    }
  }
  return count;
}

function holds(step: Step, position: number, char: string | undefined): boolean {
  if (step.kind === 'start') return position === 0;
  if (step.kind === 'end') return char === undefined;
  return step.kind === 'char' && char !== undefined && step.takes(char);
}

function emitAlternatives(steps: Step[], alternatives: readonly AST.Alternative[]): void {
  const [first, ...others] = alternatives;
  if (others.length === 0) {
    for (const element of first!.elements) emit(steps, element);
    return;
  }
  const fork = { kind: 'fork' as const, first: steps.length + 1, second: 0 };
  steps.push(fork);
  for (const element of first!.elements) emit(steps, element);
  const jump = { kind: 'jump' as const, to: 0 };
  steps.push(jump);
  fork.second = steps.length;
  emitAlternatives(steps, others);
  jump.to = steps.length;
}

function emit(steps: Step[], element: AST.Element): void {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      emitAlternatives(steps, element.alternatives);
      return;
    case 'Quantifier':
      emitRepetition(steps, element);
      return;
    case 'Assertion':
      if (element.kind !== 'start' && element.kind !== 'end') throw new Error(`not ours: ${element.raw}`);
      steps.push({ kind: element.kind });
      return;
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      steps.push({ kind: 'char', takes: takerOf(element.raw) });
      return;
    default:
      throw new Error(`not ours: ${element.raw}`);
  }
}

function emitRepetition(steps: Step[], { element, min, max }: AST.Quantifier): void {
  for (let count = 0; count < min; count += 1) emit(steps, element);
  if (max === Infinity) {
    const fork = { kind: 'fork' as const, first: steps.length + 1, second: 0 };
    const again = steps.length;
    steps.push(fork);
    emit(steps, element);
    steps.push({ kind: 'jump', to: again });
    fork.second = steps.length;
    return;
  }
  const forks = Array.from({ length: max - min }, () => {
    const fork = { kind: 'fork' as const, first: steps.length + 1, second: 0 };
    steps.push(fork);
    emit(steps, element);
    return fork;
  });
  for (const fork of forks) fork.second = steps.length;
}

function takerOf(source: string): (char: string) => boolean {
  const expression = new RegExp(`^${source}$`, 'u');
  const known = new Map<string, boolean>();
  return (char) => {
    const verdict = known.get(char) ?? expression.test(char);
    known.set(char, verdict);
    return verdict;
  };
}
