/** What only a demo club has. Every other club answers these calls with 404. Rules: docs/product/staff.md#demo-club. */
import { createRoute, z } from '@hono/zod-openapi';
import { LoginAnswer } from './identity';
import { answers, asAnyone, asMember, body, failures, Instant, memberFailures } from './shapes';

/** The members whom a visitor may be without a password. The staff of the demo club are none of them. */
export const DemoAccount = z.enum(['anna', 'ben', 'clara']);

/** What a visitor lets happen. */
export const DemoAct = z.enum(['payment', 'reply', 'harvest', 'version', 'terms']);

/** What the other side of the club does: the bank, the staff, the growing team, and other members. */
const DeedName = z.enum([
  'payment',
  'payout',
  'deposit',
  'ticket',
  'chat',
  'stage',
  'purchase',
  'story',
  'registration',
  'notification',
  'harvest',
  'version',
  'terms',
]);
export type DeedName = z.infer<typeof DeedName>;

const Deed = z
  .object({
    id: z.int(),
    at: Instant,
    what: DeedName,
    /** A label, a number or the code of a room. Null where the sentence needs none. */
    name: z.string().nullable(),
    /** The page of the web app that shows it. */
    path: z.string().nullable(),
  })
  .openapi('DemoDeed');

export const signInToDemo = createRoute({
  method: 'post',
  path: '/demo/sign-in',
  tags: ['Demo club'],
  operationId: 'signInToDemo',
  summary: 'Sign in as a member of the demo club, without password and code; 404 in every other club',
  ...asAnyone,
  request: body(z.strictObject({ account: DemoAccount })),
  responses: { 200: answers(LoginAnswer, 'Signed in'), ...failures },
});

export const listDeeds = createRoute({
  method: 'get',
  path: '/demo/deeds',
  tags: ['Demo club'],
  operationId: 'listDeeds',
  summary: 'What the others of the demo club did since the server started, newest first; 404 in every other club',
  ...asMember,
  responses: { 200: answers(z.object({ data: z.array(Deed) }), 'The newest 30'), ...memberFailures },
});

export const actInDemo = createRoute({
  method: 'post',
  path: '/demo/deeds',
  tags: ['Demo club'],
  operationId: 'actInDemo',
  summary: 'Let the others of the demo club do something now; 409 where there is nothing to do it with',
  ...asMember,
  request: body(z.strictObject({ act: DemoAct })),
  responses: { 201: answers(Deed, 'What they did'), ...memberFailures },
});
