import { targetOf, type ResponseMessage } from '../exchanges/message.js';
import { basesOf } from './base-requests.js';
import { findingOf } from './judge/findings.js';
import { judgeCase, type JudgedCase } from './judge/judge-case.js';
import { type Exchanged, pointerOf } from './judge/judge-outcome.js';
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
import { encodeTarget, type Variation } from './write/request.js';

/** Maximum number of checks of each kind for an operation, unless one fails. */
const MAX_FOLLOW_UPS = 5;

/**
 * Maximum number of reads after changes. It is high, since the
 * first changes may set the values that are already there.
 */
const MAX_CHANGES = 40;

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
   * Sends a valid request without credentials, with wrong ones, and with undocumented methods. It stops once
   * the service rejected it.
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
    const status = await this.#probe({ judged, headers, kind: what }, ({ status: answered }) =>
      answered >= 300 && answered < 500
        ? undefined
        : {
            code: answered < 300 ? 'authentication-ignored' : 'server-error',
            rule: 'security',
            message: `A request ${what} is answered with ${answered}, though the document requires credentials.`,
          },
    );
    if (status === 401 || status === 403) this.#counts.set(what, Infinity);
  }

  async #checkMethod(judged: JudgedCase, method: string): Promise<void> {
    const { checker, methods, probed } = this.context;
    const [pathname = ''] = judged.written.target.split('?', 1);
    const documented = checker.operations.at(pathname).map((operation) => operation.method);
    const operation = `${method} ${this.target.documented.path}`;
    if (documented.includes(method) || methods?.includes(method) === false || probed.has(operation)) return;
    probed.add(operation);
    const sent = probeOf(judged, { method, headers: [], body: undefined });
    await this.#probe({ judged: sent, operation }, (response) => {
      const reason = faultOfMethod(method, response, documented);
      if (reason === undefined) return undefined;
      return { code: 'unsupported-method', rule: 'paths', message: `An undocumented method ${reason}.` };
    });
  }

  async #checkPath(judged: JudgedCase, end: string): Promise<void> {
    const { probed } = this.context;
    const name = `${this.target.documented.path}${end}`;
    if (probed.has(name) || name.endsWith('//')) return;
    probed.add(name);
    const sent = probeOf(judged, { target: judged.written.target.replace(/(?=\?|$)/, end) });
    const what = end === '/' ? 'a final slash' : 'a percent sign that escapes nothing';
    await this.#probe({ judged: sent, beside: exactly(judged) }, ({ status }) => {
      const message = `A path with ${what} is answered with ${status}.`;
      return status < 500 ? undefined : { code: 'server-error', rule: 'paths', message };
    });
  }

  async after(judged: JudgedCase, response: ResponseMessage): Promise<void> {
    const { method } = this.target.documented;
    const { status } = response;
    if (status < 500) for (const end of ENDS) await this.#checkPath(judged, end);
    if (method === 'POST' && status === 201) await this.#readCreated(judged, response);
    if ((method === 'PUT' || method === 'PATCH') && status === 200) await this.#readChanged(judged, response);
    if (method === 'DELETE' && (status === 200 || status === 204)) await this.#readDeleted(judged);
  }

  async #readChanged({ requestCase }: JudgedCase, response: ResponseMessage): Promise<void> {
    const { path, name } = this.target.documented;
    const confirmed = confirmedMembers(requestCase, response);
    if (confirmed.length > 0)
      await this.context
        .readerOf(path)
        ?.read(requestCase.values, 'change-lost', `${name} changed it`, confirmed);
  }

  async #readDeleted(judged: JudgedCase): Promise<void> {
    const { path, name } = this.target.documented;
    if (!path.endsWith('}') || !this.#isDue('delete')) return;
    const again = exactly(judged);
    this.judge(again, (await this.exchange(again)).outcome);
    await this.context
      .readerOf(path)
      ?.read(judged.requestCase.values, 'use-after-delete', `${name} deleted it`);
  }

  async #readCreated(judged: JudgedCase, response: ResponseMessage): Promise<void> {
    const { documented } = this.target;
    const created = createdAt(
      documented.path,
      judged.requestCase.values,
      response,
      this.context.checker.operations,
    );
    if (created.stray !== undefined) await this.#checkLocation(judged, created.stray);
    if (created.values === undefined) return;
    await this.context
      .readerOf(created.path)
      ?.read(
        created.values,
        'created-not-found',
        `${documented.name} created it`,
        confirmedMembers(judged.requestCase, response),
      );
  }

  /** Reads a Location that is not a documented path. A proxy may add a prefix, and may have another host. */
  async #checkLocation(judged: JudgedCase, location: string): Promise<void> {
    const { sender } = this.context;
    const { path, name } = this.target.documented;
    const isElsewhere =
      /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(location) && !location.startsWith(`${sender.origin.origin}/`);
    if (isElsewhere || location.includes(path.slice(path.lastIndexOf('/'))) || !this.#isDue('Location'))
      return;
    const sent = probeOf(judged, {
      method: 'GET',
      target: encodeTarget(targetOf(location)),
      headers: [],
      body: undefined,
    });
    await this.#probe({ judged: sent, kind: 'Location' }, ({ status }) => {
      const message = `The Location in the response of ${name} is answered with ${status}.`;
      return status === 404 || status === 410 ? { code: 'created-not-found', rule: '', message } : undefined;
    });
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
    // Concurrent requests may have changed the object.
    const expected = this.context.concurrency === 1 ? confirmed : [];
    await this.#probe({ judged, kind: code, isJudged: true }, (response) =>
      readFault(response, code, why, expected),
    );
  }

  /** Sends a request again that succeeded before. Returns the status. */
  async repeat(judged: JudgedCase, { key, path }: Variation): Promise<number | undefined> {
    const pointer = pointerOf(path);
    const kind = `repeated ${key} ${pointer}`;
    if (!this.#isDue(kind)) return undefined;
    return this.#probe({ judged: exactly(judged), kind, isSure: true }, ({ status }) => {
      const message = `A request with a value of an earlier one is answered with ${status}.`;
      return status < 500 ? undefined : { code: 'server-error', rule: '', message, place: key, pointer };
    });
  }

  #isDue(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return (
      count < (kind === 'change-lost' ? MAX_CHANGES : MAX_FOLLOW_UPS) &&
      this.context.budget.ended === undefined
    );
  }

  /**
   * Sends a request, and again if the response shows a fault.
   * @returns the first status
   */
  async #probe(
    { judged, beside, headers, operation = this.target.documented.name, kind, isJudged, isSure }: Probe,
    faultOf: (response: ResponseMessage) => FollowUpFault | undefined,
  ): Promise<number | undefined> {
    const first = await this.exchange(judged, headers);
    if (isJudged === true) this.judge(judged, first.outcome);
    if (first.outcome.kind !== 'answer') return undefined;
    const { status } = first.outcome.response;
    const fault = faultOf(first.outcome.response);
    if (fault === undefined) return status;
    if (beside !== undefined && statusOf((await this.exchange(beside)).outcome) === status) return status;
    if (kind !== undefined) this.#counts.set(kind, Infinity);
    const again = await this.exchange(judged, headers);
    const isConfirmed =
      again.outcome.kind === 'answer' && faultOf(again.outcome.response)?.message === fault.message;
    if (!isConfirmed && isSure === true) return undefined;
    const { pointer: documented } = this.target.documented;
    const whole = { status, place: 'request', pointer: '#', documented, key: '', ...fault };
    const context = { ...this.context, headers: headers ?? this.context.headers };
    const finding = findingOf({ judged: again.judged, fault: whole }, isConfirmed, context);
    this.findings.push({ ...finding, operation });
    return status;
  }
}

export function exactly(judged: JudgedCase): JudgedCase {
  return { ...judged, requestCase: { ...judged.requestCase, isExact: true } };
}

interface Probe {
  readonly judged: JudgedCase;
  /** A request with another fault if it gets the same status. */
  readonly beside?: JudgedCase;
  readonly headers?: Headers;
  readonly operation?: string;
  readonly kind?: string;
  readonly isJudged?: boolean;
  /** True if an unconfirmed fault does not count. */
  readonly isSure?: boolean;
}
