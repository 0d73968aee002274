import { isRecord, type OpenApiDocument } from 'dtospec/internal';
import type { Change, ChangeTraffic, DiffReport } from '../diff/index.js';
import { type TrafficFault, TrafficJudge, type TrafficVerdict } from '../exchanges/traffic/refusals.js';
import type { RecordedShape, Traffic } from '../exchanges/traffic/traffic.js';
import { InputError } from './command.js';

/** @throws InputError for other JSON than a recording */
export function readTraffic(value: unknown, name: string): Traffic {
  if (isRecord(value) && value.traffic === 1 && Array.isArray(value.shapes))
    return value as unknown as Traffic;
  throw new InputError(
    `${name} is no recording of requests. Write it with writeTraffic of ExchangeRecorder, of dtospec-tools/testing.`,
  );
}

interface JudgedShape {
  readonly shape: RecordedShape;
  /** Undefined if the new document does not contain the operation. */
  readonly verdict: TrafficVerdict | undefined;
}

/**
 * Adds to each change that is not compatible the share of requests and of clients that it concerns, and sorts
 * the changes of a verdict by it.
 */
export function rankByTraffic(
  report: DiffReport,
  [before, after]: readonly [OpenApiDocument, OpenApiDocument],
  traffic: Traffic,
): DiffReport {
  const old = new TrafficJudge(before);
  const current = new TrafficJudge(after);
  const judged = traffic.shapes.map((shape): JudgedShape => {
    // A substitute may break a rule of both documents.
    const known = new Set(old.judge(shape)?.faults.map(keyOf));
    const verdict = current.judge(shape);
    const faults = verdict?.faults.filter((fault) => !known.has(keyOf(fault)));
    return { shape, verdict: verdict && { ...verdict, faults: faults ?? [] } };
  });
  const changes = report.changes.map((change) =>
    change.verdict === 'compatible' ? change : { ...change, traffic: trafficOf(change, judged, traffic) },
  );
  const order: readonly string[] = ['breaking', 'unclear', 'compatible'];
  const weightOf = ({ traffic: own }: Change): number => (own === undefined ? 0 : own.requests);
  return {
    ...report,
    changes: changes.toSorted(
      (one, other) =>
        order.indexOf(one.verdict) - order.indexOf(other.verdict) || weightOf(other) - weightOf(one),
    ),
  };
}

function keyOf({ place, path, keyword }: TrafficFault): string {
  return JSON.stringify([place, path, keyword]);
}

function trafficOf(change: Change, judged: readonly JudgedShape[], traffic: Traffic): ChangeTraffic {
  const operations = new Set([change.operation, ...(change.alsoIn ?? [])]);
  const own = judged.filter(({ shape }) => operations.has(shape.operation));
  const isOfRequests = change.direction === 'request' && ['parameter', 'request-body'].includes(change.part);
  const concerned = isOfRequests
    ? own.filter(({ verdict }) => verdict?.faults.some((fault) => causes(change, fault)))
    : own;
  const clients = new Set(concerned.flatMap(({ shape }) => shape.clients)).size;
  const requests = concerned.reduce((sum, { shape }) => sum + shape.count, 0);
  const isAtLeast =
    traffic.dropped > 0 ||
    (isOfRequests && own.some(({ verdict }) => verdict?.unknown.some((site) => isUnknown(change, site))));
  return {
    effect: isOfRequests ? 'refused' : 'used',
    requests,
    clients,
    ofRequests: traffic.requests,
    ofClients: traffic.clients,
    ...(isAtLeast && { isAtLeast }),
  };
}

/** Returns whether a rule needs values that are not recorded. Types and presence are. */
function isUnknown(change: Change, site: Pick<TrafficFault, 'place' | 'path'>): boolean {
  return OF_VALUES.test(change.rule) && isAt(change, site);
}

const OF_VALUES =
  /^(?:minimum|maximum|multiple-of|min-length|max-length|pattern|format|enum|unique|schema|content)/;

function causes(change: Change, fault: TrafficFault): boolean {
  // A member that is refused is at its own place, and the rule is that of its object.
  const owner = { ...fault, path: fault.path.replace(/\.?[^.[\]]+$/su, '') };
  const places = /^(?:additional|unevaluated)/.test(change.rule) ? [fault, owner] : [fault];
  return concerns(change.rule, fault.keyword) && places.some((place) => isAt(change, place));
}

/** Returns whether a fault is at the place of a change: `request body application/json, lines[].sku`. */
function isAt({ where }: Change, { place, path }: Pick<TrafficFault, 'place' | 'path'>): boolean {
  const at = path === '' ? place : `${place}, ${path}`;
  if (where === at || (path === '' && place.startsWith(`${where} `))) return true;
  // A step into an alternative is not in the value, and a map has any name.
  const expression = where
    .replace(/\([^()]*\)/g, '')
    .replace(/\[\d+\]/g, '[]')
    .replace(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`)
    .replaceAll('*', String.raw`[^.[\]]+`);
  return new RegExp(`^${expression}$`, 'su').test(at);
}

const KEYWORDS: Readonly<Record<string, RegExp>> = {
  required: /required/,
  removed: /removed|renamed/,
  const: /^enum/,
  type: /^(?:type|null)/,
  exclusiveMinimum: /^minimum/,
  exclusiveMaximum: /^maximum/,
  additionalProperties: /^(?:additional|property-removed)/,
  unevaluatedProperties: /^(?:unevaluated|property-removed)/,
};

function concerns(rule: string, keyword: string): boolean {
  if (
    /^(?:schema|alternative|discriminator|all-of|not|condition|reference|parameter-(?:style|media))/.test(
      rule,
    )
  )
    return true;
  const name = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return KEYWORDS[keyword]?.test(rule) ?? rule.startsWith(`${name}-`);
}
