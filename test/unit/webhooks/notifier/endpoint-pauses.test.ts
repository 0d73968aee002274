import { PauseWatch } from '../../../../src/webhooks/notifier/endpoint-pauses.js';
import { MemoryEndpointStore, type EndpointPause } from '../../../../src/webhooks/notifier/endpoint-store.js';

const ANN = { endpoint: 'ann' };

function openWatch() {
  const clock = { now: 5_000 };
  const pauses = new MemoryEndpointStore<EndpointPause>();
  const engine = { pauses, isAllPaused: false, isPaused: () => engine.isAllPaused };
  return { clock, pauses, engine, watch: new PauseWatch(engine, { monotonic: () => clock.now }) };
}

test('attempts at a paused endpoint wait for a second, in which other processes read the pause', async () => {
  const { clock, pauses, watch } = openWatch();
  await pauses.set('ann', { since: 1 });
  expect(await watch.stateOf(ANN)).toEqual({ waitFor: 1_000 });
  expect(await watch.stateOf({ endpoint: 'bob' })).toBeUndefined();
  clock.now += 400;
  expect(await watch.stateOf(ANN)).toEqual({ waitFor: 600 });
  clock.now += 600;
  expect(await watch.stateOf(ANN)).toBe('paused');
});

test('attempts at an endpoint that is resumed wait for a minute at most, whatever the clocks of processes are', async () => {
  const { clock, pauses, watch } = openWatch();
  await pauses.set('ann', { since: 1 });
  await watch.stateOf(ANN);
  await pauses.set('ann', { since: 1, isResuming: true });
  clock.now += 1_000;
  expect(await watch.stateOf(ANN)).toEqual({ waitFor: 1_000 });
  clock.now += 59_500;
  expect(await watch.stateOf(ANN)).toEqual({ waitFor: 500 });
  clock.now += 500;
  expect(await watch.stateOf(ANN)).toBeUndefined();
});

test('all attempts wait while the engine is paused, those without an endpoint, too', async () => {
  const { clock, engine, watch } = openWatch();
  engine.isAllPaused = true;
  expect(await watch.stateOf({})).toEqual({ waitFor: 1_000 });
  engine.isAllPaused = false;
  clock.now += 1_000;
  expect(await watch.stateOf({})).toBeUndefined();
});
