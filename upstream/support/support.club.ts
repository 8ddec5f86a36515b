import type { ClubCommand } from '../club/command';
import { faqImport } from './faq/faq.club';
import { ticketAssign, ticketClose, ticketNote, ticketReply } from './tickets/ticket-writing.club';
import { ticketList, ticketShow } from './tickets/tickets.club';

/** The staff commands of support, in the order of the usage. */
export const supportCommands: readonly ClubCommand[] = [
  faqImport,
  ticketList,
  ticketShow,
  ticketAssign,
  ticketReply,
  ticketClose,
  ticketNote,
];
