import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NARROWINGS, WIDENING } from '../../../src/schema/contract.js';

const page = readFileSync(join(__dirname, '../../../docs/contract.md'), 'utf8').replace(/ +/g, ' ');

describe('design 5: the narrowings of the declared contract are named in one place', () => {
  it.each(Object.values(NARROWINGS))('docs/contract.md says of "$name" what the list says', (narrowing) => {
    expect(page).toContain(`| ${narrowing.name} | ${narrowing.meaning} |`);
  });

  it('docs/contract.md has no other', () => {
    const rows = page.split('\n').filter((line) => /^\| (?!---|narrowing )/.test(line));
    expect(rows).toHaveLength(Object.keys(NARROWINGS).length);
  });

  it('may only be wider than exact in lengths and dates', () => {
    expect(WIDENING).toEqual(['textLength', 'dateText']);
  });
});
