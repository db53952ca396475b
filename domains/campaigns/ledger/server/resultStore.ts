import { sql } from "kysely";
import { numberArray, textArray } from "#core/server/arrayLiteral.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RecipientKey, RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import { attemptsOf, campaignsOf, numbersOf } from "./ledgerStore.ts";

/** States in which the carrier's word on an attempt is still missing. */
const undecided = ["pending", "intended", "unknown", "skipped"];

/** What the carrier answered to one attempt. */
export interface HandOverResult extends RecipientKey {
  readonly state: Extract<RecipientState, "accepted" | "sent" | "delivered" | "failed" | "unknown">;
  readonly sid: string | null;
  readonly error_code: string;
  readonly error: string;
}

/**
 * Saves answers to mails. A report that was faster has moved its row on already, and stays. A text that the carrier took counts
 * even when its row was given up meanwhile: it must not leave again.
 */
export async function saveResults(db: Db, dealer_id: number, results: readonly HandOverResult[], at: Date) {
  if (results.length === 0) return;
  await sql`update campaign_recipients r set
      state = case when r.state = any(${undecided}::text[]) then c.state else r.state end,
      error_code = case when r.state = any(${undecided}::text[]) then c.error_code else r.error_code end,
      error = case when r.state = any(${undecided}::text[]) then c.error else r.error end, reason = '',
      provider_sid = coalesce(r.provider_sid, c.sid),
      handed_at = coalesce(r.handed_at, ${at}), lease_until = null
    from unnest(${campaignsOf(results)}::bigint[], ${numbersOf(results)}::integer[],
      ${attemptsOf(results)}::smallint[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ sid }) => sid)}::text[], ${results.map(({ error_code }) => error_code)}::text[],
      ${results.map(({ error }) => error)}::text[]) as c (campaign_id, n, attempt, state, sid, error_code, error)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and (c.sid is not null or r.state not in ('pending', 'skipped'))`.execute(db);
}

/** What the carrier answered to a text, with what the text said. */
export interface TextResult extends HandOverResult {
  readonly hash: string;
  readonly segments: number;
}

/**
 * Saves answers to texts, each with its attempt: until now an intent had it. A report that was faster stays, and a text
 * that the carrier took counts even when its row was given up meanwhile. The commit isn't waited for from here on: answers
 * that a crash of Postgres forgets are looked up, because their intents are there again.
 */
export async function saveTextResults(
  db: Db,
  dealer_id: number,
  results: readonly TextResult[],
  hand: { readonly from_number: string; readonly attempted_at: Date; readonly at: Date },
): Promise<void> {
  if (results.length === 0) return;
  const byCampaign = [...Map.groupBy(results, ({ campaign_id }) => campaign_id)];
  await Promise.all([
    sql`select set_config('synchronous_commit', 'off', true), set_config('enable_nestloop', 'off', true)`.execute(db),
    ...byCampaign.map(([campaign_id, own]) => saveOfCampaign(db, { dealer_id, campaign_id }, own, hand)),
  ]);
}

/** Its rows are read by their numbers, and joined by hashing: a plan that loops, or reads the campaign, takes far longer. */
async function saveOfCampaign(
  db: Db,
  { dealer_id, campaign_id }: CampaignKey,
  results: readonly TextResult[],
  { from_number, attempted_at, at }: { readonly from_number: string; readonly attempted_at: Date; readonly at: Date },
): Promise<void> {
  const ns = numbersOf(results);
  const isUndecided = sql`r.state = any(${undecided}::text[])`;
  await sql`update campaign_recipients r set
      state = case when ${isUndecided} then c.state else r.state end,
      error_code = case when ${isUndecided} then c.error_code else r.error_code end,
      error = case when ${isUndecided} then c.error else r.error end, reason = '',
      provider_sid = coalesce(r.provider_sid, c.sid), handed_at = coalesce(r.handed_at, ${at}), lease_until = null,
      attempt = c.attempt, attempted_at = ${attempted_at}, body_hash = c.hash, segments = c.segments,
      from_number = ${from_number}
    from unnest(${ns}::integer[], ${attemptsOf(results)}::smallint[],
      ${textArray(results.map(({ state }) => state))}::text[], ${textArray(results.map(({ sid }) => sid))}::text[],
      ${textArray(results.map(({ error_code }) => error_code))}::text[], ${textArray(results.map(({ error }) => error))}::text[],
      ${textArray(results.map(({ hash }) => hash))}::text[], ${numberArray(results.map(({ segments }) => segments))}::smallint[])
      as c (n, attempt, state, sid, error_code, error, hash, segments)
    where r.dealer_id = ${dealer_id} and r.campaign_id = ${campaign_id} and r.n = any(${ns}::integer[])
      and r.n = c.n and (r.attempt = c.attempt - 1
        or (r.attempt = c.attempt and (c.sid is not null or r.state not in ('pending', 'skipped'))))`.execute(db);
}
