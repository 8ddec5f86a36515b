import { expect, it } from 'vitest';
import { contract } from '../../../upstream/contract/contract';
import type { ApiOptions } from './api.server';
import { failureOf } from './failure.server';

const options = { requestId: 'r', answerHeaders: new Headers() } as ApiOptions;

const failureBy = (body: unknown, status = 422) =>
  failureOf(options, contract.identity.login, Response.json(body, { status, statusText: 'No' }));

it.each([
  [{ email: ['Wrong', 'Bad'] }, { email: ['Wrong', 'Bad'] }],
  [{ email: 'Wrong' }, { email: ['Wrong'] }],
  [{ email: ['', '  ', null, 7, ['x'], 'Wrong'], name: [] }, { email: ['Wrong'] }],
  [{ email: null, name: '', age: 7, isOdd: true, more: { of: 'it' } }, {}],
  [['Wrong', 'Bad'], { 0: ['Wrong'], 1: ['Bad'] }],
  ['Wrong', {}],
  [null, {}],
])('errors %j are read as %j', async (errors, read) => {
  expect((await failureBy({ message: 'Refused', errors })).errors).toEqual(read);
});

it.each([
  [{ error: 'First', message: 'Third', errors: { a: 'Second' } }, 'First'],
  [{ error: ['First'], message: 'Third', errors: { a: [], b: 'Second' } }, 'Second'],
  [{ message: 'Third', errors: { a: null } }, 'Third'],
  [{ message: ' ', errors: {} }, 'No'],
  [null, 'No'],
])('the message of %j is %j', async (body, message) => {
  expect((await failureBy(body)).message).toBe(message);
});
