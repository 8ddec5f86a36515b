import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import { allCalls } from '../contract/levels';
import { createApi } from './api';
import type { Api } from './env';

/** Describes the calls that a foreign back end has to answer. It serves the description, and none of the calls. */
export function describeContract(config: UpstreamConfigForDocs, log: Logger): Api {
  const api = createApi({ config: config as UpstreamConfig, log });
  for (const call of allCalls) api.openAPIRegistry.registerPath(call);
  return api;
}

type UpstreamConfigForDocs = Pick<UpstreamConfig, 'productName'>;
