import { createContext } from 'react';

/** The nonce of this page's scripts. It is undefined in the browser, because the browser hides it. */
export const NonceContext = createContext<string | undefined>(undefined);
