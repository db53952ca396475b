import { hashToken } from "#core/server/token.ts";
import type { KnownSeat } from "./seatStore.ts";

/** The seat with this token. */
export function withToken(seats: readonly KnownSeat[], token: string): KnownSeat | undefined {
  const hash = hashToken(token);
  return seats.find(({ token_hash }) => hash.equals(token_hash));
}
