import type { ParameterObject, ParameterPlace } from '../../documents/openapi/types/document.js';
import type { BoundParameter } from '../../documents/openapi/create/class-parameters.js';
import {
  schemaOfParameter,
  shapeOfInput,
  shapeOfType,
} from '../../documents/openapi/create/parameter-style.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import type { Conversions } from './conversions.js';
import { schemaParts } from '../../documents/json-schema/schema-parts.js';
import { pointerTo } from '../../shared/json-pointer.js';
import { parseJson, setMember } from '../../shared/values.js';
import { type Fault, limited, renameIn } from '../reader/faults.js';
import { type FaultPlace, ProblemFault } from '../problem.js';
import { excludesComma } from './without-comma.js';
import { type RawValue, rawReader, type Written } from './parameter-styles.js';
import { ParameterSources, type RawValues } from './parameter-sources.js';
import type { OperationRequest } from '../../shared/http.js';
import type { Reading } from '../reader/read-instance.js';
import type { ValueReader } from '../reader/value-reader.js';

export type Place = ParameterPlace;

/** The parameters that one object holds. */
export interface ParameterGroup {
  readonly places: readonly Place[];
  readonly parameters: readonly PreparedParameter[];
  readonly reader: ValueReader;
  /** True if its values are added to those of an earlier group: they are parameters of the prefix. */
  readonly isAdded?: boolean;
}

interface PreparedParameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: ParameterObject['schema'];
  readonly key: string;
  /** Names of the members of an object that is spread over the query; otherwise none. */
  readonly members: readonly string[];
  /** True if clients may write its name with brackets, `tags[]`, where its documented style has none. */
  readonly mayHaveBrackets: boolean;
  readonly read: (values: RawValues) => unknown;
}

export interface ParameterReader {
  readonly groups: readonly ParameterGroup[];
  /** Names of the query that an operation documents; undefined if it ignores others. */
  readonly knownQuery: ReadonlySet<string> | undefined;
}

type ParameterValues = Record<Place, unknown>;

/**
 * Prepares a parameter at registration, so that a request only converts values.
 *
 * @param credentials names of the cookies that security schemes use
 */
export function prepare(
  bound: BoundParameter,
  resolved: ParameterObject,
  conversions: Conversions,
  credentials: ReadonlySet<string>,
): PreparedParameter {
  // Only the references of the schema itself have been resolved.
  const written = writtenOf({ ...bound, parameter: resolved }, conversions.resolve, credentials);
  const { name, required = false } = resolved;
  const schema = schemaOfParameter(resolved);
  const location = resolved.in as Place;
  const key = bound.property?.name ?? name;
  const readRaw = rawReader(written);
  const convert = resolved.content === undefined ? conversions.of(schema) : readJson;
  return {
    name,
    in: location,
    required,
    schema,
    key,
    members: written.style === 'form' && written.shape === 'object' ? written.members : [],
    mayHaveBrackets: location === 'query' && written.style !== 'deepObject',
    read: (values) => {
      const raw = readRaw(values);
      return raw === undefined ? undefined : convert(raw);
    },
  };
}

/** Returns the schema of the object that holds the parameters of a group. */
export function schemaOfGroup(parameters: readonly PreparedParameter[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ key, schema = {} }) => [key, schema])),
    required: parameters.filter(({ required }) => required).map(({ key }) => key),
  };
}

/**
 * Other text than JSON, and a value in another style, remain
 * text, which the schema of an object or a list rejects.
 */
function readJson(raw: RawValue): unknown {
  if (typeof raw !== 'string') return JSON.stringify(raw);
  const parsed = parseJson(raw);
  return parsed === undefined ? raw : parsed.value;
}

function writtenOf(
  { parameter, property, shape }: BoundParameter,
  resolve: Resolve,
  credentials: ReadonlySet<string>,
): Written {
  const { name, in: location, style, explode, schema = {}, content } = parameter;
  const declared =
    shape ?? (property === undefined ? shapeOfInput(schema as never) : shapeOfType(property.type));
  // JSON is one text, whatever it contains.
  const written = content === undefined ? declared : 'scalar';
  const members = written === 'object' ? membersOf(schema, resolve) : {};
  return {
    name,
    in: location,
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    shape: written,
    // The value of a header is not decoded.
    splitsEncodedComma: written === 'list' && location !== 'header' && excludesComma(schema, resolve),
    members: Object.keys(members),
    listMembers: Object.keys(members).filter((name) => isList(members[name], resolve)),
    isCredential: location === 'cookie' && credentials.has(name),
  };
}

function membersOf(schema: Schema | boolean, resolve: Resolve): Readonly<Record<string, Schema | boolean>> {
  const parts = schemaParts(schema, resolve).map(({ properties = {} }) => Object.entries(properties));
  return Object.fromEntries(parts.flat());
}

function isList(schema: Schema | boolean = true, resolve: Resolve): boolean {
  return schemaParts(schema, resolve).some(({ type }) => [type].flat().includes('array'));
}

/**
 * Reads the parameters, one group after the other. It returns a promise only if a class of a group is
 * validated asynchronously.
 */
export function readParameters(
  request: OperationRequest,
  reader: ParameterReader,
  faults: ProblemFault[],
): ParameterValues | Promise<ParameterValues> {
  const values: ParameterValues = { path: {}, query: {}, header: {}, cookie: {} };
  const sources = new ParameterSources(request);
  const { groups, knownQuery } = reader;
  const readFrom = (index: number): ParameterValues | Promise<ParameterValues> => {
    const group = groups[index];
    if (group === undefined) {
      if (knownQuery !== undefined) faults.push(...unknownNames(sources, knownQuery));
      return values;
    }
    const add = (reading: Reading): void => {
      if (reading.faults !== undefined)
        faults.push(...faultsOfGroup(group, limited(reading.faults), sources));
      for (const place of group.places)
        values[place] = group.isAdded === true ? joined(values[place], reading.value) : reading.value;
    };
    const reading = readGroup(group, sources);
    if (reading instanceof Promise)
      return reading.then((read) => {
        add(read);
        return readFrom(index + 1);
      });
    add(reading);
    return readFrom(index + 1);
  };
  return readFrom(0);
}

function joined(before: unknown, added: unknown): unknown {
  const target = Object(before) as object;
  // The schema of another library may return a frozen object.
  return Object.isExtensible(target) ? Object.assign(target, added) : { ...target, ...(added as object) };
}

function readGroup(
  { parameters, reader }: ParameterGroup,
  sources: ParameterSources,
): Reading | Promise<Reading> {
  const plain: Record<string, unknown> = {};
  for (const { key, in: place, name, read } of parameters) {
    const value = read(sources.valuesIn(place, name));
    if (value !== undefined) setMember(plain, key, value);
  }
  return reader.read(plain);
}

function unknownNames(sources: ParameterSources, known: ReadonlySet<string>): ProblemFault[] {
  const names = new Set(sources.valuesIn('query', '').pairs.map(([name]) => name));
  const unknown = [...names].filter((name) => !known.has(name) && !known.has(name.replace(/\[.*$/, '')));
  return limited(
    unknown.map((name) => ({ path: [name], detail: `${name} is not documented`, rule: 'unknownProperty' })),
  ).map((fault) => problemFault('query', fault));
}

/** Returns the names in the query that parameters and keys of security schemes use. */
export function knownQueryOf(
  groups: readonly ParameterGroup[],
  keys: readonly string[],
): ReadonlySet<string> {
  const parameters = groups.flatMap((group) =>
    group.parameters.filter((parameter) => parameter.in === 'query'),
  );
  return new Set([...keys, ...parameters.flatMap(({ name, members }) => [name, ...members])]);
}

function faultsOfGroup(
  { parameters, places }: ParameterGroup,
  faults: readonly Fault[],
  sources: ParameterSources,
): ProblemFault[] {
  return faults.map((fault) => {
    const [first = '', ...rest] = fault.path;
    const parameter = parameters.find(({ key }) => key === first);
    if (parameter === undefined) return problemFault(places[0] ?? 'query', fault);
    const { name, key } = parameter;
    const isOwn = rest.every((index) => /^\d+$/.test(index));
    const detail = isOwn ? renameIn(fault.detail, key, name) : fault.detail;
    const hint = hasBrackets(parameter, sources) ? `; write ${name}=… without brackets` : '';
    return problemFault(parameter.in, { ...fault, path: [name, ...rest], detail: detail + hint });
  });
}

/** Returns whether a request has `tags[]=a` for the documented `tags=a`, as axios and PHP write a list. */
function hasBrackets({ name, mayHaveBrackets }: PreparedParameter, sources: ParameterSources): boolean {
  const opening = `${name}[`;
  return mayHaveBrackets && sources.valuesIn('query', '').pairs.some(([key]) => key.startsWith(opening));
}

export function problemFault(place: FaultPlace, { path, detail, rule }: Fault): ProblemFault {
  const fault = new ProblemFault();
  fault.in = place;
  fault.pointer = pointerTo(path);
  fault.detail = detail;
  if (rule !== undefined) fault.rule = rule;
  return fault;
}
