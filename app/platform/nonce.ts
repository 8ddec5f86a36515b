import { createContext } from 'react';

/** The nonce of this page's scripts; undefined in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined);
