import { isRecord, isText } from '../../shared/values.js';
import { DiffError } from './document.js';
import { RULES, type RuleCode } from './rules.js';
import type { AcceptedChange } from './types.js';

/**
 * Reads the content of a file of accepted changes: `[{ "rule", "place", "reason" }]`.
 *
 * @param name the file's name, for messages
 * @throws DiffError for an unknown rule, an entry without a reason, and any other format
 */
export function readAccepted(value: unknown, name: string): readonly AcceptedChange[] {
  if (!Array.isArray(value)) throw new DiffError(`${name} must hold an array of { rule, place, reason }.`);
  return value.map((entry: unknown, index) => {
    const at = `${name}, entry ${index + 1}`;
    if (!isRecord(entry)) throw new DiffError(`${at} must be an object of rule, place and reason.`);
    const { rule, place, reason, ...others } = entry;
    if (typeof rule !== 'string' || !Object.hasOwn(RULES, rule))
      throw new DiffError(`${at}: rule must be the code of a rule, not ${JSON.stringify(rule)}.`);
    if (typeof place !== 'string' || !place.startsWith('#'))
      throw new DiffError(`${at}: place must be the pointer of the change, such as "#/paths/~1users/post".`);
    if (!isText(reason)) throw new DiffError(`${at}: reason must explain why the change is accepted.`);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new DiffError(`${at} has no field ${JSON.stringify(unknown)}.`);
    return { rule: rule as RuleCode, place, reason };
  });
}
