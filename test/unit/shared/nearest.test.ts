import { didYouMean, nearestTo } from '../../../src/shared/nearest.js';

const NAMES = ['docsAuth', 'extensions', 'responses', 'requestBody', 'tags', 'in', 'openapi'];

describe('the name that was probably meant', () => {
  test.each([
    ['docsauth', 'docsAuth'],
    ['docs_auth', 'docsAuth'],
    ['extension', 'extensions'],
    ['respones', 'responses'],
    ['reqestBody', 'requestBody'],
    ['tgas', 'tags'],
    ['openApi', 'openapi'],
    ['ni', 'in'],
  ])('is found for %s: %s', (name, meant) => {
    expect(nearestTo(name, NAMES)).toBe(meant);
    expect(didYouMean(name, NAMES)).toBe(` Did you mean ${meant}?`);
  });

  test.each(['colour', 'handler', 'x', '', 'middleware'])('finds no name near %j', (name) => {
    expect(nearestTo(name, NAMES)).toBeUndefined();
    expect(didYouMean(name, NAMES)).toBe('');
  });
});
