import { expect, it } from 'vitest';
import { contract } from '../../../upstream/contract/contract';
import { saysMissing } from './missing-calls.server';

const { getWallet } = contract.wallet;
const { getPost } = contract.news;

it.each([
  [getWallet, 405, { message: 'The POST method is not supported for route api/wallet.' }],
  [getWallet, 501, {}],
  [getWallet, 404, undefined],
  [getWallet, 404, { message: '' }],
  [getWallet, 404, { detail: 'Not Found' }],
  [getWallet, 404, { message: 'Not Found' }],
  [getWallet, 404, { message: 'The route api/wallet could not be found.' }],
  [getPost, 404, { message: 'The route api/news/posts/7 could not be found.' }],
])('$path is missing by a %i with %j', (route, status, body) => {
  expect(saysMissing(route, status, body)).toBe(true);
});

it.each([
  [getWallet, 404, { message: 'No query results for model [App\\Models\\Wallet].' }],
  [getWallet, 404, { error: 'You have no wallet yet.' }],
  [getWallet, 404, { message: 'The wallet could not be found.' }],
  [getPost, 404, { message: 'Not Found' }],
  [getPost, 404, { message: 'No query results for model [App\\Models\\Post] 7' }],
  [getWallet, 403, {}],
  [getWallet, 500, {}],
])('$path is not missing by a %i with %j', (route, status, body) => {
  expect(saysMissing(route, status, body)).toBe(false);
});
