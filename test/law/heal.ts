import type { Compiled } from './compile.js';
import { samples } from './samples.js';
import type { Verdict } from './verdict.js';

/**
 * Puts a known good value at each place that validation refused: the way to accepted values of rules that no
 * schema generates from. `undefined` where no sample is known.
 */
export function heal(value: unknown, verdict: Verdict, compiled: Compiled): unknown {
  const healed = verdict.failures.flatMap(({ steps, rules }) => {
    const rule = rules.find((one) => Object.hasOwn(samples, one));
    return rule === undefined
      ? []
      : [{ path: steps.map((step) => wireName(step, compiled)), sample: samples[rule] }];
  });
  if (healed.length === 0) return undefined;
  return healed.reduce((before, { path, sample }) => setAt(before, path, sample), value);
}

function wireName(
  { owner, property }: Verdict['failures'][number]['steps'][number],
  compiled: Compiled,
): string {
  if (owner === undefined || owner === Array || owner === Map || owner === Set) return property;
  const model = compiled.compiler.modelOf(owner, compiled.view);
  return model.properties.find(({ key }) => key === property)?.name ?? property;
}

function setAt(value: unknown, path: readonly string[], sample: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return sample;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? setAt(item, rest, sample) : item));
  const holder = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const member = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return Object.fromEntries([
    ...Object.entries(holder).filter(([name]) => name !== key),
    [key, setAt(member, rest, sample)],
  ]);
}
