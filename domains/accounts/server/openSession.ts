import type { PersonKey } from "#core/people.ts";
import { newToken } from "#core/server/token.ts";
import type { Origin, UnitOfWork } from "#core/server/unitOfWork.ts";
import { insertSession } from "./store.ts";

/** Signs in a person who was just verified, without "remember me". Returns the session token. */
export async function openSession({ db, now }: UnitOfWork, person: PersonKey, { ip, agent }: Origin): Promise<string> {
  const { token, token_hash } = newToken();
  await insertSession(db, { ...person, token_hash, is_pending: false, remember_me: 0, ip, agent }, now());
  return token;
}
