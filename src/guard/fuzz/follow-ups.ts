import { isRecord } from '../../shared/values.js';
import { decodePercent } from '../../operations/request/parameter-sources.js';
import { headerOf, targetOf, textOf, type ResponseMessage } from '../exchanges/message.js';
import { basesOf } from './base-requests.js';
import { findingOf } from './judge/findings.js';
import { judgeCase, type JudgedCase } from './judge/judge-case.js';
import type { Exchanged, Fault } from './judge/judge-outcome.js';
import type { FuzzTarget } from './operations.js';
import type { RunContext } from './run-context.js';
import { statusOf, type Outcome } from './send.js';
import type { FuzzFinding } from './types.js';
import { WRAPPERS } from './known-values.js';
import type { Headers } from './write/headers.js';

/** Maximum number of checks of each kind for an operation, unless one fails. */
const MOST = 5;

/** Undocumented methods to try. GET is missing: for browsers, a service may have a page at the same path. */
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

type Exchange = (judged: JudgedCase, headers?: Headers) => Promise<Exchanged>;

/** Checks that need a second request: credentials, methods, and resources that were created or deleted. */
export class FollowUps {
  readonly findings: FuzzFinding[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly target: FuzzTarget,
    private readonly context: RunContext,
    private readonly exchange: Exchange,
    private readonly judge: (judged: JudgedCase, outcome: Outcome) => void,
  ) {}

  /**
   * Sends a valid request without credentials, with wrong ones, and with undocumented methods. It stops once the
   * service rejected it.
   */
  async before(judged: JudgedCase): Promise<void> {
    const { credentials } = this.target;
    const names = new Set(['authorization', 'cookie', ...credentials.map(({ header }) => header)]);
    const others = this.context.headers.filter(([name]) => !names.has(name.toLowerCase()));
    if (credentials.length > 0) {
      await this.#checkCredentials(judged, 'without credentials', others);
      if (this.findings.some(({ rule }) => rule === 'security')) return;
      const wrong = credentials.map(({ header, wrong: value }) => [header, value] as const);
      await this.#checkCredentials(judged, 'with wrong credentials', [...others, ...wrong]);
    }
    for (const method of METHODS) await this.#checkMethod(judged, method);
  }

  async #checkCredentials(judged: JudgedCase, what: string, headers: Headers): Promise<void> {
    if (!this.#isDue(what)) return;
    const { outcome } = await this.exchange(judged, headers);
    const status = statusOf(outcome);
    if (status === 401 || status === 403) this.#settle(what);
    if (status === undefined || (status >= 300 && status < 500)) return;
    const { judged: sent, outcome: again } = await this.exchange(judged, headers);
    this.#settle(what);
    this.#report(sent, headers, statusOf(again) === status, {
      ...{ code: status < 300 ? 'authentication-ignored' : 'server-error', status, rule: 'security' },
      message: `A request ${what} is answered with ${status}, though the document requires credentials.`,
    });
  }

  async #checkMethod(judged: JudgedCase, method: string): Promise<void> {
    const { checker, headers, methods, probed } = this.context;
    const { path } = this.target.documented;
    const [pathname = ''] = judged.written.target.split('?', 1);
    const documented = checker.operations.at(pathname).map((one) => one.method);
    const name = `${method} ${path}`;
    if (documented.includes(method) || methods?.includes(method) === false || probed.has(name)) return;
    probed.add(name);
    const written = { ...judged.written, method, headers: [], body: undefined };
    const sent = { ...judged, written, given: { ...judged.given, isExact: true } };
    const { outcome } = await this.exchange(sent);
    if (outcome.kind !== 'answer') return;
    const { status } = outcome.response;
    const reason = faultOfMethod(outcome.response, documented);
    if (reason === undefined) return;
    const again = statusOf((await this.exchange(sent)).outcome);
    const message = `An undocumented method ${reason}.`;
    const fault = { code: 'unsupported-method', status, rule: 'paths', message } as const;
    this.#report(sent, headers, again === status, fault, name);
  }

  /** Reads the resource that a request has created or deleted. */
  async after(judged: JudgedCase, response: ResponseMessage): Promise<void> {
    const { method, path, name } = this.target.documented;
    const { status } = response;
    if (method === 'POST' && status === 201) await this.#readCreated(judged, response);
    if (method !== 'DELETE' || (status !== 200 && status !== 204) || !path.endsWith('}')) return;
    if (!this.#isDue('delete')) return;
    const exact = { ...judged, given: { ...judged.given, isExact: true } };
    this.judge(exact, (await this.exchange(exact)).outcome);
    await this.context.readerOf(path)?.read(judged.given.values, 'use-after-delete', `${name} deleted it`);
  }

  /** Reads a created resource, by the header Location or by the id in the response. */
  async #readCreated({ given: { values } }: JudgedCase, response: ResponseMessage): Promise<void> {
    const { path, name } = this.target.documented;
    const { operations } = this.context.checker;
    const [location = ''] = targetOf(headerOf(response.headers, 'location') ?? '').split('?', 1);
    const located = operations.find('GET', location);
    const matchers = [...(located?.matches ?? []), ...(located?.proxied ?? [])];
    const parameters = matchers.map((match) => match(location)).find((one) => one !== undefined);
    const below = operations.operations.find(
      (one) =>
        one.method === 'GET' &&
        one.path.startsWith(`${path}/{`) &&
        /^\/\{[^/]*\}$/.test(one.path.slice(path.length)),
    );
    const idName = below?.path.slice(path.length + 2, -1) ?? '';
    const id = idIn(response, idName);
    const [operation, found] =
      located !== undefined && parameters !== undefined && parameters.length > 0
        ? [located, parameters.map(([key, text]) => [`path parameter ${key}`, decodePercent(text)] as const)]
        : [below, id === undefined ? undefined : [...values, [`path parameter ${idName}`, id] as const]];
    if (operation === undefined || found === undefined) return;
    await this.context
      .readerOf(operation.path)
      ?.read(new Map(found), 'created-not-found', `${name} created it`);
  }

  /** Reads a resource that was created or deleted just before. */
  async read(
    parameters: ReadonlyMap<string, unknown>,
    code: 'created-not-found' | 'use-after-delete',
    why: string,
  ): Promise<void> {
    const [base] = this.#isDue(code) ? basesOf(this.target, this.context).all : [];
    if (base === undefined) return;
    const values = new Map([...base.values].map(([key, value]) => [key, parameters.get(key) ?? value]));
    const judged = judgeCase(this.target, { ...base, values, isExact: true }, this.context);
    if (judged === undefined) return;
    const isFault = (status: number | undefined): status is number =>
      status !== undefined && (code === 'use-after-delete' ? status < 300 : status === 404 || status === 410);
    const { outcome } = await this.exchange(judged);
    const status = statusOf(outcome);
    this.judge(judged, outcome);
    if (!isFault(status)) return;
    const again = statusOf((await this.exchange(judged)).outcome);
    this.#settle(code);
    this.#report(judged, this.context.headers, isFault(again), {
      ...{ code, status, rule: '', message: `A request is answered with ${status} after ${why}.` },
    });
  }

  /** Returns whether a check of this kind is due, and counts it. */
  #isDue(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return count < MOST && this.context.budget.ended === undefined;
  }

  #settle(kind: string): void {
    this.#counts.set(kind, MOST);
  }

  #report(
    judged: JudgedCase,
    headers: Headers,
    isConfirmed: boolean,
    fault: Pick<Fault, 'code' | 'rule' | 'message'> & { readonly status: number },
    operation = this.target.documented.name,
  ): void {
    const { pointer: documented } = this.target.documented;
    const whole = { ...fault, place: 'request', pointer: '#', documented, key: '' };
    const context = { ...this.context, headers };
    this.findings.push({ ...findingOf({ judged, fault: whole }, isConfirmed, context), operation });
  }
}

/** Returns what is wrong with the response to a method that the document does not have. */
function faultOfMethod(
  { status, headers }: ResponseMessage,
  documented: readonly string[],
): string | undefined {
  if (status < 300)
    return `is answered with ${status}, though the document has only ${[...new Set(documented)].join(', ')}`;
  // RFC 9110, 15.5.6: "The origin server MUST generate an Allow header field in a 405 response".
  if (status === 405 && headerOf(headers, 'allow') === undefined)
    return 'is answered with 405 without the header Allow';
  return status >= 500 && status !== 501 ? `is answered with ${status}` : undefined;
}

function idIn({ body }: ResponseMessage, name: string): unknown {
  try {
    const given: unknown = JSON.parse(textOf(body) ?? '');
    const holders = isRecord(given) ? [given, ...[...WRAPPERS].map((key) => given[key])] : [];
    const ids = holders.flatMap((one) => (isRecord(one) ? [one[name], one.id] : []));
    return ids.find((one) => typeof one === 'string' || typeof one === 'number');
  } catch {
    return undefined;
  }
}
