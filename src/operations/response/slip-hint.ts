/** Values that a slip returns in place of a body, and the remedy. */
const SLIPS: readonly (readonly [isSlip: (value: object) => boolean, remedy: string])[] = [
  [(value) => value instanceof Promise, 'a Promise: await it'],
  [(value) => value instanceof Error, 'an error: throw it, or return problem(status, detail)'],
  [isResponse, 'a response of the framework: return its body, or reply(status, body)'],
  [isIterator, 'an iterator: return a list, as in [...values]'],
];

/** Returns the remedy for a value that does not satisfy its schema, as after a forgotten await. */
export function slipHint(value: unknown, path: readonly string[]): string {
  let member = value;
  for (const key of ['', ...path]) {
    if (key !== '') member = Object.getOwnPropertyDescriptor(Object(member), key)?.value;
    if (typeof member !== 'object' || member === null) return '';
    const slip = SLIPS.find(([isSlip]) => isSlip(member as object));
    if (slip !== undefined) return `; the value is ${slip[1]}`;
  }
  return '';
}

/** Returns whether a value is the response of fetch, Express or node:http. */
function isResponse(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Response]' || 'headersSent' in value;
}

function isIterator(value: object): boolean {
  return Symbol.iterator in value && 'next' in value;
}
