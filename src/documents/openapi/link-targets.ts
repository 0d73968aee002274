import type { Report } from '../../shared/diagnostics.js';
import { didYouMean } from '../../shared/nearest.js';
import { show } from '../../shared/values.js';
import type { LinkObject, OpenApiDocument } from './document.js';
import { leadsSomewhere } from './prune.js';

interface Target extends Pick<LinkObject, 'operationId' | 'operationRef'> {
  readonly place: string;
}

/** The operations that there are and those that links name: "an existing, resolvable operation" (OpenAPI 3.2, 4.20). */
export class LinkTargets {
  readonly #operationIds = new Set<string>();
  readonly #links: Target[] = [];

  addOperation(operationId: string | undefined): void {
    if (operationId !== undefined) this.#operationIds.add(operationId);
  }

  addLink(link: Target): void {
    this.#links.push(link);
  }

  /** Tells of each link that leads nowhere in the document. */
  check(document: OpenApiDocument, report: Report): void {
    for (const { operationId, operationRef, place } of this.#links) {
      if (operationId !== undefined && !this.#operationIds.has(operationId))
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationId)}, and no operation has that operationId.${didYouMean(operationId, this.#operationIds)}`,
          place,
        });
      if (operationRef?.startsWith('#') === true && !leadsSomewhere(document, operationRef))
        report({
          code: 'dangling-reference',
          message: `The link leads to ${show(operationRef)}, where the document has nothing. Name the operation by its operationId.`,
          place,
        });
    }
  }
}
