/** Outgoing webhooks and tools for their receivers: entry point `dtospec/webhook`. */
export { Notifier } from '../notifier/notifier.js';
export { FakeNotifier } from './fake-notifier.js';
export type { SentFilter } from './fake-notifier.js';
export type { RecordedDelivery } from './recording-channel.js';
export type { DrainOptions, SendOptions } from '../notifier/notifier.js';
export type { SendResult, Skipped } from '../notifier/send.js';
export type { Notifiables } from '../notifier/notifiables.js';
export type { NotifierOptions, OrderBy } from '../notifier/options.js';
export type { AttemptRecord, Delivery, Outcome } from '../notifier/delivery.js';
export type {
  AttemptContext,
  AttemptResult,
  Channel,
  ChannelResponse,
  Destination,
  Notification,
  Prepared,
  PrepareRequest,
  Unprepared,
} from '../notifier/channel.js';
export type {
  DeliveryEvent,
  DeliveryEventName,
  EventName,
  FailedEvent,
  HealthEvent,
  Listener,
  NotifierEvents,
  RetryingEvent,
  SendingEvent,
  SentEvent,
} from '../notifier/events.js';
export type {
  Dead,
  DeadFilter,
  DeliveryEngine,
  DeliveryFilter,
  DurableEngine,
  Done,
  EngineHost,
  EngineLimits,
  EndedState,
  EngineStatus,
  EngineWarning,
  EnqueueOptions,
  Job,
  JobEnd,
  JobHandler,
  JobReport,
  Queued,
  RedeliverFilter,
  Retry,
  Step,
  StopOptions,
} from '../notifier/engine.js';
export type {
  StoredAttempt,
  StoredDelivery,
  StoredError,
  StoredState,
} from '../notifier/queue/stored-delivery.js';
export { packJob, unpackJob } from '../notifier/queue/pack-job.js';
export type { EndpointHealth, HealthOptions, HealthStore } from '../notifier/endpoint-health.js';
export type { Runtime } from '../notifier/runtime.js';
export { DURABLE_RETRY, IN_PROCESS_RETRY, NO_RETRY, retryAfterDelays } from '../notifier/retry.js';
export type { RetryOptions, RetryPolicy, RetryQuestion } from '../notifier/retry.js';
export { ConfigError, DtospecError } from '../../shared/errors.js';
export {
  DeliveryAbortedError,
  DeliveryFailedError,
  EnqueueError,
  NotificationError,
  UnknownChannelError,
} from '../notifier/errors.js';
export { WebhookChannel } from './channel.js';
export type { AboutAttempt, WebhookChannelOptions } from './options.js';
export { Message } from './message.js';
export type { JsonOptions } from './body.js';
export type { Endpoint, FindEndpoint, ResolveEndpoints } from './endpoint.js';
export type { WebhookNotification } from './notification.js';
export type { WebhookPayload } from './payload.js';
export { verifySignature, verifyStandardWebhook } from './signatures/verify.js';
export type { SignatureHeader, VerifyStandardOptions } from './signatures/verify.js';
export { signSignature, signStandardWebhook } from './signatures/sign.js';
export type { SignStandardOptions } from './signatures/sign.js';
export { receiveWebhooks } from './receiving/receive.js';
export type { Receive, Received, ReceiveOptions, ReceiveResult } from './receiving/receive.js';
export { WebhookRefusedError } from './receiving/receive.js';
export { MemoryReplayStore } from './receiving/replay-store.js';
export type { ReplayState, ReplayStore } from './receiving/replay-store.js';
export { explainMismatch } from './signatures/explain.js';
export type { MismatchCause, MismatchExplanation } from './signatures/explain.js';
export type { ReceivedHeaders } from './signatures/verify.js';
export { fetchRawBody, RawBodyError, readRawBody } from './receiving/raw-body.js';
export type { RawBodyOptions, RawBodyRequest } from './receiving/raw-body.js';
export { expressRawBody, fastifyRawBody, koaRawBody } from './receiving/raw-body-middleware.js';
export type { FastifyLike, FastifyRequestLike, KoaContextLike } from './receiving/raw-body-middleware.js';
export { STANDARD_HEADERS } from './signatures/sign.js';
export type { StandardWebhooksOptions } from './signatures/sign.js';
export { SIGNATURE_HEADER } from './signatures/sign.js';
export {
  BlockedAddressError,
  BodyTooLargeError,
  InvalidEndpointError,
  InvalidHeaderError,
  InvalidMessageIdError,
  InvalidMethodError,
  InvalidPayloadError,
  InvalidURLError,
  MissingURLError,
  NetworkError,
  InvalidBodyError,
  StatusError,
  TimeoutError,
  WebhookError,
} from './errors.js';
export type { Violation } from './errors.js';
