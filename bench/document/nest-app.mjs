// The service as an application of Nest.
import { Body, Controller, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { declareClasses } from './classes.mjs';

const CONTROLLER_SIZE = 10;

/**
 * @param handle returns the response of each endpoint
 * @param describeField returns more decorators of a field, given the classes that there are already
 * @param describeResponse returns the decorator of a response
 */
export async function createApp({ classes, endpoints }, handle, describeResponse, describeField) {
  const declared = declareClasses(classes, describeField);
  const controllers = [];
  for (let at = 0; at < endpoints.length; at += CONTROLLER_SIZE)
    controllers.push(
      controllerOf(endpoints.slice(at, at + CONTROLLER_SIZE), declared, handle, describeResponse),
    );
  class Service {}
  Module({ controllers })(Service);
  return NestFactory.create(Service, { logger: false });
}

function controllerOf(endpoints, declared, handle, describeResponse) {
  class Items {}
  endpoints.forEach((endpoint, index) => {
    const key = `method${index}`;
    // @nestjs/swagger looks for what is known of a method under the method's own name.
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
      describeResponse(Number(status), declared[name]),
    );
    for (const decorate of [Post(endpoint.path), ...responses]) decorate(Items.prototype, key, descriptor);
  });
  Controller()(Items);
  return Items;
}
