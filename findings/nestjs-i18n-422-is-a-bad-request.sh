#!/usr/bin/env bash
# nestjs-i18n 10.6.1 (npm): with `errorHttpStatusCode: 422`, the body of the filter has the status 422 and the error of 400.
# I18nValidationPipe throws an exception with the status 400. I18nValidationExceptionFilter replaces the status, in the response and in
# `statusCode` of the body, but writes the exception's own response, "Bad Request", into `error`.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund nestjs-i18n@10.6.1 @nestjs/common@11.2.10 @nestjs/core@11.2.10 \
  @nestjs/platform-express@11.2.10 class-validator@0.15.1 class-transformer@0.5.1 reflect-metadata@0.2.2 rxjs@7.8.2
mkdir -p i18n/en && echo '{}' > i18n/en/texts.json
cat > run.mjs <<'JS'
import 'reflect-metadata';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { HeaderResolver, I18nModule, I18nValidationExceptionFilter, I18nValidationPipe } from 'nestjs-i18n';
import path from 'node:path';

class Item {}
IsInt()(Item.prototype, 'count');
class Items {
  add(item) {
    return item;
  }
}
Controller('items')(Items);
Post()(Items.prototype, 'add', Object.getOwnPropertyDescriptor(Items.prototype, 'add'));
Body()(Items.prototype, 'add', 0);
Reflect.defineMetadata('design:paramtypes', [Item], Items.prototype, 'add');

class AppModule {}
const texts = { path: path.resolve('i18n') };
const i18n = { fallbackLanguage: 'en', loaderOptions: texts, resolvers: [new HeaderResolver(['x-lang'])] };
Module({ imports: [I18nModule.forRoot(i18n)], controllers: [Items] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new I18nValidationPipe());
app.useGlobalFilters(new I18nValidationExceptionFilter({ errorHttpStatusCode: 422, detailedErrors: false }));
await app.listen(0, '127.0.0.1');
const headers = { 'content-type': 'application/json' };
const answer = await fetch(`${await app.getUrl()}/items`, { method: 'POST', headers, body: '{"count":"a"}' });
console.log(answer.status, await answer.text());
await app.close();
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
422 {"statusCode":422,"message":["count must be an integer number"],"error":"Bad Request"}
SEEN
