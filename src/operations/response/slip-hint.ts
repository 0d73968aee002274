/** Values that a slip returns in place of a body, and the remedy. */
const SLIPS: readonly (readonly [isSlip: (value: object) => boolean, remedy: string])[] = [
  [(value) => value instanceof Promise, 'a Promise: await it'],
  [(value) => value instanceof Error, 'an error: throw it, or return problem(status, detail)'],
  [isResponse, 'a response of the framework: return its body, or reply(status, body)'],
  [isIterator, 'an iterator: return a list, as in [...values]'],
];

/**
 * Returns the remedy for a value that does not satisfy its schema, as after a forgotten await.
 *
 * @param json what is sent of the value
 */
export function slipHint(value: unknown, path: readonly string[], json: unknown): string {
  let member = value;
  for (const key of ['', ...path]) {
    if (leavesOut(member, key))
      return `; the object has ${key}, and its toJSON leaves it out: change toJSON (in Mongoose, toJSON: { virtuals: true }), or return an object with ${key}`;
    if (key !== '') member = memberOf(member, key);
    if (typeof member !== 'object' || member === null) break;
    const slip = SLIPS.find(([isSlip]) => isSlip(member as object));
    if (slip !== undefined) return `; the value is ${slip[1]}`;
  }
  if (typeof member === 'bigint')
    return '; a bigint is sent as text: document it by @TypeOf(() => BigInt), or return Number(value)';
  const isReplaced = path.reduce(memberOf, json) === null;
  const scalar = isReplaced ? scalarOf(member) : undefined;
  return scalar === undefined
    ? ''
    : `; the value is a ${typeof scalar}, and null is sent in its place: return the object, or document the ${typeof scalar}`;
}

/** Returns whether a getter has a member that `toJSON` leaves out, as virtuals of Mongoose, such as `id`. */
function leavesOut(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null || !(key in value) || Object.hasOwn(value, key))
    return false;
  const json = jsonOf(value);
  return typeof json === 'object' && json !== null && !(key in json);
}

function memberOf(value: unknown, key: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), key)?.value;
}

/** Returns a scalar, also of an id of MongoDB, as an ORM has it for a relation that is not loaded. */
function scalarOf(value: unknown): unknown {
  const json = typeof value === 'object' && value !== null ? jsonOf(value) : value;
  return ['string', 'number', 'boolean'].includes(typeof json) ? json : undefined;
}

/** Returns the result of `toJSON`; undefined without it, and if it throws, which a hint must not. */
function jsonOf(value: object): unknown {
  try {
    return (value as { toJSON?: () => unknown }).toJSON?.();
  } catch {
    return undefined;
  }
}

/** Returns whether a value is the response of fetch, Express or node:http. */
function isResponse(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Response]' || 'headersSent' in value;
}

function isIterator(value: object): boolean {
  return Symbol.iterator in value && 'next' in value;
}
