import type { Report } from '../../base/diagnostics.js';

/** What was written for the document and what runs are two things; the document follows what runs. */
export function reportDisagreement(
  { place, report }: { readonly place: string; readonly report: Report },
  documented: string,
  runs: string,
  remedy: string,
): void {
  report({
    code: 'contradicts-rules',
    place,
    message: `@ApiProperty says ${documented}, but ${runs}, and that is documented. ${remedy}`,
  });
}
