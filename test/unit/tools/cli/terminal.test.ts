import { EventEmitter } from 'node:events';
import { outputOf, printWarnings } from '../../../../src/tools/cli/terminal.js';

/** What streams of a process were written, in its order. */
function written(isTTY: boolean, env: Readonly<Record<string, string>>): string[] {
  const all: string[] = [];
  const stream = (name: string) => ({
    isTTY,
    columns: 12,
    write: (text: string) => all.push(`${name} ${text}`) > 0,
  });
  const { print, note, progress } = outputOf(stream('out'), stream('err'), env);
  progress('one');
  progress('two, and more than fits');
  print('done\n');
  note('really\n');
  progress('three');
  progress('');
  return all;
}

test('overwrites the progress line, and removes it before other output', () => {
  const clear = 'err \r\u001b[2K';
  expect(written(true, { TERM: 'xterm' })).toEqual([
    ...['err one', clear, 'err two, and mo', clear, 'out done\n', 'err really\n'],
    ...['err three', clear, 'err '],
  ]);
});

test.each<[string, boolean, Record<string, string>]>([
  ['a pipe', false, {}],
  ['CI', true, { CI: 'true' }],
  ['a terminal that cannot', true, { TERM: 'dumb' }],
])('writes no progress to %s', (_, isTTY, env) => {
  expect(written(isTTY, env)).toEqual(['out done\n', 'err really\n']);
});

test('prints a warning of the process after the progress line is removed, and none about docs', () => {
  const all: string[] = [];
  const source = new EventEmitter();
  source.on('warning', ({ message }: Error) => all.push(message));
  printWarnings(source, (line) => all.push(`progress "${line}"`));
  source.emit('warning', new Error('SQLite is experimental'));
  source.emit('warning', Object.assign(new Error('1 error in the docs'), { code: 'DTOSPEC_DIAGNOSTICS' }));
  expect(all).toEqual(['progress ""', 'SQLite is experimental']);
});
