/** Mistakes of somebody who writes with dtospec for the first time: a title, a program, and what the compiler prints. */
export const MISTAKES_OF_NEWCOMERS: readonly (readonly [string, string, readonly string[]])[] = [
  ...['User', '[User]', "'All users'"].map((written): readonly [string, string, readonly string[]] => [
    `${written} in place of a response`,
    `operation({ method: 'GET', path: '/', responses: { 200: ${written}, 404: problemResponse('') } }, () => user as never);`,
    [
      `Type '${({ User: 'typeof User', '[User]': '(typeof User)[]' } as Record<string, string>)[written] ?? '"All users"'}' is not assignable to type '"Write response('Description', Type)."'.`,
    ],
  ]),
  [
    'a misspelt field of a response',
    `operation({ method: 'GET', path: '/', responses: { 200: { descriptio: '', schema: User } } }, () => user);`,
    [
      `Object literal may only specify known properties, but 'descriptio' does not exist in type 'ResponseWithDescription'. Did you mean to write 'description'?`,
    ],
  ],
  [
    'a handler of Express',
    `operation(one, async (req, res) => { res.json({}); });`,
    [
      `Argument of type '(req: any, res: any) => Promise<void>' is not assignable to parameter of type '"The handler of an operation takes one object, as in ({ params, body, request }) => …"'.`,
      `Parameter 'req' implicitly has an 'any' type.`,
      `Parameter 'res' implicitly has an 'any' type.`,
    ],
  ],
  [
    'a handler of Express with types',
    `operation(one, (req: object, res: { json(value: unknown): void }) => { res.json({}); });`,
    [
      `Argument of type '(req: object, res: { json(value: unknown): void; }) => void' is not assignable to parameter of type '"The handler of an operation takes one object, as in ({ params, body, request }) => …"'.`,
    ],
  ],
  [
    'an enum in a list',
    `enum Color { Red = 'red' }
export class Paint { @Enum([Color]) colors!: Color[] }`,
    [
      `Argument of type '[typeof Color]' is not assignable to parameter of type 'readonly [typeof Color] & "For an array of members, write @Enum(Color, { each: true })."'.`,
      `Type '[typeof Color]' is not assignable to type '"For an array of members, write @Enum(Color, { each: true })."'.`,
    ],
  ],
  [
    'the description of an unknown value',
    `export class Paint { @Enum(['red'], { descriptions: { rd: 'Warm' } }) color!: string }`,
    [
      `Object literal may only specify known properties, and 'rd' does not exist in type 'Readonly<Partial<Record<"red", string>>>'.`,
    ],
  ],
  [
    'a decorator of classes on a property',
    `export class Paint { @Webhook('paint.added') color!: string }`,
    [
      'Unable to resolve signature of property decorator when called as an expression.',
      `Argument of type '"color"' is not assignable to parameter of type '"This decorator decorates a class, not a member of one."'.`,
    ],
  ],
  [
    'a wrong body in a notification of the call',
    `void notifier.send(user, { via: () => ['webhook'], toWebhook: () => new Message<User>().setJSON({ id: 'x', name: '', kind: 'a' }) });`,
    ["Type 'string' is not assignable to type 'number'."],
  ],
  [
    'an event in place of a message',
    `void notifier.send(user, { via: () => ['webhook'], toWebhook: () => new Page() });`,
    [
      `Type '() => Page' is not assignable to type '(notifiable: User, channelName: string) => BuiltMessage | Promise<BuiltMessage>'.`,
      `Type 'Page' is not assignable to type 'BuiltMessage | Promise<BuiltMessage>'.`,
    ],
  ],
  [
    'a misspelt method of a notification',
    `void notifier.send(user, { via: () => ['webhook'], shuldSend: () => false, toWebhook: () => new Message() });`,
    [
      `Object literal may only specify known properties, but 'shuldSend' does not exist in type 'Notification<User> | InlineNotification<User>'. Did you mean to write 'shouldSend'?`,
    ],
  ],
  [
    'a notifiable of another type',
    `declare const notification: WebhookNotification<{ mail: string }>;
void notifier.send(user, notification);`,
    [
      `Argument of type 'User' is not assignable to parameter of type 'Notifiables<NoInfer<{ mail: string; }>>'.`,
    ],
  ],
  [
    'no mistake in notifications',
    `class Welcome { via(): string[] { return ['webhook'] } toWebhook(to: User): Message { return new Message().setJSON(to.id) } }
declare const cursor: AsyncIterable<User>;
void notifier.send(user, new Welcome());
void notifier.send([user], { via: (to) => [to.kind], toWebhook: async (to) => { await 1; return new Message().setJSON(to.name.length) } });
void notifier.send(cursor, { via: () => ['slack'], toSlack: (to, name) => to.name + name.length });
void notifier.send('ada', { via: (to) => [to.trim()] });`,
    [],
  ],
];

/** Imports of the programs. */
export const NEWCOMERS_HEAD = `
import { Enum } from '../../../decorators/types.js';
import { Webhook } from '../../../decorators/model.js';
import { Message, Notifier, type WebhookNotification } from '../../../src/webhooks/messages/index.js';
declare const notifier: Notifier;
`;
