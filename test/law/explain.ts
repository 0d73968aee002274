import type { Compiled } from './compile.js';
import type { Failure, Verdict } from './verdict.js';

/** Diagnostics that say: the schema of this property is open where validation is not, or validation takes nothing. */
const OPEN: ReadonlySet<string> = new Set([
  'coerced-type',
  'transformed-type',
  'conditional-rules',
  'unknown-type',
  'two-names',
  'left-out-but-required',
  'nested-without-type',
  'nested-without-rules',
  'date-without-type',
  'instance-without-type',
]);

/** Whether diagnostics own up to every reason for which validation refused a value that the schema takes. */
export function isExplained(verdict: Verdict, compiled: Compiled): boolean {
  return (
    verdict.failures.length > 0 && verdict.failures.every((failure) => isFailureExplained(failure, compiled))
  );
}

/** A failure counts as explained if its place, or a place above it, is declared open. */
function isFailureExplained({ steps, rules }: Failure, compiled: Compiled): boolean {
  return steps.some(({ owner, property }, index) => {
    if (owner === undefined || owner === Array) return false;
    const place = `${compiled.compiler.modelOf(owner, compiled.view).name}.${property}`;
    const said = compiled.diagnostics.filter((one) => one.place === place);
    if (said.some(({ code }) => OPEN.has(code))) return true;
    const inexact = said.filter(({ code }) => code === 'inexact-rule');
    if (isDeepList(steps.slice(index + 1)))
      return inexact.some(({ message }) => message.includes(' nestedValidation '));
    const isHere = index === steps.length - 1;
    return isHere && rules.every((rule) => inexact.some(({ message }) => message.includes(` ${rule} `)));
  });
}

/** Two lists in each other: nested validation looks into them, a schema cannot say how deep. */
function isDeepList([outer, inner]: Failure['steps']): boolean {
  return outer?.owner === Array && inner?.owner === Array;
}
