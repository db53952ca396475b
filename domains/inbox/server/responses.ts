import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";

type ResponseFacts = Omit<NewResponse, "answered_at" | "business_seconds"> & { readonly datetime: Date };

/** Records how long a customer waited for a person's reply, in today's business hours. */
export async function recordResponse(db: Db, { datetime: answered_at, ...facts }: ResponseFacts): Promise<void> {
  const { hours, time_zone } = await hoursOf(db, facts);
  const business_seconds = businessSeconds(hours, time_zone, facts.waiting_since, answered_at);
  await insertResponses(db, [{ ...facts, answered_at, business_seconds }]);
}

/** A person's reply to a waiting customer. */
export interface NewResponse {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly message_id: number;
  readonly user_id: number;
  readonly waiting_since: Date;
  readonly answered_at: Date;
  readonly business_seconds: number;
}

export async function insertResponses(db: Db, responses: readonly NewResponse[]): Promise<void> {
  if (responses.length > 0) await db.insertInto("responses").values(responses).execute();
}

/** Moves all of a chat's responses to another chat. */
export async function moveResponses(db: Db, dealer_id: number, from: number, to: number): Promise<void> {
  const responses = db.updateTable("responses").set({ chat_id: to }).where("dealer_id", "=", dealer_id);
  await responses.where("chat_id", "=", from).execute();
}

/** Moves the responses whose messages are already in the other chat. */
export async function moveResponsesBack(db: Db, dealer_id: number, from: number, to: number): Promise<void> {
  await db
    .updateTable("responses")
    .set({ chat_id: to })
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .where(
      sql<boolean>`exists (select from messages where messages.dealer_id = ${dealer_id}
        and messages.id = responses.message_id and messages.chat_id = ${to})`,
    )
    .execute();
}
