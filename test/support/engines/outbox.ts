import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';
import type { HostileReceiver } from '../webhooks/hostile-receiver.js';
import type { Connected } from './orms.js';
import { Ordered } from './shop.js';

class RolledBack extends Error {}

/** Statements that make the commit of their transaction fail, and no sooner. */
interface FailingCommit {
  readonly tables: readonly string[];
  readonly insert: string;
  /** The error of the commit. */
  readonly error: RegExp;
}

export interface Outbox {
  readonly engine: DurableEngine;
  /** Started, with a channel to the receiver. */
  readonly notifier: Notifier;
  readonly receiver: HostileReceiver;
  readonly failingCommit: FailingCommit;
}

/** Sends to two endpoints in a transaction. */
export async function sendInTransaction(notifier: Notifier, id: string, transaction: unknown): Promise<void> {
  // A question mark in a value is no parameter of the library.
  const { deliveries } = await notifier.send(['ann', 'who?'], new Ordered(id), { transaction });
  expect(deliveries.map(({ outcome }) => outcome)).toEqual(['queued', 'queued']);
}

/** Expects what is committed once; what is rolled back, outside of a transaction, or in a commit that fails, never. */
export async function expectOutbox(
  { inTransaction, outside, run, close }: Connected,
  { engine, notifier, receiver, failingCommit }: Outbox,
): Promise<void> {
  const send = async (id: string, transaction: unknown): Promise<void> =>
    sendInTransaction(notifier, id, transaction);
  try {
    const rolledBack = inTransaction(async (transaction) => {
      await send('m-1', transaction);
      throw new RolledBack();
    });
    await expect(rolledBack).rejects.toThrow(RolledBack);
    const failing = inTransaction(async (transaction) => {
      for (const table of failingCommit.tables) await run(transaction, table);
      await send('m-4', transaction);
      await run(transaction, failingCommit.insert);
    });
    await expect(failing).rejects.toThrow(failingCommit.error);
    await inTransaction(async (transaction) => {
      await send('m-2', transaction);
      expect(receiver.requests).toEqual([]);
    });
    await expect(send('m-3', outside)).rejects.toThrow(/is outside of a transaction/);
    while ((await engine.deliveries({ state: 'sent' })).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['m-2', 'm-2']);
    expect(receiver.requests).toHaveLength(2);
  } finally {
    await close();
  }
}

/** Expects that a message of an inner transaction, a savepoint, is rolled back with it alone. */
export async function expectSavepoints(
  { inTransaction, close }: Connected,
  begin: string,
  { engine, notifier }: Pick<Outbox, 'engine' | 'notifier'>,
): Promise<void> {
  type Begin = (use: (inner: unknown) => Promise<void>) => Promise<unknown>;
  await inTransaction(async (outer) => {
    const inInner: Begin = async (use) => (outer as Readonly<Record<string, Begin>>)[begin]!(use);
    await sendInTransaction(notifier, 'm-1', outer);
    const rolledBack = inInner(async (inner) => {
      await sendInTransaction(notifier, 'm-2', inner);
      throw new RolledBack();
    });
    await expect(rolledBack).rejects.toThrow(RolledBack);
    await inInner(async (inner) => sendInTransaction(notifier, 'm-3', inner));
    await sendInTransaction(notifier, 'm-4', outer);
  });
  await close();
  const stored = (await engine.deliveries()).map(({ messageId }) => messageId);
  expect([...new Set(stored)].sort()).toEqual(['m-1', 'm-3', 'm-4']);
}
