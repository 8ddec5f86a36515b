/** The users in a presence channel. A user counts once, however many sockets they have in it. */

export interface PresentUser {
  id: string;
  info: unknown;
}

export class Presence<Socket> {
  readonly #users = new Map<string, { info: unknown; sockets: number }>();
  readonly #userOf = new Map<Socket, string>();

  /** The number of users, not of sockets. */
  get count(): number {
    return this.#users.size;
  }

  has(userId: string): boolean {
    return this.#users.has(userId);
  }

  /** Returns true for the user's first socket here; the others are told then. */
  join(socket: Socket, { id, info }: PresentUser): boolean {
    const present = this.#users.get(id) ?? { info, sockets: 0 };
    present.sockets += 1;
    this.#users.set(id, present);
    this.#userOf.set(socket, id);
    return present.sockets === 1;
  }

  /** Returns the user if this was their last socket here; the others are told then. */
  leave(socket: Socket): string | null {
    const id = this.#userOf.get(socket);
    const present = id === undefined ? undefined : this.#users.get(id);
    if (id === undefined || !present) return null;
    this.#userOf.delete(socket);
    present.sockets -= 1;
    if (present.sockets > 0) return null;
    this.#users.delete(id);
    return id;
  }

  userOf(socket: Socket): string | undefined {
    return this.#userOf.get(socket);
  }

  userIds(): string[] {
    return [...this.#users.keys()];
  }

  /** Returns the users in the form of `subscription_succeeded`. */
  roll(): { count: number; ids: string[]; hash: Record<string, unknown> } {
    const hash = Object.fromEntries([...this.#users].map(([id, { info }]) => [id, info]));
    return { count: this.count, ids: this.userIds(), hash };
  }
}
