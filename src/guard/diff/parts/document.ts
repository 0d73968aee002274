import type { Collector } from '../collector.js';
import { fieldOf, type SpecDocument } from '../document.js';
import { compareSecuritySchemes } from './security.js';
import { compareServers } from './servers.js';

/** What stands outside of operations. */
export function compareDocumentParts(collector: Collector): void {
  compareServers([], [], collector);
  compareSecuritySchemes(collector);
  const tagsOf = (document: SpecDocument): string[] =>
    document.items(document.child(document.root, 'tags')).map((tag) => String(fieldOf(tag, 'name')));
  const [before, after] = [tagsOf(collector.old), tagsOf(collector.new)];
  const add = (rule: 'tag-added' | 'tag-removed', name: string): void => {
    collector.add(undefined, {
      rule,
      verdict: 'compatible',
      direction: 'both',
      part: 'document',
      pointer: '#/tags',
      where: 'tags',
      message: `The tag ${name} was ${rule === 'tag-added' ? 'added' : 'removed'}.`,
    });
  };
  for (const name of before) if (!after.includes(name)) add('tag-removed', name);
  for (const name of after) if (!before.includes(name)) add('tag-added', name);
}
