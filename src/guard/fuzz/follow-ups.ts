import { targetOf, type ResponseMessage } from '../exchanges/message.js';
import { basesOf } from './base-requests.js';
import { findingOf } from './judge/findings.js';
import { judgeCase, type JudgedCase } from './judge/judge-case.js';
import type { Exchanged } from './judge/judge-outcome.js';
import type { FuzzTarget } from './operations.js';
import type { RunContext } from './run-context.js';
import { statusOf, type Outcome } from './send.js';
import type { FuzzFinding } from './types.js';
import {
  createdAt,
  confirmedMembers,
  faultOfMethod,
  probeOf,
  readFault,
  type FollowUpFault,
  type Member,
  type ReadCode,
} from './read-response.js';
import type { Headers } from './write/headers.js';

/** Maximum number of checks of each kind for an operation, unless one fails. */
const MOST = 5;

/** Maximum number of reads after changes. It is high, since the first changes may set the values that are already there. */
const MOST_CHANGES = 40;

/** Undocumented methods to try. GET is missing: for browsers, a service may have a page at the same path. */
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Ends of paths that break naive routers: a final slash, and a percent sign that escapes nothing. */
const ENDS = ['/', '%'];

type Exchange = (judged: JudgedCase, headers?: Headers) => Promise<Exchanged>;

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
      if (judged.written.method === 'GET' && this.context.methods?.includes('HEAD') !== false)
        await this.#checkCredentials(
          probeOf(judged, { method: 'HEAD' }),
          'by HEAD without credentials',
          others,
        );
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
    const sent = probeOf(judged, { method, headers: [], body: undefined });
    const { outcome } = await this.exchange(sent);
    if (outcome.kind !== 'answer') return;
    const { status } = outcome.response;
    const reason = faultOfMethod(method, outcome.response, documented);
    if (reason === undefined) return;
    const again = statusOf((await this.exchange(sent)).outcome);
    const message = `An undocumented method ${reason}.`;
    const fault = { code: 'unsupported-method', status, rule: 'paths', message } as const;
    this.#report(sent, headers, again === status, fault, name);
  }

  async #checkPath(judged: JudgedCase, end: string): Promise<void> {
    const { headers, probed } = this.context;
    const name = `${this.target.documented.path}${end}`;
    if (probed.has(name) || name.endsWith('//')) return;
    probed.add(name);
    const sent = probeOf(judged, { target: judged.written.target.replace(/(?=\?|$)/, end) });
    const { status = 0, again } = await this.#twice(sent);
    if (status < 500) return;
    const what = end === '/' ? 'a final slash' : 'a percent sign that escapes nothing';
    const message = `A path with ${what} is answered with ${status}.`;
    this.#report(sent, headers, again === status, { code: 'server-error', status, rule: 'paths', message });
  }

  async #twice(sent: JudgedCase): Promise<{ readonly status?: number; readonly again?: number }> {
    const status = statusOf((await this.exchange(sent)).outcome);
    if (status === undefined || status < 400) return {};
    const again = statusOf((await this.exchange(sent)).outcome);
    return { status, ...(again !== undefined && { again }) };
  }

  async after(judged: JudgedCase, response: ResponseMessage): Promise<void> {
    const { method, path, name } = this.target.documented;
    const { status } = response;
    if (status < 500) for (const end of ENDS) await this.#checkPath(judged, end);
    if (method === 'POST' && status === 201) await this.#readCreated(judged, response);
    const confirmed = method === 'PUT' || method === 'PATCH' ? confirmedMembers(judged.given, response) : [];
    if (status === 200 && confirmed.length > 0)
      await this.context
        .readerOf(path)
        ?.read(judged.given.values, 'change-lost', `${name} changed it`, confirmed);
    if (method !== 'DELETE' || (status !== 200 && status !== 204) || !path.endsWith('}')) return;
    if (!this.#isDue('delete')) return;
    const exact = { ...judged, given: { ...judged.given, isExact: true } };
    this.judge(exact, (await this.exchange(exact)).outcome);
    await this.context.readerOf(path)?.read(judged.given.values, 'use-after-delete', `${name} deleted it`);
  }

  async #readCreated(judged: JudgedCase, response: ResponseMessage): Promise<void> {
    const { documented } = this.target;
    const found = createdAt(documented.path, judged.given.values, response, this.context.checker.operations);
    if (found.stray !== undefined) await this.#checkLocation(judged, found.stray);
    if (found.values === undefined) return;
    await this.context
      .readerOf(found.path)
      ?.read(
        found.values,
        'created-not-found',
        `${documented.name} created it`,
        confirmedMembers(judged.given, response),
      );
  }

  /** Reads a Location that is not a documented path. A proxy may add a prefix, and may have another host. */
  async #checkLocation(judged: JudgedCase, given: string): Promise<void> {
    const { sender, headers } = this.context;
    const { path, name } = this.target.documented;
    const isElsewhere =
      /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(given) && !given.startsWith(`${sender.origin.origin}/`);
    if (isElsewhere || given.includes(path.slice(path.lastIndexOf('/'))) || !this.#isDue('Location')) return;
    const sent = probeOf(judged, { method: 'GET', target: targetOf(given), headers: [], body: undefined });
    const { status, again } = await this.#twice(sent);
    if (status !== 404 && status !== 410) return;
    this.#settle('Location');
    const message = `The Location in the response of ${name} is answered with ${status}.`;
    this.#report(sent, headers, again === status, { code: 'created-not-found', status, rule: '', message });
  }

  async read(
    parameters: ReadonlyMap<string, unknown>,
    code: ReadCode,
    why: string,
    confirmed: readonly Member[] = [],
  ): Promise<void> {
    const [base] = this.#isDue(code) ? basesOf(this.target, this.context).all : [];
    if (base === undefined) return;
    const values = new Map([...base.values].map(([key, value]) => [key, parameters.get(key) ?? value]));
    const judged = judgeCase(this.target, { ...base, values, isExact: true }, this.context);
    if (judged === undefined) return;
    // Other requests may have changed it meanwhile.
    const expected = this.context.concurrency === 1 ? confirmed : [];
    const { outcome } = await this.exchange(judged);
    this.judge(judged, outcome);
    const fault = readFault(outcome, code, why, expected);
    if (fault === undefined) return;
    const again = readFault((await this.exchange(judged)).outcome, code, why, expected);
    this.#settle(code);
    this.#report(judged, this.context.headers, again?.code === fault.code, fault);
  }

  #isDue(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return count < (kind === 'change-lost' ? MOST_CHANGES : MOST) && this.context.budget.ended === undefined;
  }

  #settle(kind: string): void {
    this.#counts.set(kind, Infinity);
  }

  #report(
    judged: JudgedCase,
    headers: Headers,
    isConfirmed: boolean,
    fault: FollowUpFault,
    operation = this.target.documented.name,
  ): void {
    const { pointer: documented } = this.target.documented;
    const whole = { ...fault, place: 'request', pointer: '#', documented, key: '' };
    const context = { ...this.context, headers };
    this.findings.push({ ...findingOf({ judged, fault: whole }, isConfirmed, context), operation });
  }
}
