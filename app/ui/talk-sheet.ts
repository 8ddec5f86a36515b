/** Chat and support share this sheet. In a file of its own its address does not lead one to load the script of the other. */
export { default as talkSheet } from './css/talk.css?url';
