import { accepts } from '../json-schema/accepts.js';
import type { ParameterObject, ParameterPlace } from '../spec/document.js';
import type { ParameterType } from '../spec/endpoint.js';
import type { BoundParameter } from '../spec/parameter-class.js';
import { coerce, type Resolve } from './coerce.js';
import { writtenOf } from './describe.js';
import { pointerTo, type Fault } from './faults.js';
import type { MatchPath } from './path-matcher.js';
import { ProblemFault, type FaultPlace } from './problem.js';
import {
  cookiePairs,
  decodeForm,
  decodePercent,
  formPairs,
  rawValueOf,
  type RawPlace,
  type Written,
} from './raw-value.js';
import { readValue } from './read-value.js';
import type { OperationRequest } from './types.js';
import { readInstance, type InstanceOptions } from './validate-instance.js';

export type Place = ParameterPlace;

/** One class or schema and the places that it is the parameters of; none for explicit parameters. */
export interface ParameterGroup {
  readonly target: ParameterType | undefined;
  readonly places: readonly Place[];
  readonly parameters: readonly PreparedParameter[];
}

export interface PreparedParameter extends BoundParameter {
  readonly written: Written;
}

/** What reads the parameters of one operation. */
export interface ParameterReader {
  readonly groups: readonly ParameterGroup[];
  readonly instances: InstanceOptions;
  readonly matchPath: MatchPath;
  readonly resolve: Resolve;
}

/** The values of each place, or what is wrong with them. */
export interface ReadParameters {
  readonly values: Readonly<Record<Place, unknown>>;
  readonly faults: readonly ProblemFault[];
}

export function prepare(bound: BoundParameter, members: ParameterObject): PreparedParameter {
  // The schema's references are resolved by now, the property's model stays as it is.
  const resolved = { ...bound, parameter: members };
  return { ...resolved, written: writtenOf(resolved) };
}

/** Reads every parameter as it is documented, then validates each class as a whole. */
export async function readParameters(
  request: OperationRequest,
  reader: ParameterReader,
): Promise<ReadParameters> {
  const places = placesOf(request, reader.matchPath);
  const values: Record<Place, unknown> = { path: {}, query: {}, header: {}, cookie: {} };
  const faults: ProblemFault[] = [];
  for (const group of reader.groups) {
    const raw: [PreparedParameter, unknown][] = [];
    for (const one of group.parameters) {
      const { written, parameter } = one;
      const value = rawValueOf(written, places(parameter));
      if (value !== undefined) raw.push([one, coerce(value, parameter.schema, reader.resolve)]);
    }
    const read =
      group.target === undefined
        ? explicitOf(group, raw, reader)
        : await validated(group.target, group, raw, reader);
    faults.push(...read.faults);
    for (const place of group.places) values[place] = read.value;
  }
  return { values, faults };
}

interface ReadGroup {
  readonly value: unknown;
  readonly faults: readonly ProblemFault[];
}

type RawValues = readonly (readonly [PreparedParameter, unknown])[];

async function validated(
  target: ParameterType,
  { parameters, places }: ParameterGroup,
  raw: RawValues,
  { instances, resolve }: ParameterReader,
): Promise<ReadGroup> {
  const plain = Object.fromEntries(
    raw.map(([{ property, parameter }, value]) => [property?.name ?? parameter.name, value]),
  );
  const reading =
    '~standard' in target
      ? await readValue(plain, { kind: 'standard', standard: target }, { instances, resolve })
      : await readInstance(target, plain, instances);
  if (reading.faults === undefined) return { value: reading.value, faults: [] };
  const byName = new Map(parameters.map((one) => [one.property?.name ?? one.parameter.name, one.parameter]));
  const faults = reading.faults.map((fault): ProblemFault => {
    const [first = '', ...rest] = fault.path;
    const parameter = byName.get(first);
    const path = parameter === undefined ? fault.path : [parameter.name, ...rest];
    return problemFault((parameter?.in as Place | undefined) ?? places[0] ?? 'query', { ...fault, path });
  });
  return { value: undefined, faults };
}

/** Parameters without a class: by name, judged by their schemas. */
function explicitOf({ parameters }: ParameterGroup, raw: RawValues, { resolve }: ParameterReader): ReadGroup {
  const faults = parameters.flatMap(({ parameter }): ProblemFault[] => {
    const found = raw.find(([one]) => one.parameter === parameter);
    const fault = (detail: string): ProblemFault[] => [
      problemFault(parameter.in as Place, { path: [parameter.name], detail }),
    ];
    if (found === undefined) return parameter.required === true ? fault(`${parameter.name} is required`) : [];
    return accepts(parameter.schema ?? {}, found[1], resolve) === false
      ? fault(`${parameter.name} does not satisfy its schema`)
      : [];
  });
  return { value: Object.fromEntries(raw.map(([{ parameter }, value]) => [parameter.name, value])), faults };
}

export function problemFault(place: FaultPlace, { path, detail, rule }: Fault): ProblemFault {
  return Object.assign(new ProblemFault(), {
    in: place,
    pointer: pointerTo(path),
    detail,
    ...(rule !== undefined && { rule }),
  });
}

/** Where the values of each place stand in a request; each is taken apart once. */
function placesOf(request: OperationRequest, matchPath: MatchPath): (parameter: ParameterObject) => RawPlace {
  const { target } = request;
  const mark = target.indexOf('?');
  const pathname = mark < 0 ? target : target.slice(0, mark);
  const verbatim = (text: string): string => text;
  let query: RawPlace | undefined;
  let path: RawPlace | undefined;
  let cookie: RawPlace | undefined;
  return ({ name, in: place }) => {
    switch (place as Place) {
      case 'query':
        return (query ??= { pairs: mark < 0 ? [] : formPairs(target.slice(mark + 1)), decode: decodeForm });
      case 'path':
        return (path ??= { pairs: Object.entries(matchPath(pathname) ?? {}), decode: decodePercent });
      case 'cookie':
        return (cookie ??= { pairs: cookiePairs(request.headers.cookie ?? ''), decode: decodePercent });
      case 'header': {
        const value = request.headers[name.toLowerCase()];
        return { pairs: value === undefined ? [] : [[name, value]], decode: verbatim };
      }
    }
  };
}
