import type { Report } from '../../../shared/diagnostics.js';

/** The place of a disagreement, and the options that a decorator gives there. */
interface Place {
  readonly place: string;
  readonly report: Report;
  readonly written: ReadonlySet<string> | undefined;
}

/** Reports an option of `@ApiProperty` that the document does not follow, because what runs does otherwise. */
export function reportDisagreement(
  { place, report, written }: Place,
  option: string,
  documented: string,
  runs: string,
  remedy: string,
): void {
  if (written?.has(option) !== true) return;
  report({
    code: 'contradicts-rules',
    place,
    message: `@ApiProperty says ${documented}, but ${runs}, and that is documented. ${remedy}`,
  });
}

/** Reports an option of `@ApiProperty` that is documented although validation accepts more. */
export function reportNarrowing({ place, report, written }: Place, option: string): void {
  if (written?.has(option) !== true) return;
  report({
    code: 'narrower-than-rules',
    place,
    message: `@ApiProperty gives ${option === 'type' ? 'a type or an enum' : option}, which is documented, but validation accepts more. Add the validator that checks it.`,
  });
}
