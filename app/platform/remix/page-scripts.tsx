import { Scripts } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { NonceContext } from '../page/nonce';

export interface ScriptsPlace {
  /** The server has the HTML of these scripts from an earlier page. */
  isWritten: boolean;
  /** The render sets it where the page has scripts. */
  isShown: boolean;
}

/** Null in the browser. */
export const ScriptsPlaceContext = createContext<ScriptsPlace | null>(null);

/** Remix's scripts, at the end of the container. The server renders them once for all pages of the same routes. */
export function PageScripts() {
  const nonce = useContext(NonceContext);
  const place = useContext(ScriptsPlaceContext);
  if (place) place.isShown = true;
  return place?.isWritten ? null : <Scripts nonce={nonce} />;
}
