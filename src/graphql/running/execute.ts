// Runs queries by their plan: the answers of graphql-js, made without deciding again what is selected.
//
// There is this one way for every query, whether it comes for the first time or again. Together with
// `complete.ts` it does step by step what graphql-js does (`execution/execute.js`), but for two things.
// A plan stands in the place of the selections. And what is waited for leaves a hole that is filled when
// it has come, with no promise of the object around it: the answer is made when there are no holes left,
// so that everything that has begun has come to its end. Errors are told in the order of the answer, as if
// every field had been read after the one before, and do not depend on what came first.
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute as executePlainly,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { bounded, tooLong } from './answer-size.js';
import { readFields } from './complete.js';
import { errorsInOrder, Failure, maxFailures, tooManyErrors } from './failures.js';
import { Plan, type Selection } from './plan.js';
import { type Holder, isPromise, type Run } from './position.js';

/** Runs an operation; its answer has `longest` characters at the most, where that is given. */
export type Execute = (
  args: ExecutionArgs,
  longest?: number,
) => Promise<ExecutionResult> | ExecutionResult;

const plans = new WeakMap<OperationDefinitionNode, Plan>();

function planOf({ schema, document }: ExecutionArgs, operation: OperationDefinitionNode): Plan {
  let plan = plans.get(operation);
  if (plan?.schema !== schema) {
    plan = new Plan(schema, document, operation);
    plans.set(operation, plan);
  }
  return plan;
}

/** Runs a valid operation. Resolves with the answer, errors included; does not reject. */
export const execute: Execute = (args, longest = Number.POSITIVE_INFINITY) => {
  const { schema, document, operationName, rootValue, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  const type = schema.getQueryType();
  if (operation?.operation !== OperationTypeNode.QUERY || !type) {
    const plainly = executePlainly(args);
    return isPromise(plainly)
      ? plainly.then((made) => bounded(made, longest))
      : bounded(plainly, longest);
  }
  const plan = planOf(args, operation);
  const read = plan.variablesOf(args.variableValues ?? {});
  if (read.errors) return { errors: read.errors };
  const variableValues = read.coerced;
  const run: Run = {
    plan,
    schema,
    rootValue,
    contextValue,
    variableValues,
    nulled: [],
    failures: 0,
    waited: 0,
    whenWhole: () => {},
    size: 0,
    longest,
  };
  let selection: Selection;
  try {
    selection = plan.root(type, variableValues);
  } catch (error) {
    return { errors: [error as GraphQLError], data: null };
  }
  const data = readFields(run, selection, rootValue, undefined);
  if (data instanceof Failure) run.nulled.push({ failure: data, at: undefined });
  if (run.waited === 0) return answerOf(run, data);
  return new Promise((whole) => {
    const whenWhole = () => whole(answerOf(run, data));
    run.whenWhole = whenWhole;
  });
};

function answerOf(run: Run, data: Holder | Failure): ExecutionResult {
  if (run.failures > maxFailures) return { errors: [tooManyErrors], data: null };
  if (run.size > run.longest) return { errors: [tooLong(run.longest)] };
  if (run.nulled.length === 0) return { data: data as Holder };
  const isNull = run.nulled.some(({ at }) => at === undefined);
  return { errors: errorsInOrder(run.nulled), data: isNull ? null : (data as Holder) };
}
