// A service of any size, as a table that each contestant declares in its own way: N endpoints with 12 query parameters,
// a body and two responses, N classes of 12 fields for their bodies and N for their queries.

/** What a field may be; `size` differs from field to field, as limits do in a real service. */
const KINDS = [
  (size) => ({ type: 'string', maxLength: size }),
  (size) => ({ type: 'integer', minimum: 0, maximum: size * 10 }),
  () => ({ type: 'string', format: 'email' }),
  () => ({ type: 'boolean' }),
  (size) => ({ type: 'string', minLength: 1, maxLength: size }),
  () => ({ type: 'number', minimum: 0 }),
  () => ({ type: 'string', format: 'uuid' }),
  () => ({ type: 'string', enum: ['open', 'closed', 'held'] }),
  (size) => ({ type: 'array', items: { type: 'string' }, maxItems: size }),
  () => ({ type: 'integer', minimum: 1 }),
  (size) => ({ type: 'string', minLength: 2, maxLength: size }),
];
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

/** @returns classes by name, in an order in which none refers to a later one, and endpoints */
export function createService(size) {
  const classes = [];
  const endpoints = [];
  for (let index = 0; index < size; index += 1) {
    const body = { name: `Item${index}`, fields: fieldsOf(index, 11) };
    // A chain that is long would be a service of another shape.
    const parent = index % 10 === 0 ? { type: 'boolean' } : { ref: `Item${index - 1}` };
    body.fields.push({ name: 'parent', required: false, ...parent });
    const query = { name: `ItemQuery${index}`, fields: fieldsOf(index + 5, 12) };
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

function fieldsOf(index, count) {
  return Array.from({ length: count }, (_, at) => {
    const kind = (index + at) % KINDS.length;
    return {
      name: `${NAMES[kind]}${at}`,
      required: (index + at) % 3 !== 0,
      ...KINDS[kind](10 + ((index * 7 + at) % 90)),
    };
  });
}

/** A service whose classes are all different: names, number and kinds of fields, limits and lists of values are drawn. */
export function createVariedService(size) {
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

const VARIED = [
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
    ...VARIED[draw(VARIED.length)](draw),
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
