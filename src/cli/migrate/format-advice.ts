import type { Advice } from '../../nest/migrate/advice.js';
import type { TakenBack } from '../../nest/migrate/prove.js';
import type { SourceAdvice } from './sources.js';

interface MigrationReport {
  readonly sources: readonly SourceAdvice[];
  readonly takenBack: readonly TakenBack[] | undefined;
}

export function formatAdvice({ sources, takenBack }: MigrationReport): string {
  const isWritten = takenBack !== undefined;
  const isBack = (file: string): boolean => takenBack?.some((one) => one.file === file) === true;
  const all = sources
    .filter(({ file }) => !isBack(file))
    .flatMap(({ file, advice }) => advice.map((one) => ({ file, ...one })));
  const lines = (kind: Advice['kind']): string[] =>
    all
      .filter((one) => one.kind === kind)
      .map(({ file, decorator, replacement, reason }) => {
        const { line, className, property, name } = decorator;
        const more =
          kind === 'delete' ? '' : ` -> ${kind === 'keep' ? (reason ?? '') : replacement.join(' ')}`;
        return `  ${file}:${line} ${className}.${property} @${name}${more}`;
      });
  const mapped = sources.flatMap(({ file, mappedTypes }) => mappedTypes.map((one) => ({ file, ...one })));
  const moved = mapped.filter(({ file, reason }) => reason === undefined && !isBack(file));
  const staying = mapped.filter(({ reason }) => reason !== undefined);
  const section = (title: string, found: readonly string[]): string =>
    [`${title} (${found.length})`, ...found].join('\n');
  return `${[
    section(
      isWritten ? 'Deleted: the document is the same without' : 'Delete: the document is the same without',
      lines('delete'),
    ),
    section(isWritten ? 'Replaced' : 'Replace', lines('replace')),
    section(
      isWritten ? 'Imported from dtospec' : 'Import from dtospec',
      moved.map(({ file, line, name }) => `  ${file}:${line} ${name}`),
    ),
    ...(isWritten
      ? [
          section(
            'Taken back: the document would not be the same',
            takenBack.map(({ file, reason }) => `  ${file}: ${reason}`),
          ),
        ]
      : []),
    section('By hand', [
      ...lines('keep'),
      ...staying.map(({ file, line, name, reason }) => `  ${file}:${line} ${name} -> ${reason ?? ''}`),
    ]),
  ].join('\n\n')}\n`;
}
