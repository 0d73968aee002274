import { NodeBuffer, utf8 } from '../../shared/bytes.js';
import { messageOf } from '../../shared/errors.js';
import type { Constructor } from '../../shared/types.js';
import { emitWarning, isProduction } from '../../shared/runtime.js';
import { hasTag, isRecord, kindOf, show } from '../../shared/values.js';
import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { unsentNameIn, withoutNameMessage } from '../../documents/model/event-name.js';
import { classOf } from '../../serialize/plan.js';
import { serializeInstances } from '../../serialize/serialize.js';
import { type SerializeOptions } from '../../serialize/view-plans.js';
import { invalidBody } from './errors.js';
import { documentedMembers } from '../../documents/schema/documented-members.js';
import type { OnInstance } from '../../serialize/walk.js';

/** Options of a JSON body. */
export interface JsonOptions {
  /** class-transformer's groups. */
  readonly groups?: readonly string[];
  /** class-transformer's version. */
  readonly version?: number;
  /**
   * Handling of members of an instance that its class does not document, such
   * as a field without a decorator. `'drop'` removes them with one process
   * warning for each, `'throw'` fails the delivery, `'keep'` sends them.
   * @default 'drop'
   */
  readonly undocumentedProperties?: 'drop' | 'throw' | 'keep';
  /** True to validate the object with class-validator before it is sent. @default the channel's */
  readonly validate?: boolean;
  /**
   * `false` for a body that is no event, such as a text for a chat. Otherwise a body without an event's name
   * emits a process warning, outside production.
   */
  readonly event?: false;
}

interface BuiltBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Instances of classes in the value of the body. */
  readonly instances?: readonly FoundInstance[];
  /** Groups and version by which it was serialized. */
  readonly view?: SerializeOptions;
  /** Name of the event, by the class of the instances. */
  readonly event?: string | undefined;
  /** True for JSON that should have an event's name. */
  readonly expectsEvent?: boolean;
  readonly validate?: boolean | undefined;
}

export interface Body {
  readonly kind: 'json' | 'form' | 'raw';
  build(): BuiltBody;
}

const UNWRITABLE: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

export function jsonBody(value: unknown, options: JsonOptions): Body {
  if (UNWRITABLE.has(typeof value))
    throw invalidBody(
      `setJSON() takes what JSON can write (an object, an array, a string, a number, true, false, null), not ${show(value)}; for a message without a body, omit setJSON()`,
    );
  if (value instanceof Promise)
    throw invalidBody('setJSON() has a promise: await it, as in setJSON(await event)');
  return { kind: 'json', build: () => buildJSON(value, options) };
}

function buildJSON(
  value: unknown,
  { validate, groups, version, event, undocumentedProperties = 'drop' }: JsonOptions,
): BuiltBody {
  const view = { ...(groups && { groups: [...groups] }), ...(version !== undefined && { version }) };
  const text = stringify(value, view, undocumentedProperties);
  if (text === undefined) throw invalidBody(`JSON cannot represent ${typeof value}`);
  const instances = findInstances(value);
  if (isRecord(value)) warnWithoutName(classOf(value), text);
  return {
    bytes: utf8(text),
    contentType: 'application/json',
    instances,
    event: eventOf(instances),
    expectsEvent: event !== false,
    view,
    validate,
  };
}

const checkedNames = new WeakSet<Constructor>();

/** Warns once for a class whose first message does not contain the event's name. */
function warnWithoutName(target: Constructor, text: string): void {
  if (checkedNames.has(target)) return;
  checkedNames.add(target);
  const event = unsentNameIn(target, JSON.parse(text));
  if (event === undefined) return;
  emitWarning(withoutNameMessage(target.name, event), {
    type: 'WebhookWarning',
    code: 'ERR_WEBHOOK_WITHOUT_EVENT_NAME',
  });
}

function eventOf(instances: readonly FoundInstance[]): string | undefined {
  const names = instances.map(({ value }) => classAnnotationsOf(classOf(value)).webhook);
  const [name, ...others] = new Set(names.filter((one) => one !== undefined));
  return others.length === 0 ? name : undefined;
}

function stringify(
  value: unknown,
  view: SerializeOptions,
  undocumented: 'drop' | 'throw' | 'keep',
): string | undefined {
  try {
    const onInstance = undocumented === 'keep' ? undefined : onlyDocumented(view, undocumented);
    return JSON.stringify(serializeInstances(value, view, onInstance));
  } catch (error) {
    throw invalidBody(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the value is nested too deeply';
  return messageOf(error);
}

export function formBody(fields: Readonly<Record<string, string>>): Body {
  requireFields(fields);
  return {
    kind: 'form',
    build: () => ({
      bytes: utf8(new URLSearchParams({ ...fields }).toString()),
      contentType: 'application/x-www-form-urlencoded',
    }),
  };
}

function requireFields(fields: unknown): void {
  const need = "setForm() takes an object of strings, as in { order: '42' }, not";
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw invalidBody(`${need} ${kindOf(fields)}`);
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'string') throw invalidBody(`${need} ${kindOf(value)} for "${name}"`);
}

export function rawBody(bytes: ArrayBufferView | ArrayBuffer | string): Body {
  if (!isBytes(bytes))
    throw invalidBody(
      `setRaw() takes bytes (Uint8Array, Buffer, ArrayBuffer) or a string, not ${kindOf(bytes)}`,
    );
  return {
    kind: 'raw',
    build: () => ({ bytes: copyBytes(bytes), contentType: 'application/octet-stream' }),
  };
}

/**
 * Copies bytes, in Node.js into its pool of buffers: a buffer
 * of its own for each body would cost more than the copy.
 */
function copyBytes(bytes: ArrayBufferView | ArrayBuffer | string): Uint8Array {
  if (typeof bytes === 'string') return utf8(bytes);
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return NodeBuffer === undefined ? view.slice() : NodeBuffer.from(view);
}

function isBytes(value: unknown): boolean {
  return typeof value === 'string' || hasTag(value, 'ArrayBuffer') || ArrayBuffer.isView(value);
}

export interface FoundInstance {
  readonly path: string;
  readonly value: object;
}

/** Finds the instances of classes in a value, and where they are. */
function findInstances(value: unknown): FoundInstance[] {
  const instances: FoundInstance[] = [];
  const seen = new Set<object>();
  const look = (member: unknown, parent: string, key: string | number): void => {
    if (typeof member !== 'object' || member === null || seen.has(member)) return;
    seen.add(member);
    const path = joinPlace(parent, key);
    if (Array.isArray(member)) for (const [index, item] of member.entries()) look(item, path, index);
    else if (hasTag(member, 'Set'))
      for (const [index, item] of [...(member as Set<unknown>)].entries()) look(item, path, index);
    else if (hasTag(member, 'Map'))
      for (const [name, item] of member as Map<unknown, unknown>) look(item, path, String(name));
    else if (isPlain(member)) for (const name of Object.keys(member)) look(member[name], path, name);
    else instances.push({ path, value: member });
  };
  look(value, '', '');
  return instances;
}

function joinPlace(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/**
 * Returns whether a value is a plain object, also one of another realm (node:vm, jest), which has its own
 * Object.prototype.
 */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const warned = new Set<string>();
const MAX_WARNINGS = 1000;

/**
 * Returns a function that removes undocumented members,
 * since the document of the webhook does not contain them.
 */
function onlyDocumented(view: SerializeOptions, undocumented: 'drop' | 'throw'): OnInstance {
  return documentedMembers(view, (member) => {
    const problem = `${member} is not documented. Give it a decorator, such as @Description(), or send it with setJSON(value, { undocumentedProperties: 'keep' })`;
    if (undocumented === 'throw') throw new Error(problem);
    if (warned.has(member) || warned.size >= MAX_WARNINGS) return;
    warned.add(member);
    emitWarning(`A webhook drops members that its class does not document: ${problem}.`, {
      type: 'WebhookWarning',
      code: 'UNDOCUMENTED_PROPERTY',
    });
  });
}

let hasWarned = false;

/** Returns the new body. Warns, outside production and once, if it replaces a body of another kind. */
export function replaceBody(before: Body | undefined, after: Body): Body {
  if (before !== undefined && before.kind !== after.kind && !hasWarned && !isProduction()) {
    hasWarned = true;
    const message = `A message has one body: its ${after.kind} body replaces the ${before.kind} body that was set before. Call one of setJSON, setForm and setRaw.`;
    emitWarning(message, { type: 'WebhookWarning', code: 'DTOSPEC_WEBHOOK_SECOND_BODY' });
  }
  return after;
}
