import { SpecDocument } from '../diff/document.js';
import { ExchangeChecker } from '../exchanges/check-exchange.js';
import { documentOf } from '../exchanges/source.js';
import { startApplication } from './application.js';
import { Budget } from './budget.js';
import { findDocument } from './find-document.js';
import { KnownValues } from './known-values.js';
import { readOperation, type FuzzTarget } from './operations.js';
import { requireListening } from './listening.js';
import { isLoopback, requireHost, resolveOptions, type ResolvedFuzz } from './options.js';
import type { RunContext } from './run-context.js';
import { OperationRun } from './run-operation.js';
import { Sender } from './send.js';
import { inOrder, selectTargets } from './select.js';
import type { FuzzedOperation, FuzzFinding, FuzzOptions, FuzzReport } from './types.js';
import { RandomValues } from './values/random.js';
import { SchemaValues } from './values/schema-values.js';

/**
 * Sends valid and invalid requests to a service, made from its document, and reports what is not as documented: a 5xx, an
 * invalid request that is accepted, a valid one that is refused, an undocumented answer, a broken connection, no answer in
 * time. Each finding has the smallest request that shows it.
 *
 * It needs fast-check: `npm install --save-dev fast-check`. What it sends changes what the service keeps.
 *
 * @param target the URL of a running service, or an application, which listens on a free port of the loopback meanwhile
 * @throws ConfigError for a host that is not allowed, for what is no application or document, and without fast-check
 * @example
 * const { findings } = await fuzz(app, { docs });
 * expect(findings).toEqual([]);
 */
export async function fuzz(target: unknown, options: FuzzOptions = {}): Promise<FuzzReport> {
  const resolved = resolveOptions(options);
  const random = await RandomValues.load();
  if (typeof target === 'string' || target instanceof URL)
    return run(requireHost(target, resolved.allowHosts), resolved, random);
  const { url, close } = await startApplication(target);
  try {
    return await run(new URL(url), resolved, random);
  } finally {
    await close();
  }
}

async function run(url: URL, options: ResolvedFuzz, random: RandomValues): Promise<FuzzReport> {
  const { seed, runs, time, timeout, concurrency, signal, onProgress } = options;
  await requireListening(url, timeout);
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
  const context: Omit<RunContext, 'basePath'> = {
    ...{ checker, values, headers, sender, budget, seed, runs, concurrency, random },
    inconclusive: options.inconclusive,
    answers: new ExchangeChecker(document, { ...exchange, requests: 'none' }),
    suggest: known.suggest,
    learn: known.learn,
  };
  const targets = selectTargets(
    checker.operations.operations.map((one) => readOperation(one, spec, values, headers)),
    options,
    isLoopback(url),
  );
  try {
    const told = await sendToAll(inOrder(targets), { ...context, basePath }, onProgress);
    return {
      ok: told.findings.length === 0,
      ...{ seed, requests: budget.requests, ended: budget.ended ?? 'done', ...told },
    };
  } finally {
    sender.close();
  }
}

/** @param context its path is undefined where each operation has its own */
async function sendToAll(
  targets: readonly FuzzTarget[],
  context: Omit<RunContext, 'basePath'> & { readonly basePath: string | undefined },
  onProgress: FuzzOptions['onProgress'],
): Promise<Pick<FuzzReport, 'operations' | 'findings'>> {
  const { budget, basePath } = context;
  const operations: FuzzedOperation[] = [];
  const findings: FuzzFinding[] = [];
  for (const [index, target] of targets.entries()) {
    if (budget.ended !== undefined) break;
    onProgress?.({
      ...{ operation: target.documented.name, index: index + 1, total: targets.length },
      ...{ requests: budget.requests, findings: findings.length },
    });
    const run = new OperationRun(target, { ...context, basePath: basePath ?? target.basePath });
    const told = await run.run();
    operations.push(told.operation);
    findings.push(...told.findings);
  }
  return { operations, findings };
}
