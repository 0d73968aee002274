// What an application writes. Compiled against the packed package by every supported TypeScript and resolution.
import { createServer } from 'node:http';
import { IsEmail, IsInt, IsOptional, IsString, Min } from 'class-validator';
import {
  ArrayOf,
  DEFAULT_VIEWER_VERSION,
  Description,
  Docs,
  Enum,
  Example,
  Model,
  Nullable,
  PartialType,
  Query,
  Required,
  SECURITY_BEARER_AUTH,
  Webhook,
  arrayOf,
  body,
  generic,
  operation,
  pathParam,
  response,
  schema,
  serialize,
  type Config,
  type Constructor,
  type Diagnostic,
  type Endpoint,
  type Operation,
  type OpenApiDocument,
} from 'dtospec';
import { expressDocs } from 'dtospec/express';
import { fetchDocs } from 'dtospec/fetch';
import { koaDocs } from 'dtospec/koa';
import { SqliteEngine } from 'dtospec/sqlite';
import {
  FakeNotifier,
  Message,
  Notifier,
  WebhookChannel,
  verifySignature,
  type WebhookNotification,
} from 'dtospec/webhook';

enum Role {
  Admin = 'admin',
  Guest = 'guest',
}

@Model({ name: 'Person', description: 'Somebody' })
export class User {
  @Description('As printed on the invoice') @Example('Ada') @IsString() name!: string;
  @IsEmail() @IsOptional() email?: string;
  @Nullable() @IsOptional() @IsInt() age?: number | null;
  @Enum(Role, { name: 'Role' }) role!: Role;
  @ArrayOf(() => User) friends!: User[];
}

@Required()
export class Search {
  @Query('page_size') @IsInt() @Min(1) pageSize!: number;
}

@Webhook('user.made')
export class UserMade {
  @IsString() id!: string;
}

export class ChangeUser extends PartialType(User) {}

const PageOf = generic('PageOf', <T>(item: Constructor<T>) => {
  class Page {
    @ArrayOf(() => item) items!: T[];
  }
  return Page;
});

const config: Config = { info: { title: 'Users', version: '1' }, openapi: '3.2', ui: { darkMode: true } };
const docs = new Docs(config);
const endpoint: Endpoint = {
  method: 'GET',
  path: '/users/:id',
  parameters: [pathParam('id', 'Which')],
  responses: { 200: response('The user', User), 404: response('None') },
  security: [SECURITY_BEARER_AUTH],
};
docs.add(endpoint).addAll({
  method: 'post',
  path: '/users',
  requestBody: body(ChangeUser),
  queryParams: Search,
  responses: {
    200: response('Page', PageOf(User)),
    default: response('Users', arrayOf(User)),
    '4XX': response('No'),
  },
});
docs.addWebhook(UserMade);

export const double = operation(
  { method: 'POST', path: '/double', body: schema('integer'), responses: { 200: response('Twice', Number) } },
  ({ body }) => 2 * body,
);
export const getText = operation(
  { method: 'GET', path: '/texts/{id}', responses: { 200: response('The text', String) } },
  ({ params }) => params.id,
);
export const template: '/texts/{id}' = getText.definition.path;
export const operations: readonly Operation[] = [double, getText];
export const document: OpenApiDocument = docs.buildSpec();
export const title: unknown = document.info.title;
export const problems: readonly Diagnostic[] = docs.diagnostics({ notes: true });
export const error: AggregateError | null = docs.validate();
export const plain: unknown = serialize(new User());
export const version: string = DEFAULT_VIEWER_VERSION;
export const server = createServer(docs.middleware('/docs'));
export const others = [expressDocs(docs), fetchDocs(docs, '/docs'), koaDocs(docs, '/docs')];

class Welcome implements WebhookNotification<User> {
  via(): string[] {
    return ['webhook'];
  }
  toWebhook(): Message<UserMade> {
    return new Message<UserMade>().setJSON(new UserMade()).addHeader('X-Kind', 'welcome');
  }
}

const notifier = new Notifier();
export const stored = new Notifier({ engine: new SqliteEngine({ file: 'deliveries.sqlite' }) });
notifier.register(
  new WebhookChannel({ defaultURL: 'https://example.com', signingSecret: 'secret', timeout: 1000 }),
);
export const sent = notifier.send(new User(), new Welcome()).then(({ deliveries }) => deliveries[0]?.outcome);

/** What asks for a notifier takes the fake too. */
class Shop {
  constructor(readonly notifier: Notifier) {}
}
export const shops: Shop[] = [new Shop(notifier), new Shop(new FakeNotifier().fail(503, { times: 1 }))];
export const genuine: boolean = verifySignature(Buffer.from('{}'), 'sha256=00', 'secret');
