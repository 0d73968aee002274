import { COMPONENT_NAME, NON_EMPTY, type Checks } from '../src/shared/checks.js';
import { DecoratorError, requireKnownOptions, requireText } from './arguments.js';
import { type ClassAnnotation, classOnly } from './store.js';

const MODEL_OPTIONS: Checks = { name: COMPONENT_NAME, description: NON_EMPTY };

/**
 * Documents a class under another name, or describes it.
 *
 * For example `@Model({ name: 'BillingAddress' }) class Address { … }`.
 *
 * @param options `name`: component name, @default the class's; `description`: Markdown
 * @throws ConfigError for a name that OpenAPI does not allow
 */
export const Model = classOnly(
  '@Model',
  (place, options: { readonly name?: string; readonly description?: string }) => {
    requireKnownOptions('@Model', place, options, MODEL_OPTIONS);
    const { name, description } = options;
    return {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
  },
);

/**
 * Marks a class as the body of a webhook; `docs.addWebhook(Class)` documents it.
 *
 * For example `@Webhook('order.shipped') class OrderShipped { … }`.
 *
 * @param event the event's name, e.g. `order.shipped`
 */
export const Webhook: (event: string) => ClassAnnotation = classOnly(
  '@Webhook',
  // Written in JavaScript, options would be ignored.
  (place, event: string, options?: object) => {
    requireText('@Webhook', place, "the event's name", event);
    if (options !== undefined)
      throw new DecoratorError(
        '@Webhook',
        place,
        "takes the event's name only. Options are given to docs.addWebhook(Class, options).",
      );
    return { webhook: event };
  },
);
