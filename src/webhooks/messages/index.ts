/** Outgoing webhooks and tools for their receivers: entry point `dtospec/webhook`. */
export { Webhook } from '../../../decorators/model.js';
export type { ClassAnnotation } from '../../../decorators/store.js';
export type { Constructor } from '../../shared/types.js';
export { Notifier } from '../notifier/notifier.js';
export type { NotifierOptions } from '../notifier/notifier-options.js';
export type { Notification } from '../notifier/channel.js';
export type { SendResult } from '../notifier/send.js';
export type { Delivery } from '../notifier/delivery.js';
export type { NotifierEvents } from '../notifier/events.js';
export type { DurableEngine, EngineStatus } from '../notifier/engine.js';
export type { StoredDelivery } from '../notifier/delivery.js';
export { NO_RETRY, retryAfterDelays } from '../notifier/retry.js';
export type { RetryPolicy } from '../notifier/retry.js';
export { FakeNotifier } from './fake-notifier.js';
export type { RecordedDelivery } from './fake-notifier.js';
export { WebhookChannel } from './channel.js';
export type { AboutAttempt, WebhookChannelOptions } from './channel-options.js';
export { Message } from './message.js';
export { WebhookPing } from './ping.js';
export type { Endpoint, ResolveEndpoints } from './endpoint.js';
export type { WebhookNotification } from './notification.js';
export { verifySignature, verifyStandardWebhook } from './signatures/verify.js';
export { signSignature, signStandardWebhook } from './signatures/sign.js';
export { explainMismatch } from './signatures/explain.js';
export type { MismatchExplanation } from './signatures/explain.js';
export { receiveWebhooks } from './receiving/receive.js';
export { WebhookRefusedError } from './receiving/webhook-refused-error.js';
export type { FindSecrets, Receive, Received, ReceiveRequest, ReceiveResult } from './receiving/receive.js';
export { MemoryReplayStore } from './receiving/replay-store.js';
export type { ReplayStore } from './receiving/replay-store.js';
export { fetchRawBody, RawBodyError, readRawBody } from './receiving/raw-body.js';
export type { RawBodyRequest } from './receiving/raw-body.js';
export { expressRawBody, fastifyRawBody, koaRawBody } from './receiving/raw-body-middleware.js';
export type { KoaContextLike } from './receiving/raw-body-middleware.js';
export { ConfigError, DtospecError } from '../../shared/errors.js';
export {
  DeliveryAbortedError,
  DeliveryFailedError,
  EnqueueError,
  NotificationError,
} from '../notifier/errors.js';
export {
  BlockedAddressError,
  InvalidMessageError,
  InvalidPayloadError,
  NetworkError,
  StatusError,
  TimeoutError,
  WebhookError,
} from './errors.js';
export type { Violation } from './errors.js';
