import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DIAGNOSTICS, groupFindings } from '../../../src/shared/diagnostics.js';

const page = readFileSync(path.join(__dirname, '../../../docs/diagnostics.md'), 'utf8');

describe('the table of diagnostics', () => {
  it('equals the table in docs/diagnostics.md', () => {
    const rows = [...page.matchAll(/^\| `([a-z0-9-]+)`\s*\| (\w+)\s*\| (.*?)\s*\|$/gm)].map(
      ([, code, severity, meaning]) => [code, [severity, meaning]],
    );
    expect(Object.fromEntries(rows)).toEqual(DIAGNOSTICS);
  });

  it('has no code that no test names', () => {
    const tests = path.join(__dirname, '../..');
    const texts = ['unit', 'io', 'law', 'seed', 'package'].flatMap((folder) =>
      readdirSync(path.join(tests, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
        .map((file) => readFileSync(path.join(tests, folder, file), 'utf8')),
    );
    const named = new Set(texts.flatMap((text) => text.match(/\b[a-z0-9]+(?:-[a-z0-9]+)+\b/g) ?? []));
    expect(Object.keys(DIAGNOSTICS).filter((code) => !named.has(code))).toEqual([]);
  });

  it('findings of one code and message are one diagnostic with all its places, errors first', () => {
    const open = { code: 'unknown-type', message: 'The type is unknown.' } as const;
    const grouped = groupFindings([
      { ...open, place: 'User.a' },
      { code: 'looser-rule', message: 'checks', place: 'User.a' },
      { ...open, place: 'User.b' },
      { ...open, place: 'User.a' },
      { code: 'invalid-type', message: 'none', place: 'User.c' },
    ]);
    expect(grouped.map(({ code, severity, places }) => [code, severity, places])).toEqual([
      ['invalid-type', 'error', ['User.c']],
      ['unknown-type', 'warning', ['User.a', 'User.b']],
      ['looser-rule', 'info', ['User.a']],
    ]);
  });

  it('findings that differ in their detail are one diagnostic with the places of each detail', () => {
    const about = (detail: string, place: string) => ({
      ...({ code: 'looser-rule', detail, place } as const),
      message: `${detail}: the rule is custom.`,
    });
    const grouped = groupFindings([about('isA', 'User.a'), about('isB', 'User.b'), about('isA', 'User.c')]);
    expect(grouped).toEqual([
      {
        ...{ code: 'looser-rule', severity: 'info', message: 'isA, isB: the rule is custom.' },
        ...{ place: 'User.a', places: ['User.a', 'User.b', 'User.c'] },
        details: [
          { detail: 'isA', message: 'isA: the rule is custom.', places: ['User.a', 'User.c'] },
          { detail: 'isB', message: 'isB: the rule is custom.', places: ['User.b'] },
        ],
      },
    ]);
  });
});
