import { isProduction } from '../../../shared/runtime.js';
import type { ActiveWork } from '../active-work.js';

const unfinished = new Set<ActiveWork>();

/** Warns, outside production, if the process exits before this work has ended. */
export function watchExit(work: ActiveWork): void {
  unfinished.add(work);
  if (unfinished.size === 1) exitingProcess()?.on('exit', warn);
}

export function unwatchExit(work: ActiveWork): void {
  unfinished.delete(work);
  if (unfinished.size === 0) exitingProcess()?.off('exit', warn);
}

/** Returns the process, unless the runtime has none or one without events. */
function exitingProcess(): NodeJS.Process | undefined {
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  return typeof process?.off === 'function' ? process : undefined;
}

function warn(): void {
  if (isProduction()) return;
  const count = [...unfinished].reduce((sum, work) => sum + work.count, 0);
  // A process warning would be emitted in the next turn, which does not come.
  // oxlint-disable-next-line no-console -- see above
  console.error(
    `WebhookWarning: The process exits while ${count} ${count === 1 ? 'delivery is' : 'deliveries are'} under way. What has not arrived is lost. Call await notifier.drain() or await notifier.stop() before process.exit(), or use a durable engine.`,
  );
}
