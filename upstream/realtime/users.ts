import type { Connection } from './connection';
import { departWithError } from './departure';
import { codes, errorFrame, fieldsOf, signedInFrame } from './frames';
import type { Hub } from './hub';
import { maxUserIdLength } from './limits';
import { isSigned, userAuth } from './signatures';

/** The sockets of each signed-in user. */
export class Users {
  readonly #connections = new Map<string, Set<Connection>>();

  add(userId: string, connection: Connection): void {
    const connections = this.#connections.get(userId) ?? new Set();
    this.#connections.set(userId, connections.add(connection));
  }

  remove(userId: string, connection: Connection): void {
    const connections = this.#connections.get(userId);
    connections?.delete(connection);
    if (connections?.size === 0) this.#connections.delete(userId);
  }

  of(userId: string): Connection[] {
    return [...(this.#connections.get(userId) ?? [])];
  }
}

/** `pusher:signin`: from now on the socket belongs to a user. An invalid signature closes it. */
export function signIn(hub: Hub, connection: Connection, { auth, user_data }: Record<string, unknown>) {
  if (typeof user_data !== 'string' || !isSigned(hub.app, (app) => userAuth(app, connection.id, user_data), auth))
    return departWithError(hub, connection, codes.unauthorized, 'The sign-in is not signed');
  const { id, user_info } = fieldsOf(user_data);
  if (typeof id !== 'string' || id === '' || id.length > maxUserIdLength)
    return departWithError(hub, connection, codes.unauthorized, 'The sign-in names no user');
  if (connection.user && connection.user.id !== id)
    return connection.send(errorFrame(codes.unauthorized, 'The connection is signed in as another user'));
  connection.user = { id, info: user_info ?? {} };
  hub.users.add(id, connection);
  connection.send(signedInFrame(user_data));
}

/** Closes every socket of the user; they do not reconnect by themselves. */
export function terminateUser(hub: Hub, userId: string): void {
  terminateUserHere(hub, userId);
  hub.tellPeers({ kind: 'terminate', userId });
}

/** The same for the sockets of this process. */
export function terminateUserHere(hub: Hub, userId: string): void {
  for (const connection of hub.users.of(userId))
    departWithError(hub, connection, codes.unauthorized, 'You were disconnected by the application');
}
