import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const script = path.join(root, 'scripts/report-plain.mjs');

it('keeps the sources as plain as they were', () => {
  const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

describe('the counts of a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plain-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function countsOf(text: string): Record<string, number> {
    writeFileSync(path.join(folder, 'counted.ts'), text);
    return JSON.parse(
      execFileSync(process.execPath, [script, '--json', folder], { encoding: 'utf8' }),
    ) as never;
  }

  it('has the clauses of a whole condition, through parentheses and negations', () => {
    const counts = countsOf('const all = a && !(b || (c && d));\nconst few = a && f(b || c) && d;');
    expect(counts).toMatchObject({
      'clauses of the longest condition': 4,
      'conditions of 4 clauses or more': 500,
    });
  });

  it('has the decisions of a function without those of the functions inside it', () => {
    const counts = countsOf(`
      function decide(value) {
        for (const part of value) if (part && part.isOpen) return part ?? 1;
        switch (value) { case 1: case 2: break; default: }
        const inside = () => (value ? 1 : 2);
        try { inside(); } catch { value ||= 3; }
      }`);
    expect(counts).toMatchObject({ 'highest complexity': 9, 'functions above complexity 10': 0 });
  });

  it('has nested conditionals, long lines and vague names that the file declares', () => {
    const counts = countsOf(`// ${'x'.repeat(110)}
      const one = a ? 1 : b ? 2 : 3;
      use(one, found, parts.made);`);
    expect(counts).toMatchObject({
      'nested conditionals': 500,
      'lines above 110 characters': 500,
      'uses of vague names': 2,
    });
  });
});
