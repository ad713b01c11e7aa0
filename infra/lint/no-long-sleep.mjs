/** Longest pause of a test, in milliseconds; longer waits must use an event or an injected clock. */
export const MAX_SLEEP_MS = 300;

const SLEEPERS = new Set(['pause', 'sleep', 'delay', 'wait', 'setTimeout']);

const variableOf = (scope, name) => {
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(name);
    if (variable) return variable;
  }
  return undefined;
};

const OPERATIONS = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

/** The value of an expression, as far as literals, constants and the short form of a proof's size give it. */
const numberOf = (node, scope) => {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined;
  if (node?.type === 'BinaryExpression') {
    const [left, right] = [numberOf(node.left, scope), numberOf(node.right, scope)];
    return left === undefined || right === undefined ? undefined : OPERATIONS[node.operator]?.(left, right);
  }
  if (node?.type === 'CallExpression' && node.callee.name === 'proofSize') return numberOf(node.arguments[0], scope);
  if (node?.type !== 'Identifier') return undefined;
  const [definition] = variableOf(scope, node.name)?.defs ?? [];
  const isConstant = definition?.parent?.kind === 'const' && definition.node.id === definition.name;
  return isConstant ? numberOf(definition.node.init, scope) : undefined;
};

const calleeName = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);

/** Whether a function is the executor of a new promise. */
const isExecutor = ({ parent }) => parent?.type === 'NewExpression' && parent.callee.name === 'Promise';

/** Whether a call of `setTimeout` is a pause: it only settles a promise. */
const isSettled = (node, scope) => {
  const [callback] = node.arguments;
  if (callback?.type !== 'Identifier') return false;
  const [definition] = variableOf(scope, callback.name)?.defs ?? [];
  return definition?.type === 'Parameter' && isExecutor(definition.node);
};

/** Timers of `node:timers/promises` take the delay as their first argument. */
const sleptMs = (node, scope) => {
  const name = calleeName(node);
  if (!SLEEPERS.has(name)) return undefined;
  if (name === 'setTimeout' && node.arguments.length > 1) {
    return isSettled(node, scope) ? numberOf(node.arguments[1], scope) : undefined;
  }
  return numberOf(node.arguments[0], scope);
};

export const noLongSleep = {
  meta: {
    type: 'problem',
    messages: {
      long: `A test sleeps for {{ ms }} ms: wait for the event itself or inject the clock (at most ${MAX_SLEEP_MS} ms).`,
    },
    schema: [],
  },
  create: (context) => ({
    CallExpression(node) {
      const ms = sleptMs(node, context.sourceCode.getScope(node));
      if (ms > MAX_SLEEP_MS) context.report({ node, messageId: 'long', data: { ms } });
    },
  }),
};
