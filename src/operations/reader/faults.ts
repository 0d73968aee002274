import type { ValidationError } from 'class-validator';
import { isMemberRule, missingMember } from '../../documents/model/class-validator/member-rule.js';
import type { Constructor } from '../../shared/types.js';

export interface Fault {
  readonly path: readonly string[];
  readonly detail: string;
  readonly rule?: string;
}

export type WireName = (target: Constructor, key: string) => string;

export const MAX_FAULTS = 1_000;

/** Maximum number of characters of all faults, since a request chooses the names in them. */
const MAX_CHARACTERS = 32_000;

/** Maximum number of characters of one detail: a rule may list hundreds of values. */
const MAX_DETAIL = 400;

/** A list of faults of limited size, in number and in characters. */
export class FaultList {
  readonly faults: Fault[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS || this.#characters >= MAX_CHARACTERS;
  }

  add(fault: Fault): void {
    if (this.isFull) return;
    const detail = shorten(fault.detail);
    this.#characters += detail.length;
    for (const key of fault.path) this.#characters += key.length;
    this.faults.push(detail === fault.detail ? fault : { ...fault, detail });
  }
}

function shorten(detail: string): string {
  return detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail;
}

/** Returns the faults that a response may list. */
export function limited(faults: readonly Fault[]): readonly Fault[] {
  const list = new FaultList();
  for (const fault of faults) list.add(fault);
  return list.faults;
}

export function faultsOf(errors: readonly ValidationError[], wireName: WireName): readonly Fault[] {
  const list = new FaultList();
  addFaults(errors, wireName, [], list);
  return list.faults;
}

/**
 * @param path the place of the errors; it changes while they are read, since a copy for each would be as long
 */
function addFaults(
  errors: readonly ValidationError[],
  wireName: WireName,
  path: string[],
  list: FaultList,
): void {
  for (const { target, property, constraints, children } of errors) {
    if (list.isFull) return;
    const key = memberAt(property);
    const name = key === undefined ? undefined : memberNameOf(target, key, wireName);
    if (name !== undefined) path.push(name);
    for (const rule in constraints) {
      const message: unknown = constraints[rule];
      // A message function of the application may return undefined.
      const detail = typeof message === 'string' ? renameIn(message, key, name) : invalidAt(path);
      list.add({ path: path.slice(), detail, rule });
    }
    if (children !== undefined) addFaults(children, wireName, path, list);
    if (name !== undefined) path.pop();
  }
}

/**
 * Returns the member that an error is about; undefined for
 * the object itself, as for a rule about several members.
 */
function memberAt(property: string | undefined): string | undefined {
  return property !== undefined && isMemberRule(property) ? missingMember(property) : property;
}

function memberNameOf(target: object | undefined, key: string, wireName: WireName): string {
  const owner = target?.constructor;
  if (owner === undefined || owner === Object || owner === Array || owner === Map || owner === Set)
    return key;
  return wireName(owner as unknown as Constructor, key);
}

const LEADS = [
  '',
  'each value in ',
  'nested property ',
  'each value in nested property ',
  'property ',
  'All ',
];

export function renameIn(detail: string, key = '', name = key): string {
  if (key === name) return detail;
  const lead = LEADS.find((one) => [' ', "'", '['].some((end) => detail.startsWith(`${one}${key}${end}`)));
  return lead === undefined ? detail : lead + name + detail.slice(lead.length + key.length);
}

export function inside(key: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [key, ...fault.path] }));
}

/** Returns the name of the member, with the indexes below it: `tags[0]`. */
export function subjectOf(path: readonly string[]): string {
  const memberIndex = path.findLastIndex((key) => !/^\d+$/.test(key));
  const indexes = path.slice(memberIndex + 1).map((index) => `[${index}]`);
  return (path[memberIndex] ?? (indexes.length === 0 ? 'The value' : 'The item ')) + indexes.join('');
}

/** Returns the detail of a fault without a message: `size is invalid`. */
export function invalidAt(path: readonly string[]): string {
  return `${subjectOf(path)} is invalid`;
}
