import type { Change, DiffReport, Verdict } from '../types.js';

export const VERDICTS: readonly Verdict[] = ['breaking', 'unclear', 'compatible'];

/** What a group of changes is headed by. */
export const HEADINGS: Readonly<Record<Verdict, string>> = {
  breaking: 'Breaking',
  unclear: 'Unclear',
  compatible: 'Compatible',
};

/** Changes of one verdict that were not accepted. */
export function openChanges({ changes }: DiffReport, verdict: Verdict): readonly Change[] {
  return changes.filter((change) => change.verdict === verdict && change.accepted === undefined);
}

/** `POST /users and 3 more, request body application/json, address.street`. */
export function placeOf({ operation, alsoIn = [], where }: Change): string {
  const others = alsoIn.length === 0 ? '' : ` and ${alsoIn.length} more`;
  return operation === undefined ? where : `${operation}${others}, ${where}`;
}

/** How much of a witness is shown. */
const LONGEST = 400;

/** The witness in a line: the message, the place in it and the value. */
export function witnessOf({ witness }: Change): string | undefined {
  if (witness === undefined) return undefined;
  const place = witness.in === undefined ? witness.message : `${witness.message}, ${witness.in}`;
  if (!('value' in witness) || witness.value === undefined) return place;
  const text = JSON.stringify(witness.value);
  return `${place}: ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
}

/** `2 breaking, 1 unclear, 5 compatible; the next release is a major one.` */
export function summaryOf({ counts, semver }: DiffReport): string {
  if (semver === undefined && counts.accepted === 0) return 'No changes.';
  const accepted = counts.accepted === 0 ? '' : `, ${counts.accepted} accepted`;
  const release = semver === undefined ? '' : `; it takes a ${semver} release`;
  return `${counts.breaking} breaking, ${counts.unclear} unclear, ${counts.compatible} compatible${accepted}${release}.`;
}
