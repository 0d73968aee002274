import { SpecDocument } from '../diff/document.js';
import { ExchangeChecker } from '../exchanges/check-exchange.js';
import { documentOf } from '../exchanges/exchange-options.js';
import { requireListening, startApplication } from './application.js';
import { Budget, type RunContext, UniqueNumbers } from './run-context.js';
import { findDocument } from './find-document.js';
import { KnownValues } from './known-values.js';
import { type FuzzTarget, readOperation } from './operations.js';
import { isLoopback, requireHost, type ResolvedFuzzOptions, resolveFuzzOptions } from './fuzz-options.js';
import { OperationRun } from './run-operation.js';
import { Sender } from './send.js';
import type { FuzzFinding, FuzzOptions, FuzzReport } from './types.js';
import { RandomValues } from './values/random.js';
import { SchemaValues } from './values/schema-values.js';
import { ConfigError, methodName } from 'dtospec/internal';

/**
 * Sends requests to a service that it generates from the document, valid and invalid ones. It reports 5xx
 * responses, accepted invalid requests, rejected valid requests, undocumented responses, broken connections
 * and timeouts. Each finding has the smallest request that shows it.
 *
 * Requires fast-check: `npm install --save-dev fast-check`. The requests change the data of the service.
 *
 * @param target the URL of a running service, or an application, which fuzz starts on a free port of the
 *   loopback interface
 * @throws ConfigError for a host that is not allowed, an unknown application, an invalid document, and
 *   without fast-check
 * @example
 * const { findings } = await fuzz(app, { docs });
 * expect(findings).toEqual([]);
 */
export async function fuzz(target: unknown, options: FuzzOptions = {}): Promise<FuzzReport> {
  const resolved = resolveFuzzOptions(options);
  const random = await RandomValues.load();
  if (typeof target === 'string' || target instanceof URL) {
    const host = requireHost(target, resolved.allowHosts);
    await requireListening(host, resolved.timeout);
    return run(host, resolved, random);
  }
  const { url, close } = await startApplication(target);
  try {
    return await run(new URL(url), resolved, random);
  } finally {
    await close();
  }
}

async function run(url: URL, options: ResolvedFuzzOptions, random: RandomValues): Promise<FuzzReport> {
  const { seed, time, timeout, concurrency, signal } = options;
  const { base, source } =
    options.docs === undefined
      ? await findDocument(url, options.headers, timeout)
      : { base: url, source: options.docs };
  const prefix = base.pathname.replace(/\/+$/, '');
  const basePath = options.basePath?.replace(/\/+$/, '') ?? (prefix === '' ? undefined : prefix);
  const document = documentOf(source);
  const exchange = basePath === undefined ? {} : { basePath: `${basePath}/` };
  const checker = new ExchangeChecker(document, { ...exchange, requests: 'all' });
  const spec = new SpecDocument(document, 'given');
  const values = await SchemaValues.of(spec);
  const headers = Object.entries(options.headers);
  const budget = new Budget(time, signal);
  const sender = new Sender(url, headers, timeout, concurrency);
  const known = new KnownValues();
  const methods = options.methods?.map(methodName) ?? (isLoopback(url) ? undefined : SAFE);
  const runs: OperationRun[] = [];
  const context: RunContext = {
    checker,
    values,
    headers,
    sender,
    budget,
    seed,
    concurrency,
    random,
    methods,
    inconclusive: options.inconclusive,
    runs: options.runs,
    answers: new ExchangeChecker(document, { ...exchange, requests: 'none' }),
    probed: new Set(),
    unique: new UniqueNumbers(seed),
    suggest: known.suggest,
    learn: known.learn,
    readerOf: (path) =>
      runs.find(({ target: { documented } }) => documented.method === 'GET' && documented.path === path)
        ?.followUps,
  };
  const targets = selectTargets(
    checker.operations.operations.map((operation) => readOperation(operation, document, values, headers)),
    options.operations,
    methods,
  );
  runs.push(...inOrder(targets).map((target) => new OperationRun(target, context)));
  try {
    await sendAll(runs, budget, options.onProgress);
  } finally {
    sender.close();
  }
  const findings = mergedByCause(runs.flatMap((run) => run.findings));
  return {
    ok: findings.length === 0,
    seed,
    requests: budget.requests,
    ended: budget.ended ?? 'done',
    operations: runs.map((run) => run.summary()),
    findings,
  };
}

async function sendAll(
  runs: readonly OperationRun[],
  budget: Budget,
  onProgress: FuzzOptions['onProgress'],
): Promise<void> {
  // Operations take turns, so that a short time reaches each.
  let open = runs;
  while (open.length > 0) {
    const unfinished: OperationRun[] = [];
    for (const run of open) {
      if (budget.ended !== undefined) break;
      onProgress?.({
        operation: run.target.documented.name,
        index: runs.indexOf(run) + 1,
        total: runs.length,
        requests: budget.requests,
        findings: runs.flatMap(({ findings }) => findings).length,
      });
      if (await run.turn()) unfinished.push(run);
    }
    open = unfinished;
  }
}

/** Merges equal findings of several operations. Those of one operation have different causes. */
function mergedByCause(findings: readonly FuzzFinding[]): FuzzFinding[] {
  const fields = ['code', 'status', 'place', 'pointer', 'rule', 'isValid', 'message'] as const;
  return findings.reduce<FuzzFinding[]>((merged, finding) => {
    const at = merged.findIndex(
      (other) =>
        fields.every((field) => other[field] === finding[field]) &&
        ![other.operation, ...other.also].includes(finding.operation),
    );
    const same = merged[at];
    if (same === undefined) return [...merged, finding];
    return merged.with(at, { ...same, also: [...same.also, finding.operation] });
  }, []);
}

/** Methods without side effects (RFC 9110, 9.2.1), except TRACE, which is meant for proxies. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const ORDER: readonly string[] = ['POST', 'PUT', 'PATCH', 'GET', 'QUERY', 'HEAD', 'OPTIONS', 'DELETE'];

function selectTargets(
  targets: readonly FuzzTarget[],
  operations: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): FuzzTarget[] {
  for (const name of operations ?? [])
    if (!targets.some((target) => isNamed(target, name)))
      throw new ConfigError(
        `The document has no operation ${JSON.stringify(name)}. Use an operationId, a path, or a name such as "GET /users/{id}".`,
      );
  const selected = targets.filter(
    (target) =>
      (wanted === undefined
        ? target.documented.method !== 'TRACE'
        : wanted.includes(target.documented.method)) &&
      (operations === undefined || operations.some((name) => isNamed(target, name))),
  );
  if (selected.length > 0) return selected;
  const methodNames = [...new Set(targets.map(({ documented: { method } }) => method))].join(', ');
  throw new ConfigError(
    `No operation is selected: the document has the methods ${methodNames === '' ? 'none' : methodNames}, and the methods to send are ${wanted?.join(', ') ?? 'all but TRACE'}. Set others with methods, or --method of the command.`,
  );
}

function isNamed({ documented: { name, path }, operationId }: FuzzTarget, wanted: string): boolean {
  return [name, path, operationId].includes(wanted);
}

/**
 * Sorts operations: those that create first, those that delete last. Shorter paths come first, since their
 * responses contain the ids that longer paths need.
 */
function inOrder(targets: readonly FuzzTarget[]): FuzzTarget[] {
  const rank = ({ documented: { method } }: FuzzTarget): number =>
    ORDER.includes(method) ? ORDER.indexOf(method) : ORDER.length - 1.5;
  const depth = ({ documented: { path } }: FuzzTarget): number => path.split('/').length;
  return [...targets].sort((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
}
