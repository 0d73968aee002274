// A service of any size, as a table that each contestant declares in its own way: N endpoints with their query parameters,
// a body and two responses, N classes for their bodies and N for their queries.

const NAMES = [
  'name',
  'count',
  'email',
  'active',
  'title',
  'price',
  'reference',
  'state',
  'tags',
  'rank',
  'code',
];

/**
 * Its classes are all different: names, number and kinds of fields, limits and lists of values are drawn.
 *
 * @returns classes by name, in an order in which none refers to a later one, and endpoints
 */
export function createService(size) {
  const draw = createDraw(7);
  const classes = [];
  const endpoints = [];
  for (let index = 0; index < size; index += 1) {
    const body = { name: `Item${index}`, fields: drawFields(draw, 6 + draw(13)) };
    if (index % 10 !== 0) {
      const isList = draw(2) === 0;
      const list = isList ? { type: 'array', items: {} } : {};
      body.fields.push({ name: 'parent', required: isList, ...list, ref: `Item${index - 1}` });
    }
    const query = { name: `ItemQuery${index}`, fields: drawFields(draw, 6 + draw(13)) };
    classes.push(body, query);
    endpoints.push({
      method: 'post',
      path: `/items${index}`,
      query: query.name,
      body: body.name,
      responses: { 200: body.name, 404: 'Item0' },
    });
  }
  return { classes, endpoints };
}

const KINDS = [
  (draw) => ({ type: 'string', maxLength: 1 + draw(2000) }),
  (draw) => ({ type: 'string', minLength: 1 + draw(5), maxLength: 10 + draw(500) }),
  (draw) => ({ type: 'string', pattern: `^[a-z]{1,${1 + draw(99)}}$` }),
  (draw) => ({ type: 'string', enum: Array.from({ length: 2 + draw(6) }, (_, at) => `v${at}${draw(999)}`) }),
  (draw) => ({ type: 'string', format: ['email', 'uuid'][draw(2)] }),
  () => ({ type: 'string' }),
  (draw) => ({ type: 'integer', minimum: draw(100) - 50 }),
  (draw) => ({ type: 'integer', minimum: draw(10), maximum: 10 + draw(100_000) }),
  (draw) => ({ type: 'number', minimum: draw(100) - 50, maximum: 100 + draw(1000) }),
  () => ({ type: 'number' }),
  () => ({ type: 'boolean' }),
  (draw) => ({ type: 'array', items: { type: ['string', 'integer', 'number'][draw(3)] } }),
  (draw) => ({ type: 'array', items: { type: 'string' }, minItems: 1 + draw(3), maxItems: 5 + draw(200) }),
];

function drawFields(draw, count) {
  return Array.from({ length: count }, (_, at) => ({
    name: `${NAMES[draw(NAMES.length)]}${at}${'abcdefgh'[draw(8)]}`,
    required: draw(3) !== 0,
    ...KINDS[draw(KINDS.length)](draw),
  }));
}

/** @returns a function that draws whole numbers below its argument, the same on every run */
function createDraw(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
