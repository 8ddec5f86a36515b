/** The users in a presence channel. A user counts once, however many sockets they have in it, in whichever process. */

export interface PresentUser {
  id: string;
  info: unknown;
}

interface Present {
  info: unknown;
  /** The number of sockets in this process. */
  sockets: number;
  /** The other processes that have sockets of the user. */
  elsewhere: Set<string>;
}

export class Presence<Socket> {
  readonly #users = new Map<string, Present>();
  readonly #userOf = new Map<Socket, string>();

  /** The number of users, not of sockets. */
  get count(): number {
    return this.#users.size;
  }

  has(userId: string): boolean {
    return this.#users.has(userId);
  }

  /** `isNew`: tell the listeners of the user. `isFirstHere`: tell the other processes that the user has a socket here. */
  join(socket: Socket, user: PresentUser): { isNew: boolean; isFirstHere: boolean } {
    const isNew = !this.has(user.id);
    const present = this.#open(user);
    present.sockets += 1;
    this.#userOf.set(socket, user.id);
    return { isNew, isFirstHere: present.sockets === 1 };
  }

  /** Returns the user if this was their last socket here, and whether they are gone from everywhere. */
  leave(socket: Socket): { id: string; isGone: boolean } | null {
    const id = this.#userOf.get(socket);
    const present = id === undefined ? undefined : this.#users.get(id);
    if (id === undefined || !present) return null;
    this.#userOf.delete(socket);
    present.sockets -= 1;
    return present.sockets > 0 ? null : { id, isGone: this.#tidy(id, present) };
  }

  /** Adds a user in another process. Returns true for a new one. */
  arrive(process: string, user: PresentUser): boolean {
    const isNew = !this.has(user.id);
    this.#open(user).elsewhere.add(process);
    return isNew;
  }

  /** Removes a user in another process. Returns true if they are gone from everywhere. */
  part(process: string, id: string): boolean {
    const present = this.#users.get(id);
    return present?.elsewhere.delete(process) ? this.#tidy(id, present) : false;
  }

  userOf(socket: Socket): string | undefined {
    return this.#userOf.get(socket);
  }

  userIds(): string[] {
    return [...this.#users.keys()];
  }

  usersHere(): PresentUser[] {
    return [...this.#users].flatMap(([id, { info, sockets }]) => (sockets > 0 ? [{ id, info }] : []));
  }

  idsAt(process: string): string[] {
    return [...this.#users].flatMap(([id, { elsewhere }]) => (elsewhere.has(process) ? [id] : []));
  }

  /** Returns the users in the form of `subscription_succeeded`. */
  roll(): { count: number; ids: string[]; hash: Record<string, unknown> } {
    const hash = Object.fromEntries([...this.#users].map(([id, { info }]) => [id, info]));
    return { count: this.count, ids: this.userIds(), hash };
  }

  #open({ id, info }: PresentUser): Present {
    const present = this.#users.get(id) ?? { info, sockets: 0, elsewhere: new Set() };
    this.#users.set(id, present);
    return present;
  }

  #tidy(id: string, { sockets, elsewhere }: Present): boolean {
    return sockets === 0 && elsewhere.size === 0 && this.#users.delete(id);
  }
}
