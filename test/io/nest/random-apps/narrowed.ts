import type { PipeTransform, ValidationPipeOptions } from '@nestjs/common';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { CONVERTED_NAMES } from './classes.js';

/** A handler, and what diagnostics tell. */
export interface Place {
  readonly controller: object;
  readonly name: string;
  readonly told: readonly string[];
  /** The options of the application's pipe. */
  readonly options: ValidationPipeOptions;
}

interface Refusal {
  /** The JSON pointer to the value that the document refuses. */
  readonly at: string;
  readonly error?: ErrorObject;
  readonly place: Place;
  readonly body?: unknown;
}

/** Diagnostics that tell of rejected requests which the document allows. */
const REJECTED =
  /^(?:left-out-but-required|every-request-rejected|text-rejected|no-rule-in-groups|(?:property|class)-not-whitelisted|class-without-(?:rules|metadata)|looser-rule) /;

export function isTold({ told, ...handler }: Place): boolean {
  const names = classesOf(handler);
  return told.some((one) => REJECTED.test(one) && names.some((name) => new RegExp(` ${name}\\b`).test(one)));
}

type Handler = Pick<Place, 'controller' | 'name'>;

interface ItemsOptions extends ValidationPipeOptions {
  readonly items?: unknown;
}

interface Recorded {
  readonly pipes: readonly (PipeTransform & { readonly options?: ItemsOptions })[];
}

function pipesOf({ controller, name }: Handler): Recorded['pipes'] {
  const args = Reflect.getMetadata('__routeArguments__', controller, name) as Record<string, Recorded>;
  return Object.values(args).flatMap(({ pipes }) => pipes);
}

function classesOf(handler: Handler): string[] {
  const { controller, name } = handler;
  const { prototype } = controller as { readonly prototype: object };
  const types = Reflect.getMetadata('design:paramtypes', prototype, name) as unknown[];
  return [...types, ...pipesOf(handler).map(({ options }) => options?.items)]
    .flatMap((type) => (typeof type === 'function' ? type.name : []))
    .filter((text) => text.startsWith('Class'))
    .concat('Leaf');
}

/** Returns whether a narrowing of the guides explains that Nest accepts what the document refuses. */
export function isNarrowed(refusal: Refusal): boolean {
  return NARROWINGS.some((explains) => explains(refusal));
}

const NARROWINGS: readonly ((refusal: Refusal) => boolean)[] = [
  // Input of a conversion, by a decorator or a pipe.
  ({ at }) => at.split('/').some((key) => CONVERTED_NAMES.has(key)),
  ({ at, place }) => pipesOf(place).length > 0 && /^(?:\/(?:one|two|id))?(?:\/\d+)?$/.test(at),
  // A declared type without a rule: of a scalar argument, or of rules in other groups.
  ({ at, error }) => /^\/(?:one|two|id)$/.test(at) && isTypeError(error) && !isObjectError(error),
  ({ error, place }) => isTypeError(error) && selectsGroups(place),
  // null for an optional member: a part is absent then.
  ({ at, body }) =>
    /^\/(?:one|two)$/.test(at) && (body as Readonly<Record<string, unknown>>)[at.slice(1)] === null,
  // A declared type under enableImplicitConversion.
  ({ error, place }) => isTypeError(error) && convertsImplicitly(place),
  // Nested lists of another depth.
  ({ at, error }) => /\/(?:leaf|leaves(?:\/\d+)?)$/.test(at) && isTypeError(error),
  // Nest reads members of a list, too: JSON objects are documented.
  ({ at, error, body }) => at === '' && isTypeError(error) && Array.isArray(body),
];

/** Returns the options of the application's pipe and of the pipe of a list. */
function optionsOf(place: Place): ValidationPipeOptions[] {
  return [place.options, ...pipesOf(place).flatMap(({ options }) => options ?? [])];
}

function selectsGroups(place: Place): boolean {
  return optionsOf(place).some(({ groups, strictGroups }) => groups !== undefined || strictGroups === true);
}

function convertsImplicitly(place: Place): boolean {
  return optionsOf(place).some(({ transformOptions }) => transformOptions?.enableImplicitConversion === true);
}

/** Of a text in a URL only its name is known, not the keyword. */
function isTypeError(error: ErrorObject | undefined): boolean {
  return error === undefined || ['type', 'enum', 'anyOf', 'oneOf'].includes(error.keyword);
}

function isObjectError(error: ErrorObject | undefined): boolean {
  return String(error?.params.type).startsWith('object');
}
