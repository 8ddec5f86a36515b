/** Sheets of several modules. In a file of their own their addresses do not lead one module to load another's script. */
export { default as proseSheet } from './css/prose.css?url';
export { default as saidSheet } from './css/said.css?url';
