/** The calls of `contract/terms`. */
import * as calls from '../contract/terms';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { NotFound } from '../http/problems';
import { callerOf } from '../members/caller';
import { forMember, memberOf } from '../members/member-gate';
import { agreeToTermUpdates } from './term-updates';
import { textsIn } from './terms.texts';
import { compareTexts } from './terms-difference';
import { findTermsInForce, findTermsVersion, listAcceptedTerms, listTermsInForce, showTerms } from './versions';

export function mountTerms(api: Api, deps: Deps): void {
  api.openapi(calls.listTerms, async (c) => {
    const { language } = c.req.valid('query');
    const rows = await listTermsInForce(deps.db, c.get('now'));
    return c.json({ data: rows.map((row) => showTerms(row, language)) }, 200);
  });
  api.openapi(calls.getTerms, async (c) => {
    const { language, version } = c.req.valid('query');
    const inForce = await findTermsInForce(deps.db, c.req.valid('param').slug, c.get('now'));
    const found = inForce && version ? await findTermsVersion(deps.db, inForce.slug, version) : inForce;
    // Versions that are not yet in force are not public.
    if (!inForce || !found || found.version > inForce.version) throw new NotFound(textsIn(c.get('language')).noTerms);
    const text = { text: found.text[language], version_in_force: inForce.version };
    return c.json({ ...showTerms(found, language), ...text }, 200);
  });
  api.openapi(calls.getTermsChanges, async (c) => {
    const { language, from } = c.req.valid('query');
    const found = await findTermsInForce(deps.db, c.req.valid('param').slug, c.get('now'));
    const earlier = found && (await findTermsVersion(deps.db, found.slug, from ?? found.version - 1));
    if (!earlier || earlier.version >= found.version) throw new NotFound(textsIn(c.get('language')).noTerms);
    const paragraphs = compareTexts(earlier.text[language], found.text[language]);
    return c.json({ ...showTerms(found, language), from: earlier.version, paragraphs }, 200);
  });
  api.openapi(forMember(deps, calls.listAcceptedTerms), async (c) => {
    const accepted = await listAcceptedTerms(deps.db, memberOf(c).id, c.var);
    return c.json({ data: accepted }, 200);
  });
  api.openapi(forMember(deps, calls.agreeToTermUpdates), async (c) => {
    await agreeToTermUpdates(deps.db, memberOf(c).id, c.req.valid('header')['if-match'], callerOf(c));
    return c.body(null, 204);
  });
}
