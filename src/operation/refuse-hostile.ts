import { Refusal } from './problem.js';

/** Validation and what follows go down a value by recursion, and a stack has room for some two thousand levels. */
const DEEPEST = 500;

/**
 * class-transformer compares each name of an object with all names before it, so that the 80,000 of a megabyte would keep
 * the process for half a minute: an object has at most one for so many bytes of the limit, and as many as this at least.
 */
const BYTES_EACH = 200;
const MEMBERS = 5_000;

/** What is shorter has neither. */
const HARMLESS = 2 * DEEPEST;

/**
 * Goes through what was parsed of a body, without recursion.
 * @param size in bytes, if it is known
 * @throws Refusal for what is nested too deeply, or has too many members in one object
 */
export function refuseHostile(value: unknown, size: number | undefined, limit: number): void {
  if (size !== undefined && size < HARMLESS) return;
  const most = Math.max(MEMBERS, Math.floor(limit / BYTES_EACH));
  let level: unknown[] = [value];
  // A parser of the application's may put one object in many places, as YAML can.
  const seen = new Set<unknown>();
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEEPEST) throw new Refusal(400, `The body is nested more than ${DEEPEST} levels deep.`);
    const next: unknown[] = [];
    for (const one of level) {
      if (!seen.has(one)) addMembers(one, most, next);
      seen.add(one);
    }
    level = next;
  }
}

function addMembers(value: unknown, most: number, all: unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (members !== value && members.length > most)
    throw new Refusal(413, `The body has an object of more than ${most} members.`);
  for (const member of members) if (typeof member === 'object' && member !== null) all.push(member);
}
