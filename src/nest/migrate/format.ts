import type { DocumentComparison } from './compare.js';

/** The comparison as text for people: the contradictions first. */
export function formatComparison({ counts, differences }: DocumentComparison): string {
  const sections = SECTIONS.map(({ kind, title }) => {
    const lines = differences
      .filter((one) => one.kind === kind)
      .map(
        ({ place, what, theirs, ours }) => `  ${place} ${what}: ${show(what, theirs)} -> ${show(what, ours)}`,
      );
    return [`${title} (${counts[kind]})`, ...lines].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

const SECTIONS = [
  { kind: 'contradicts', title: 'They contradict (theirs -> ours)' },
  { kind: 'said-more', title: 'Theirs said more' },
  { kind: 'more-precise', title: 'Ours is more precise' },
] as const;

/** What only one of the documents has as a whole: there is nothing of it to show. */
const WHOLE = ['operation', 'parameter', 'component', 'property'];

function show(what: string, value: unknown): string {
  if (WHOLE.includes(what)) return value === undefined ? 'missing' : 'there';
  return value === undefined ? '-' : JSON.stringify(value);
}
