import { isListRule } from '../../documents/model/type/rule-type.js';
import { shapeOfType } from '../../documents/openapi/create/parameter-style.js';
import type { ClassModel, PropertyModel, Rule } from '../../documents/model/types.js';
import { decoratorOf } from '../../documents/rules/rule-table.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { Platform } from '../nest-internals.js';
import type { Argument } from './arguments.js';

/** Types of rules that reject every text. */
const NOT_TEXT: ReadonlySet<Rule['type']> = new Set(['integer', 'number', 'boolean']);

/** How a body is written that consists of texts; undefined for others, such as JSON. */
export type FormKind = 'urlencoded' | 'multipart' | undefined;

const FORMS: Readonly<Partial<Record<string, FormKind>>> = {
  'application/x-www-form-urlencoded': 'urlencoded',
  'multipart/form-data': 'multipart',
};

/**
 * Returns the kind of a form. A body of several media types may be JSON, which has other values than texts.
 */
export function formKindOf([contentType = '', ...others]: readonly string[]): FormKind {
  return others.length === 0 ? FORMS[contentType] : undefined;
}

type TextPlace = 'query' | 'path' | 'header' | 'form';

const TEXTS: ReadonlySet<string> = new Set(['query', 'path', 'header', 'form'] satisfies TextPlace[]);

/** Where a name occurs once for each item of a list. */
const REPEATED: ReadonlySet<TextPlace> = new Set(['query', 'form']);

function isText(kind: string): kind is TextPlace {
  return TEXTS.has(kind);
}

/** Returns where an argument consists of texts; undefined for others, such as a body of JSON. */
export function textPlaceOf(kind: string, form: FormKind): TextPlace | undefined {
  const place = kind === 'body' && form !== undefined ? 'form' : kind;
  return isText(place) ? place : undefined;
}

/** Reports rules of classes that reject the texts of a request, because nothing converts them. */
export function reportTextRules(
  { kind: argumentKind, dto, piped, validation }: Argument,
  form: FormKind,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  const kind = textPlaceOf(argumentKind, form);
  if (kind === undefined || dto === undefined || validation === undefined) return;
  // A pipe of the application may convert the texts.
  if (piped.unread.length > 0) return;
  const { name, properties } = modelOf(dto);
  for (const property of properties) {
    const message = problemOf(property, kind);
    if (message !== undefined) report({ code: 'text-rejected', place: `${name}.${property.key}`, message });
  }
}

const TO_NUMBER =
  'Convert them: @Type(() => Number), a @Transform, or transformOptions: { enableImplicitConversion: true }.';
/** It reads the text of the request, since an implicit conversion comes before it. */
const TO_BOOLEAN = "Add @Transform(({ obj, key }) => obj[key] === 'true', { toClassOnly: true }).";

function problemOf(property: PropertyModel, kind: TextPlace): string | undefined {
  const { converted, transformed, implicit } = property.conversion;
  const isConverted = converted || implicit;
  if (isConverted && !transformed && isBoolean(property))
    return `The values of a ${kind} are text, and class-transformer makes true of every text, also of "false". ${TO_BOOLEAN}`;
  return (isConverted ? undefined : textProblem(property, kind)) ?? listProblem(property, kind);
}

function isBoolean({ type, rules }: PropertyModel): boolean {
  return type.kind === 'boolean' || rules.some((rule) => rule.type === 'boolean');
}

function textProblem({ type, rules }: PropertyModel, kind: TextPlace): string | undefined {
  const isNumeric = type.kind === 'enum' && type.members.every(({ value }) => typeof value === 'number');
  const rejectsText = (rule: Rule): boolean =>
    NOT_TEXT.has(rule.type) || (isNumeric && rule.name === 'isEnum');
  const rule = rules.find((one) => !one.custom && !one.each && rejectsText(one));
  if (rule === undefined) return undefined;
  const remedy = rule.type === 'boolean' ? TO_BOOLEAN : TO_NUMBER;
  return `The values of a ${kind} are text, which ${decoratorOf(rule)} rejects. ${remedy}`;
}

function listProblem({ rules, conversion }: PropertyModel, kind: TextPlace): string | undefined {
  const rule = rules.find(isListRule);
  if (rule === undefined || conversion.transformed || !REPEATED.has(kind)) return undefined;
  return `A single value of a ${kind} is no array, so ${decoratorOf(rule)} rejects it. Add @Transform(({ value }) => [value].flat()).`;
}

/** Reports objects of a query that the query parser of the platform does not create, so they never arrive. */
export function reportNestedQueries(
  { kind, name, dto, piped }: Argument,
  place: string,
  { nestsQueries, platform }: Platform,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  if (kind !== 'query' || nestsQueries) return;
  if (dto === undefined || piped.unread.length > 0) return;
  const message = `The query parser of the application creates no objects: filter[min]=1 becomes a parameter named "filter[min]". ${PARSERS[platform] ?? ''}`;
  reportObjects({ name, dto, place, message }, modelOf, report);
}

/** Reports objects of a form that the parser of Fastify does not create. */
export function reportNestedForms(
  { kind, name, dto, piped }: Argument,
  place: string,
  { nestsForms }: Platform,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  if (kind !== 'body' || nestsForms) return;
  if (dto === undefined || piped.unread.length > 0) return;
  const message =
    'The form parser of Fastify creates no objects: address[city]=x becomes a member named "address[city]". Add a parser such as qs: app.useBodyParser(\'application/x-www-form-urlencoded\', {}, (request, body, done) => done(null, qs.parse(body.toString()))).';
  reportObjects({ name, dto, place, message }, modelOf, report);
}

interface NestedObjects {
  readonly name: string | undefined;
  readonly dto: Constructor;
  readonly place: string;
  readonly message: string;
}

function reportObjects(
  { name, dto, place, message }: NestedObjects,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  if (name !== undefined) {
    report({ code: 'nested-query', place, message });
    return;
  }
  const model = modelOf(dto);
  for (const { key, type, conversion } of model.properties)
    if (!conversion.transformed && shapeOfType(type) === 'object')
      report({ code: 'nested-query', place: `${model.name}.${key}`, message });
}

const PARSERS: Readonly<Record<string, string>> = {
  express: "Add app.set('query parser', 'extended').",
  fastify:
    'Add a parser such as qs: new FastifyAdapter({ routerOptions: { querystringParser: (text) => qs.parse(text) } }).',
};
