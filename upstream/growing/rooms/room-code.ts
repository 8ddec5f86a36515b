import { z } from 'zod';

/** The code of a room, as staff type it. */
export const roomCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{0,5}$/, 'is not the code of a room: a letter, then up to five letters or digits');
