/** Style sheet of the pages that the upstream itself serves: the reference of its calls, and the mailbox. */
export const docsCss = `
:root { color-scheme: light dark; --paper: #f6f1e6; --sheet: #fffdf8; --ink: #23261e; --ink-2: #5b5645; --line: #dcd2be; --leaf: #29603d; }
@media (prefers-color-scheme: dark) { :root { --paper: #14160f; --sheet: #1d2018; --ink: #efeadc; --ink-2: #bdb7a4; --line: #3b4034; --leaf: #9ccf9f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; font-family: Georgia, serif; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--ink-2); }
a { color: var(--leaf); }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { white-space: pre-wrap; }
nav ul { padding: 0; list-style: none; columns: 18rem; }
nav li { padding: .125rem 0; }
nav h2 { font-size: 1.125rem; }
article { margin: 1rem 0; padding: .25rem 1.25rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .375rem .5rem .375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: normal; }
thead th { color: var(--ink-2); font-size: .8125rem; }
td table { margin-top: .25rem; }
dt { margin-top: .75rem; }
dd { margin: 0 0 0 1.5rem; }
.method { font: 600 .875rem system-ui, sans-serif; color: var(--leaf); }
.who { padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font: .8125rem system-ui, sans-serif; }
time { color: var(--ink-2); font-size: .875rem; }
`;
