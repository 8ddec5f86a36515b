/** Kinds and limits of appointments. The browser loads this file, too. */
export const appointmentKinds = ['onsite', 'online'] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];

/** Guests that a member may bring. */
export const mostGuests = 3;

/** Characters of the notes of a ticket. */
export const mostNotes = 500;
