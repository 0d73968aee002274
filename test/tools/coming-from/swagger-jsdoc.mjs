import { writeFileSync } from 'node:fs';
import swaggerJsdoc from 'swagger-jsdoc';

/**
 * @openapi
 * components:
 *   schemas:
 *     NewUser:
 *       type: object
 *       required: [name, mail]
 *       properties:
 *         name: { type: string, minLength: 1, maxLength: 80, description: As it stands in letters, example: Ada }
 *         mail: { type: string, format: email }
 *     User:
 *       type: object
 *       description: Somebody who may sign in
 *       required: [id, name, mail, role, tags, address]
 *       properties:
 *         id: { type: integer }
 *         name: { type: string, minLength: 1, maxLength: 80 }
 *         mail: { type: string, format: email }
 *         role: { $ref: '#/components/schemas/Role' }
 *         nickname: { type: string }
 *         phone: { type: string, nullable: true }
 *         born: { type: string, format: date-time }
 *         tags: { type: array, items: { type: string }, minItems: 1, uniqueItems: true }
 *         address: { $ref: '#/components/schemas/Address' }
 *         payment:
 *           oneOf:
 *             - $ref: '#/components/schemas/Card'
 *             - $ref: '#/components/schemas/Transfer'
 *           discriminator:
 *             propertyName: type
 *             mapping: { card: '#/components/schemas/Card', transfer: '#/components/schemas/Transfer' }
 *     Role: { type: string, enum: [admin, guest] }
 *     Address: { type: object, required: [street], properties: { street: { type: string } } }
 *     Card: { type: object, required: [type], properties: { type: { type: string, enum: [card] } } }
 *     Transfer: { type: object, required: [type], properties: { type: { type: string, enum: [transfer] } } }
 *   responses:
 *     NotFound: { description: User not found }
 *   securitySchemes:
 *     bearer: { type: http, scheme: bearer }
 */

/**
 * @openapi
 * /users:
 *   get:
 *     tags: [Users]
 *     operationId: listUsers
 *     summary: Lists users
 *     description: All of them, a page at a time
 *     security: []
 *     parameters:
 *       - { in: query, name: limit, schema: { type: integer, minimum: 1, maximum: 100 } }
 *       - { in: header, name: X-Request-Id, description: Comes back, schema: { type: string } }
 *     responses:
 *       200:
 *         description: The users
 *         headers:
 *           X-Total: { schema: { type: number } }
 *         content:
 *           application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } }
 *           text/csv: { schema: { type: string } }
 *   post:
 *     requestBody:
 *       required: true
 *       content:
 *         application/json: { schema: { $ref: '#/components/schemas/NewUser' } }
 *     responses:
 *       201: { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
 */

/**
 * @openapi
 * /users/{id}:
 *   get:
 *     deprecated: true
 *     parameters:
 *       - { in: path, name: id, required: true, schema: { type: integer } }
 *     responses:
 *       200: { description: The user, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
 *       404: { $ref: '#/components/responses/NotFound' }
 * /users/{id}/photo:
 *   put:
 *     parameters:
 *       - { in: path, name: id, required: true, schema: { type: integer } }
 *     requestBody:
 *       required: true
 *       content:
 *         multipart/form-data:
 *           schema: { type: object, required: [photo], properties: { photo: { type: string, format: binary } } }
 *     responses:
 *       204: { description: It is kept }
 */

const document = swaggerJsdoc({
  definition: {
    openapi: '3.0.3',
    info: { title: 'Users', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    tags: [{ name: 'Users', description: 'All about users' }],
    security: [{ bearer: [] }],
  },
  apis: ['./swagger-jsdoc.mjs'],
});
writeFileSync('out/swagger-jsdoc.json', JSON.stringify(document, null, 2));
