import { encodeTarget, readCustomMethod, scanPath } from 'dtospec/internal';
import type { PathSyntax } from './framework-routes.js';

export interface Template {
  readonly path: string;
  readonly shape: string;
  readonly below: string | undefined;
}

export function templatesOf(path: string, syntax: PathSyntax): Template[] | undefined {
  if (syntax.hasExpressions && /[?+()]/.test(withoutParameters(path))) return undefined;
  const forms = expand(path, syntax.hasGroups);
  const templates = forms.map((form) =>
    templateOf(form, scanPath(syntax.needsSlash === true ? form : readCustomMethod(form)).parts),
  );
  return templates.filter(
    ({ shape }, index) => templates.findIndex((template) => template.shape === shape) === index,
  );
}

type Parts = ReturnType<typeof scanPath>['parts'];

function templateOf(form: string, parts: Parts): Template {
  const texts = parts.map((part) => ('text' in part ? part.text : `{${part.parameter ?? 'wildcard'}}`));
  const path = trimmed(texts.join(''));
  return {
    path,
    shape: shapeOf(path),
    below: isOpen(form) ? shapeOf(path.replace(/\{[^{}]*\}$/, '')) : undefined,
  };
}

/**
 * Removes names of parameters, and the final slash, which most routers ignore. Routers may take text encoded.
 */
export function shapeOf(path: string): string {
  return encodeTarget(trimmed(path).replace(/\{[^{}]*\}/g, '{}'));
}

function trimmed(path: string): string {
  const single = `/${path}`.replace(/\/{2,}/g, '/');
  return single === '/' ? single : single.replace(/\/$/, '');
}

function isOpen(form: string): boolean {
  return /\*[\p{ID_Continue}$]*\}?$|[({]\.[*+][)}]$/u.test(form);
}

const PARAMETER = /\\.|:\w+(?:\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\))?[*+?]?/g;

function withoutParameters(path: string): string {
  return path.replace(PARAMETER, '');
}

function expand(path: string, hasGroups: boolean): string[] {
  const group = hasGroups ? groupIn(path) : undefined;
  if (group !== undefined) {
    const [before, inside, after] = group;
    return [before + inside + after, before + after].flatMap((part) => expand(part, hasGroups));
  }
  const optional = /\/:\w+(?:\((?:\\.|[^\\()])*\)|\{[^{}]*\})?[?*]/.exec(path);
  if (optional === null) return [path];
  const before = path.slice(0, optional.index);
  const after = path.slice(optional.index + optional[0].length);
  // A repeated optional part is a wildcard.
  const present = optional[0].endsWith('*') ? optional[0].replace(/\*$/, '(.*)') : optional[0].slice(0, -1);
  return [before + present + after, before + after].flatMap((part) => expand(part, hasGroups));
}

function groupIn(path: string): [string, string, string] | undefined {
  const start = path.search(/(?<!\\)\{/);
  if (start === -1) return undefined;
  let depth = 0;
  for (let at = start; at < path.length; at++) {
    const character = path.charAt(at);
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0)
      return [path.slice(0, start), path.slice(start + 1, at), path.slice(at + 1)];
  }
  return undefined;
}
