import { Body, Controller, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { declareClasses } from '../classes.mjs';

const CONTROLLER_SIZE = 10;

export async function prepare(service) {
  const app = await createApp(service);
  await app.init();
  const config = new DocumentBuilder().setTitle('Bench').setVersion('1').build();
  return { build: () => SwaggerModule.createDocument(app, config) };
}

/** @param handle returns the response of each endpoint */
export async function createApp({ classes, endpoints }, handle = () => undefined) {
  // Without its compiler plugin it reads no validators, so that each rule is said twice.
  const declared = declareClasses(classes, ({ name: _, ref, items, ...field }, before) => [
    ApiProperty(
      ref !== undefined
        ? { required: field.required, type: before[ref], isArray: field.type === 'array' }
        : items === undefined
          ? field
          : { ...field, items },
    ),
  ]);
  const controllers = [];
  for (let at = 0; at < endpoints.length; at += CONTROLLER_SIZE)
    controllers.push(controllerOf(endpoints.slice(at, at + CONTROLLER_SIZE), declared, handle));
  class Service {}
  Module({ controllers })(Service);
  return NestFactory.create(Service, { logger: false });
}

function controllerOf(endpoints, declared, handle) {
  class Items {}
  endpoints.forEach((endpoint, index) => {
    const key = `method${index}`;
    // It looks for what is known of a method under the method's own name.
    Object.assign(Items.prototype, {
      [key]() {
        return handle();
      },
    });
    const descriptor = Object.getOwnPropertyDescriptor(Items.prototype, key);
    Query()(Items.prototype, key, 0);
    Body()(Items.prototype, key, 1);
    Reflect.defineMetadata(
      'design:paramtypes',
      [declared[endpoint.query], declared[endpoint.body]],
      Items.prototype,
      key,
    );
    const responses = Object.entries(endpoint.responses).map(([status, name]) =>
      ApiResponse({ status: Number(status), description: 'Done', type: declared[name] }),
    );
    for (const decorate of [Post(endpoint.path), ...responses]) decorate(Items.prototype, key, descriptor);
  });
  Controller()(Items);
  return Items;
}
