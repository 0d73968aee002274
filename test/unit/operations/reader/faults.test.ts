import { renameIn } from '../../../../src/operations/reader/faults.js';

describe('the name on the wire in a message', () => {
  it.each([
    ['firstName must be a string', 'first_name must be a string'],
    ['each value in firstName must be a string', 'each value in first_name must be a string'],
    ["All firstName's elements must be unique", "All first_name's elements must be unique"],
    [
      'nested property firstName must be either object or array',
      'nested property first_name must be either object or array',
    ],
    ['property firstName should not exist', 'property first_name should not exist'],
    ['firstNames are too many', 'firstNames are too many'],
    ['Give a firstName here', 'Give a firstName here'],
  ])('%s', (detail, expected) => {
    expect(renameIn(detail, 'firstName', 'first_name')).toBe(expected);
  });
});
