import { hasSeveral } from '../../../src/shared/media-types.js';

test.each([
  ['application/json', false],
  ['application/json, application/json', true],
  ['application/json,', true],
  ['multipart/form-data; boundary="a,b"', false],
  ['multipart/form-data; boundary="a\\",b"', false],
  ['multipart/form-data; boundary="a", text/plain', true],
  // Two headers, the first of which has a quote without an end.
  ['multipart/form-data; boundary="a, text/plain', true],
  ['multipart/form-data; boundary="a\\", text/plain', true],
  ['multipart/form-data; boundary="a,b"; c="d, text/plain', true],
])('whether %s is several content types: %s', (contentType, expected) => {
  expect(hasSeveral(contentType)).toBe(expected);
});
