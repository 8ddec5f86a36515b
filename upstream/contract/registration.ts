/** The check of an application before it is sent. The application itself is `register`. */
import { createRoute, z } from '@hono/zod-openapi';
import { register } from './identity';
import { asAnyone, body, failures, fieldsOf, noContent } from './shapes';

const { language: _language, ref_hash: _hash, recaptcha_token: _token, ...application } = fieldsOf(register);

export const checkApplication = createRoute({
  method: 'post',
  path: '/auth/register/check',
  tags: ['Identity'],
  operationId: 'checkApplication',
  summary: 'Everything that is wrong with a part of an application, the password included; registers nobody',
  ...asAnyone,
  request: body(z.strictObject(application).partial()),
  responses: { 204: noContent, ...failures },
});
