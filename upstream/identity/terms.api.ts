/** The calls of `contract/terms`. */
import * as calls from '../contract/terms';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { NotFound } from '../http/problems';
import { callerOf } from './caller';
import { textsIn } from './identity.texts';
import { forMember, memberOf } from './sessions';
import { agreeToTermUpdates } from './term-updates';
import { findTermsInForce, findTermsVersion, listTermsInForce, showTerms } from './terms';
import { compareTexts } from './terms-difference';

export function mountTerms(api: Api, deps: Deps): void {
  api.openapi(calls.listTerms, async (c) => {
    const { language } = c.req.valid('query');
    const rows = await listTermsInForce(deps.db, c.var.now);
    return c.json({ data: rows.map((row) => showTerms(row, language)) }, 200);
  });
  api.openapi(calls.getTerms, async (c) => {
    const { language } = c.req.valid('query');
    const found = await findTermsInForce(deps.db, c.req.valid('param').slug, c.var.now);
    if (!found) throw new NotFound(textsIn(c.var.language).noTerms);
    return c.json({ ...showTerms(found, language), text: found.text[language] }, 200);
  });
  api.openapi(calls.getTermsChanges, async (c) => {
    const { language, from } = c.req.valid('query');
    const found = await findTermsInForce(deps.db, c.req.valid('param').slug, c.var.now);
    const earlier = found && (await findTermsVersion(deps.db, found.slug, from ?? found.version - 1));
    // What has not taken effect yet is nobody's business.
    if (!earlier || earlier.version >= found.version) throw new NotFound(textsIn(c.var.language).noTerms);
    const paragraphs = compareTexts(earlier.text[language], found.text[language]);
    return c.json({ ...showTerms(found, language), from: earlier.version, paragraphs }, 200);
  });
  api.openapi(forMember(deps, calls.agreeToTermUpdates), async (c) => {
    await agreeToTermUpdates(deps.db, memberOf(c).id, c.req.valid('header')['if-match'], callerOf(c));
    return c.body(null, 204);
  });
}
