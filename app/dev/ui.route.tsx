import { useLoaderData } from '@remix-run/react';
import { localeFile } from '../platform/i18n/i18n.server';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { problem } from '../platform/request/responses.server';
import { type PartTexts, UiPage } from './ui-page';

export const handle = { title: 'ui.title', gate: 'open' } satisfies RouteHandle;

/** Every part of the design system in every state. Outside production only. */
export function loader() {
  if (env().production) throw problem({ kind: 'not_found' });
  return { texts: { en: partTexts('en'), de: partTexts('de') } satisfies PartTexts };
}

export default function Ui() {
  const { texts } = useLoaderData<typeof loader>();
  return <UiPage texts={texts} />;
}

function partTexts(language: 'en' | 'de') {
  const { ui = {}, form = {} } = localeFile(language, 'common');
  return { ui, form };
}
