/**
 * The effect of a change on clients of the old document. `breaking`: the new document rejects a request that
 * the old one allows, or allows a response that the old one excludes. `unclear`: dtospec could not decide.
 */
export type Verdict = 'breaking' | 'compatible' | 'unclear';

/** The smallest release for the change (semver.org). An unclear change counts as breaking. */
export type Semver = 'major' | 'minor' | 'patch';

export type Outcome = Verdict | 'shown';

/** The verdicts of one kind of change. */
export interface Rule {
  readonly summary: string;
  /** Verdict for messages to the service: requests, and responses to its webhooks. */
  readonly request: Outcome | '-';
  /** Verdict for messages from the service: responses and webhooks. */
  readonly response: Outcome | '-';
  /** The release that a compatible change requires. */
  readonly compatible: Exclude<Semver, 'major'>;
  /** True if the option `generatedClients` makes an unclear change breaking. */
  readonly generatedClients?: true;
}

export function rule(
  summary: string,
  request: Rule['request'],
  response: Rule['response'],
  compatible: Rule['compatible'] = 'minor',
): Rule {
  return { summary, request, response, compatible };
}

/** Returns a rule whose verdict is found by values and proofs. */
export function shown(summary: string): Rule {
  return rule(summary, 'shown', 'shown');
}
