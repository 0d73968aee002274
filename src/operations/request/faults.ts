import type { ValidationError } from 'class-validator';
import { escapeKey } from '../../shared/json-pointer.js';
import type { Constructor } from '../../shared/types.js';

export interface Fault {
  readonly path: readonly string[];
  readonly detail: string;
  readonly rule?: string;
}

export type WireName = (target: Constructor, key: string) => string;

export const MOST_FAULTS = 1_000;

/** Maximum number of characters in the paths of all faults, since a request chooses the names in them. */
const MOST_CHARACTERS = 100_000;

export class FaultList {
  readonly faults: Fault[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.faults.length >= MOST_FAULTS || this.#characters >= MOST_CHARACTERS;
  }

  add(fault: Fault): void {
    if (this.isFull) return;
    for (const key of fault.path) this.#characters += key.length;
    this.faults.push(fault);
  }
}

export function faultsOf(errors: readonly ValidationError[], wireName: WireName): readonly Fault[] {
  const list = new FaultList();
  addFaults(errors, wireName, [], list);
  return list.faults;
}

function addFaults(
  errors: readonly ValidationError[],
  wireName: WireName,
  above: readonly string[],
  list: FaultList,
): void {
  for (const { target, property, constraints = {}, children = [] } of errors) {
    if (list.isFull) return;
    const key = property as string | undefined;
    const name = key === undefined ? undefined : nameOf(target, key, wireName);
    const path = name === undefined ? above : [...above, name];
    for (const [rule, detail] of Object.entries(constraints))
      list.add({ path, detail: renameIn(detail, key, name), rule });
    addFaults(children, wireName, path, list);
  }
}

function nameOf(target: object | undefined, key: string, wireName: WireName): string {
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
  const lead = LEADS.find((one) => [' ', "'"].some((end) => detail.startsWith(`${one}${key}${end}`)));
  return lead === undefined ? detail : lead + name + detail.slice(lead.length + key.length);
}

export function withoutRepeats(unknown: readonly Fault[], rules: readonly Fault[] = []): readonly Fault[] {
  if (unknown.length === 0) return rules;
  const refused = new Set(rules.map(({ path }) => pointerTo(path)));
  return [...unknown.filter(({ path }) => !refused.has(pointerTo(path))), ...rules];
}

export function pointerTo(path: readonly string[]): string {
  return `#${path.map((key) => `/${encodeURIComponent(wellFormed(escapeKey(key)))}`).join('')}`;
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

export function inside(key: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [key, ...fault.path] }));
}
