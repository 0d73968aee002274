import { ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { createApp } from '../nest-app.mjs';

export async function prepare(service) {
  const app = await createSwaggerApp(service, () => undefined);
  await app.init();
  return { build: () => documentOf(app) };
}

/** @param handle returns the response of each endpoint */
export function createSwaggerApp(service, handle) {
  const describeResponse = (status, type) => ApiResponse({ status, description: 'Done', type });
  return createApp(service, handle, describeResponse, describeField);
}

export function documentOf(app) {
  return SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Bench').setVersion('1').build());
}

/** Without its compiler plugin @nestjs/swagger reads no validators, so each rule is written twice. */
function describeField({ name: _, ref, items, ...field }, before) {
  if (ref !== undefined)
    return [ApiProperty({ required: field.required, type: before[ref], isArray: field.type === 'array' })];
  return [ApiProperty(items === undefined ? field : { ...field, items })];
}
