import { Description, Required } from '../../../decorators/annotations.js';
import { KeepName } from '../../../decorators/keep-name.js';
import { Webhook } from '../../../decorators/model.js';
import { Enum, TypeOf } from '../../../decorators/types.js';

/**
 * The test event that `notifier.ping(endpoint)` sends.
 * @example
 * docs.addWebhook(WebhookPing, { channel });
 */
@Webhook('webhook.ping')
@Description('A test event. Verify its signature and respond with a 2xx status.')
@Required()
@KeepName('WebhookPing')
export class WebhookPing {
  /** Name of the event. */
  @Description('Name of the event')
  @Enum(['webhook.ping'])
  type = 'webhook.ping' as const;

  /** Time of the test, in the format of RFC 3339. */
  @Description('Time of the test')
  @TypeOf(() => Date)
  sentAt = new Date().toISOString();
}
