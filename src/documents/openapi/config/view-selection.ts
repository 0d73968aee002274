import type { Finding } from '../../../shared/diagnostics.js';
import type { Constructor } from '../../../shared/types.js';
import { isClass, isRecord, show } from '../../../shared/values.js';
import { classAnnotationsOf } from '../../model/annotations.js';
import type { Endpoint, WebhookOptions } from '../types/endpoint.js';
import { normalizePath } from '../paths/path.js';
import { SELECTIONS, type ViewCandidate, type ViewOptions, type ViewSelection } from './view.js';
import type { WebhookSource } from '../paths/webhooks.js';

interface Selected {
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookSource[];
  readonly notes: readonly Finding[];
}

export function selectForView(
  { name, include }: ViewOptions,
  all: { readonly endpoints: readonly Endpoint[]; readonly webhooks: readonly WebhookSource[] },
): Selected {
  const notes: Finding[] = [];
  const candidates: ViewCandidate[] = [];
  const holds = (candidate: ViewCandidate, place: string): boolean => {
    candidates.push(candidate);
    if (typeof include !== 'function') return fits(include, candidate);
    const answer = ask(include, candidate);
    if (typeof answer === 'boolean') return answer;
    notes.push({ code: 'view-without-answer', message: answer, place: `view ${name} ${place}` });
    return false;
  };
  const endpoints = all.endpoints.filter((endpoint) => {
    const candidate = isRecord(endpoint) ? endpointCandidate(endpoint) : undefined;
    return candidate !== undefined && holds(candidate, `${candidate.method ?? ''} ${candidate.path ?? ''}`);
  });
  const webhooks = all.webhooks.filter((webhook) => {
    const candidate = webhookCandidate(webhook);
    return holds(candidate, `webhooks ${candidate.webhook ?? ''}`);
  });
  if (typeof include !== 'function') notes.push(...unmatched(name, include, candidates));
  return { endpoints, webhooks, notes };
}

function ask(include: (candidate: ViewCandidate) => boolean, candidate: ViewCandidate): boolean | string {
  try {
    const answer: unknown = include(candidate);
    if (typeof answer === 'boolean') return answer;
    return `include must return true or false, not ${show(answer)}; this is left out.`;
  } catch (error) {
    return `include throws ${error instanceof Error ? error.name : 'something'}; this is left out.`;
  }
}

function fits(selection: ViewSelection, candidate: ViewCandidate): boolean {
  return SELECTIONS.every(
    (list) => selection[list]?.some((entry) => MATCHES[list](entry, candidate)) ?? true,
  );
}

const MATCHES: Readonly<
  Record<(typeof SELECTIONS)[number], (entry: string, candidate: ViewCandidate) => boolean>
> = {
  tags: (entry, { tags }) => tags.includes(entry),
  audience: (entry, { audience }) => audience.includes(entry),
  paths: (entry, { path }) => {
    if (path === undefined) return false;
    const root = pathOf(entry).replace(/\/$/, '');
    return path === root || path.startsWith(`${root}/`);
  },
};

/** Returns the entries of the selection that match nothing: most likely, they are misspelt. */
function unmatched(view: string, selection: ViewSelection, candidates: readonly ViewCandidate[]): Finding[] {
  return SELECTIONS.flatMap((list) =>
    (selection[list] ?? [])
      .filter((entry) => !candidates.some((candidate) => MATCHES[list](entry, candidate)))
      .map((entry): Finding => ({
        code: 'view-entry-without-match',
        message: `No endpoint or webhook has ${show(entry)} in its ${list}. Correct it, or remove it.`,
        place: `view ${view} include.${list}`,
      })),
  );
}

function endpointCandidate({ method, path, tags, audience }: Partial<Endpoint>): ViewCandidate | undefined {
  if (typeof method !== 'string' || typeof path !== 'string') return undefined;
  return { method: method.toUpperCase(), path: pathOf(path), tags: listOf(tags), audience: listOf(audience) };
}

function webhookCandidate(source: WebhookSource): ViewCandidate {
  const { name, tags, audience } = (isRecord(source.options) ? source.options : {}) as WebhookOptions;
  const webhook =
    name ?? (isClass(source.type) ? classAnnotationsOf(source.type as Constructor).webhook : undefined);
  return { ...(webhook !== undefined && { webhook }), tags: listOf(tags), audience: listOf(audience) };
}

function pathOf(path: string): string {
  return normalizePath(path, () => undefined, '').path;
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  if (typeof names === 'string') return [names];
  const entries: unknown = names;
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
}
