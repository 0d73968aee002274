// Counts what makes the sources hard to read, and holds it under the ceilings of test/unit/plain.json.
//   node scripts/report-plain.mjs             prints the counts of each folder, and lowers the ceilings
//   node scripts/report-plain.mjs --list      also prints the places, worst first
//   node scripts/report-plain.mjs --check     names the counts above their ceiling, and exits with 1
//   node scripts/report-plain.mjs --json DIR  prints the counts of another folder as JSON
// A rate is per 1,000 lines of code; blank lines and comments are no code. A ceiling only falls, and not below its goal.
// - A condition is a whole expression of && and ||. Its clauses are the operands, also those in parentheses or behind `!`.
// - Complexity is McCabe's: 1, and 1 more for each if, ?:, &&, ||, ??, their assignments, case, loop and catch. A
//   function inside another one counts for itself only.
// - A conditional (?:) is nested if it is an operand of another one.
// - A vague name is one of VAGUE that a variable, a parameter, a function or a pattern declares. Each use counts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root, writeFormatted } from './lib/run.mjs';

const CEILINGS = path.join(root, 'test/unit/plain.json');
const FOLDERS = ['src', 'decorators'];

const CLAUSES = 4;
const COMPLEXITY = 10;
const COLUMNS = 110;
const DEPTH = 3;
const VAGUE = new Set(['one', 'given', 'found', 'made', 'inner']);

/** What adds a path through a function. */
const DECISIONS = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** The counts, with what each should reach. The rates are per 1,000 lines of code. */
const COUNTS = {
  'conditions of 4 clauses or more': { goal: 1, of: (sum) => rate(longConditions(sum), sum) },
  'clauses of the longest condition': { goal: 6, of: ({ conditions }) => highest(conditions) },
  'functions above complexity 10': { goal: 1.5, of: (sum) => rate(complexFunctions(sum), sum) },
  'highest complexity': { goal: 16, of: ({ functions }) => highest(functions) },
  'nested conditionals': { goal: 0.2, of: (sum) => rate(sum.nested, sum) },
  'lines above 110 characters': { goal: 8, of: (sum) => rate(sum.longLines, sum) },
  '95th percentile of function lengths': { goal: 25, of: ({ functions }) => percentile(functions, 0.95) },
  'uses of vague names': { goal: 400, of: ({ vague }) => vague.length },
};

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const others = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = options.find((option) => !['--list', '--check', '--json'].includes(option));
if (unknown !== undefined) {
  console.error(`There is no option ${unknown}. Options are --list, --check and --json.`);
  process.exit(2);
}
const folders = others.length > 0 ? others.map((folder) => path.resolve(folder)) : FOLDERS;
const files = folders.flatMap(sourcesOf).map(countFile);
const total = summed(files);

if (options.includes('--json')) console.log(JSON.stringify(valuesOf(total)));
else if (options.includes('--check')) check(valuesOf(total));
else {
  printTable();
  if (options.includes('--list')) printPlaces();
  if (others.length === 0) await lowerCeilings(valuesOf(total));
}

function sourcesOf(folder) {
  return readdirSync(path.resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file))
    .sort();
}

function countFile(file) {
  const text = readFileSync(path.resolve(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const counts = { file, ...noCounts(), lines: linesOfCode(lines) };
  for (const [index, line] of lines.entries())
    if (line.length > COLUMNS) counts.longLines.push({ place: `${file}:${index + 1}`, size: line.length });
  const declared = declaredNames(source);
  const place = (node) => `${file}:${lineOf(source, node.getStart(source)) + 1}`;
  visit(source);
  return counts;

  function visit(node) {
    if (isLogical(node) && !isLogical(outside(node)))
      counts.conditions.push({ place: place(node), size: clausesOf(node) });
    if (ts.isConditionalExpression(node) && ts.isConditionalExpression(outside(node)))
      counts.nested.push({ place: place(node), size: 1 });
    if (ts.isFunctionLike(node) && node.body) counts.functions.push(countFunction(node));
    if (ts.isIdentifier(node) && declared.has(node.text) && !isMember(node))
      counts.vague.push({ place: place(node), size: 1, name: node.text });
    ts.forEachChild(node, visit);
  }

  function countFunction(node) {
    const length = lineOf(source, node.end) - lineOf(source, node.getStart(source)) + 1;
    return { place: place(node), size: complexityOf(node), length, name: nameOf(node) };
  }
}

function noCounts() {
  return { lines: 0, conditions: [], functions: [], nested: [], longLines: [], vague: [] };
}

function linesOfCode(lines) {
  let isComment = false;
  let count = 0;
  for (const line of lines.map((text) => text.trim())) {
    const begins = line.startsWith('/*');
    if (!isComment && !begins && line !== '' && !line.startsWith('//')) count += 1;
    isComment = (isComment || begins) && !line.includes('*/');
  }
  return count;
}

function isLogical(node) {
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

/** The node around this one that is neither parentheses nor a negation. */
function outside(node) {
  const { parent } = node;
  return isTransparent(parent) ? outside(parent) : parent;
}

function inside(node) {
  return isTransparent(node) ? inside(node.expression ?? node.operand) : node;
}

function isTransparent(node) {
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isParenthesizedExpression(node);
}

function clausesOf(node) {
  const operand = inside(node);
  return isLogical(operand) ? clausesOf(operand.left) + clausesOf(operand.right) : 1;
}

function complexityOf(functionNode) {
  let complexity = 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node)) return;
    if (DECISIONS.has(node.kind)) complexity += 1;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(functionNode, visit);
  return complexity;
}

/** The vague names that a file declares. */
function declaredNames(source) {
  const names = new Set();
  const visit = (node) => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node);
    if (isDeclaration && node.name && ts.isIdentifier(node.name) && VAGUE.has(node.name.text))
      names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns whether an identifier names a member of an object, whose name may be another file's choice. */
function isMember(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isBindingElement(parent) && parent.propertyName === node;
}

function nameOf(node) {
  return (node.name ?? node.parent.name)?.getText() ?? 'anonymous';
}

function lineOf(source, position) {
  return source.getLineAndCharacterOfPosition(position).line;
}

function summed(counts) {
  const sum = noCounts();
  for (const { file, lines, ...places } of counts) {
    sum.lines += lines;
    for (const [name, list] of Object.entries(places)) sum[name].push(...list);
  }
  return sum;
}

function longConditions({ conditions }) {
  return conditions.filter(({ size }) => size >= CLAUSES);
}

function complexFunctions({ functions }) {
  return functions.filter(({ size }) => size > COMPLEXITY);
}

function rate(places, { lines }) {
  return Math.round((places.length / lines) * 100_000) / 100;
}

function highest(places) {
  return places.reduce((most, { size }) => Math.max(most, size), 0);
}

function percentile(functions, part) {
  const lengths = functions.map(({ length }) => length).sort((left, right) => left - right);
  return lengths[Math.floor(lengths.length * part)] ?? 0;
}

function valuesOf(sum) {
  return Object.fromEntries(Object.entries(COUNTS).map(([name, { of }]) => [name, of(sum)]));
}

/** Prints one row for each folder; the products with several rooms have one for each room. */
function printTable() {
  const folderOf = ({ file }) => path.dirname(file).split(path.sep).slice(0, DEPTH).join('/');
  const names = [...new Set(files.map(folderOf))].sort();
  const rows = names.map((name) => [name, summed(files.filter((counts) => folderOf(counts) === name))]);
  for (const [name, sum] of [...rows, ['total', total]]) {
    const cells = Object.values(valuesOf(sum)).map((value) => String(value).padStart(8));
    console.log(`${name.padEnd(32)}${String(sum.lines).padStart(8)}${cells.join('')}`);
  }
  console.log(`The columns: lines of code, ${Object.keys(COUNTS).join(', ')}`);
}

function printPlaces() {
  printList('Conditions', longConditions(total));
  printList('Functions', complexFunctions(total));
  printList('Nested conditionals', total.nested);
  printList('Long lines', total.longLines);
  printList('Vague names', total.vague);
}

function printList(title, places) {
  console.log(`\n${title}`);
  for (const { place, size, name = '' } of places.sort((left, right) => right.size - left.size))
    console.log(`${String(size).padStart(4)}  ${place} ${name}`);
}

function check(values) {
  const ceilings = readCeilings();
  const above = Object.entries(values).filter(([name, value]) => value > ceilings[name]);
  if (above.length === 0) return;
  for (const [name, value] of above) console.log(`${name}: ${value}, and the ceiling is ${ceilings[name]}`);
  console.log('Write it plainer: node scripts/report-plain.mjs --list names the places.');
  process.exitCode = 1;
}

async function lowerCeilings(values) {
  const before = readCeilings();
  const ceilingOf = (name, value) => Math.min(before[name] ?? Infinity, Math.max(value, COUNTS[name].goal));
  const after = Object.entries(values).map(([name, value]) => [name, ceilingOf(name, value)]);
  await writeFormatted(CEILINGS, JSON.stringify(Object.fromEntries(after)));
}

function readCeilings() {
  return existsSync(CEILINGS) ? JSON.parse(readFileSync(CEILINGS, 'utf8')) : {};
}
