import type { ParameterObject, ParameterPlace } from '../../documents/openapi/types/document.js';
import type { ParameterType } from '../../documents/openapi/types/endpoint.js';
import type { BoundParameter } from '../../documents/openapi/create/class-parameters.js';
import { shapeOfInput, shapeOfType } from '../../documents/openapi/create/parameter-style.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { coerce, partsOf } from './coerce.js';
import { pointerTo } from '../../shared/json-pointer.js';
import { type Fault, inside, limited, renameIn } from '../reader/faults.js';
import { mergeFaults } from '../reader/schema-faults.js';
import type { SchemaReader } from '../reader/type-schemas.js';
import { type FaultPlace, ProblemFault } from '../problem.js';
import { rawValueOf, type Written } from './parameter-styles.js';
import { readStandard } from '../reader/read-value.js';
import { ParameterSources } from './parameter-sources.js';
import type { OperationRequest } from '../../shared/http.js';
import { checkLimits, isShort, type ValueLimits } from '../reader/value-limits.js';
import { type InstanceOptions, type Reading, readInstance } from '../reader/read-instance.js';

export type Place = ParameterPlace;

export interface ParameterGroup {
  readonly target: ParameterType | undefined;
  readonly places: readonly Place[];
  readonly parameters: readonly PreparedParameter[];
}

interface PreparedParameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: ParameterObject['schema'];
  readonly key: string;
  /** Names of the members of an object that is spread over the query; otherwise none. */
  readonly members: readonly string[];
  readonly valueIn: (sources: ParameterSources) => unknown;
  readonly reader: SchemaReader;
}

export interface ParameterReader {
  readonly groups: readonly ParameterGroup[];
  readonly instances: InstanceOptions;
  readonly resolve: Resolve;
  readonly limits: ValueLimits;
  /** Names of the query that an operation documents; undefined if it ignores others. */
  readonly knownQuery: ReadonlySet<string> | undefined;
}

type ParameterValues = Record<Place, unknown>;

/** Prepares a parameter at registration, so that a request only converts values. */
export function prepare(
  bound: BoundParameter,
  resolved: ParameterObject,
  { resolve, reader }: { readonly resolve: Resolve; readonly reader: SchemaReader },
): PreparedParameter {
  // Only the references of the schema itself have been resolved.
  const written = writtenOf({ ...bound, parameter: resolved }, resolve);
  const { name, schema, required = false } = resolved;
  const location = resolved.in as Place;
  const key = bound.property?.name ?? name;
  return {
    name,
    in: location,
    required,
    schema,
    key,
    members: written.style === 'form' && written.shape === 'object' ? written.members : [],
    reader,
    valueIn: (sources) => {
      const raw = rawValueOf(written, sources.valuesIn(location, name));
      return raw === undefined ? undefined : coerce(raw, schema, resolve);
    },
  };
}

function writtenOf({ parameter, property, shape }: BoundParameter, resolve: Resolve): Written {
  const { name, in: location, style, explode, schema = {} } = parameter;
  return {
    name,
    in: location,
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    shape: shape ?? (property === undefined ? shapeOfInput(schema as never) : shapeOfType(property.type)),
    members: [...new Set(partsOf(schema, resolve).flatMap(({ properties = {} }) => Object.keys(properties)))],
  };
}

export async function readParameters(
  request: OperationRequest,
  { groups, instances, resolve, limits, knownQuery }: ParameterReader,
  faults: ProblemFault[],
): Promise<ParameterValues> {
  const values: ParameterValues = { path: {}, query: {}, header: {}, cookie: {} };
  const sources = new ParameterSources(request);
  for (const group of groups) {
    const { target } = group;
    const plain = plainOf(group, sources);
    // All servers limit the length of headers, but not that of the request target.
    if (!isShort(request.target.length, limits))
      for (const { key, name, in: place, schema = {} } of group.parameters)
        checkLimits(
          { [name]: plain[key] },
          { limits, schema: { properties: { [name]: schema } }, resolve, place },
        );
    const refused = documentedOnly(group, plain);
    const reading = target === undefined ? { value: plain } : await read(target, plain, instances);
    faults.push(...faultsOfGroup(group, limited(mergeFaults(refused, reading.faults))));
    for (const place of group.places) values[place] = reading.value;
  }
  if (knownQuery !== undefined) faults.push(...unknownNames(sources, knownQuery));
  return values;
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
  const parameters = groups.flatMap((group) => group.parameters.filter((one) => one.in === 'query'));
  return new Set([...keys, ...parameters.flatMap(({ name, members }) => [name, ...members])]);
}

function read(target: ParameterType, plain: object, instances: InstanceOptions): Reading | Promise<Reading> {
  return '~standard' in target ? readStandard(plain, target) : readInstance(target, plain, instances);
}

function plainOf({ parameters }: ParameterGroup, sources: ParameterSources): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const { key, valueIn } of parameters) {
    const value = valueIn(sources);
    if (value !== undefined) plain[key] = value;
  }
  return plain;
}

/** Removes undocumented members, and returns the faults of parameters that are missing or that their schema refuses. */
function documentedOnly({ parameters }: ParameterGroup, plain: Record<string, unknown>): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { key, name, required, reader } of parameters) {
    const value = plain[key];
    if (value === undefined) {
      if (required) faults.push({ path: [key], detail: `${name} is required`, rule: 'required' });
      continue;
    }
    const found: Fault[] = [];
    plain[key] = reader.documented(value, found);
    found.unshift(...reader.faultsOf(value));
    for (const fault of inside(key, found))
      faults.push({ ...fault, detail: fault.detail.replace(/^The value/, key) });
  }
  return faults;
}

function faultsOfGroup({ parameters, places }: ParameterGroup, faults: readonly Fault[]): ProblemFault[] {
  return faults.map((fault) => {
    const [first = '', ...rest] = fault.path;
    const parameter = parameters.find(({ key }) => key === first);
    if (parameter === undefined) return problemFault(places[0] ?? 'query', fault);
    const { name, key } = parameter;
    const detail = rest.length === 0 ? renameIn(fault.detail, key, name) : fault.detail;
    return problemFault(parameter.in, { ...fault, path: [name, ...rest], detail });
  });
}

export function problemFault(place: FaultPlace, { path, detail, rule }: Fault): ProblemFault {
  return Object.assign(new ProblemFault(), {
    in: place,
    pointer: pointerTo(path),
    detail,
    ...(rule !== undefined && { rule }),
  });
}
