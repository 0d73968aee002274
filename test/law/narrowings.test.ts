import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NARROWINGS } from './narrowings.js';

/** First cells of the table in a page, without its head. */
function rowsOf(page: string): string[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split('|')[1]!.trim());
}

describe('the narrowings of the contract', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/contract.md'), 'utf8');

  it('are listed on the page, and no others excuse a schema', () => {
    expect(rowsOf(page)).toEqual([...NARROWINGS]);
  });

  it('are at most twelve', () => {
    expect(NARROWINGS.length).toBeLessThanOrEqual(12);
  });
});
