import type { CarrierStandIn } from "./carrierStandIn.ts";
import type { SurvivalDatabase } from "./survivalDatabase.ts";

/** What the carrier took, held against what the ledger says. */
export interface LedgerVerdict {
  readonly audience: number;
  readonly handed: number;
  readonly skipped: number;
  /** Phones that the ledger counts as texted, or never skipped, and that the carrier has nothing for. */
  readonly lost: readonly string[];
  /** Phones that got it more than once. */
  readonly doubled: readonly string[];
  /** Rows without a result, or with one that isn't what the carrier knows. */
  readonly wrong: readonly string[];
  /** Phones that were handed over after their STOP was answered. */
  readonly afterStop: readonly string[];
  readonly violations: readonly string[];
}

interface Row {
  readonly address: string;
  readonly state: string;
  readonly reason: string;
  readonly provider_sid: string | null;
  readonly error_code: string;
}

export async function compareLedger(
  { pool }: SurvivalDatabase,
  { accepted, stoppedAt, violations }: CarrierStandIn,
  id: number,
): Promise<LedgerVerdict> {
  const { rows } = await pool.query<Row>(
    "select address, state, reason, provider_sid, error_code from campaign_recipients where campaign_id = $1",
    [id],
  );
  const { audience } = (await pool.query("select audience from campaigns where id = $1", [id])).rows[0];
  const byPhone = Map.groupBy(accepted, ({ to }) => to);
  const problems = rows.flatMap((row) => {
    const problem = problemOf(row, byPhone.get(row.address)?.map(({ sid }) => sid) ?? []);
    return problem ? [{ phone: row.address, problem }] : [];
  });
  const skipped = rows.filter(({ state }) => state === "skipped").length;
  return {
    audience,
    skipped,
    handed: rows.length - skipped,
    lost: problems.filter(({ problem }) => problem === "lost").map(({ phone }) => phone),
    doubled: [...byPhone].filter(([, texts]) => texts.length > 1).map(([phone]) => phone),
    wrong: problems.filter(({ problem }) => problem !== "lost").map(({ phone, problem }) => `${phone}: ${problem}`),
    afterStop: accepted.filter(({ to, askedAt }) => askedAt > (stoppedAt.get(to) ?? Infinity)).map(({ to }) => to),
    violations,
  };
}

function problemOf({ address, state, reason, provider_sid, error_code }: Row, sids: readonly string[]) {
  const taken = sids.length > 0;
  if (state === "pending" || state === "intended") return `still ${state}`;
  if (state === "unknown") return "nobody knows";
  if (state === "skipped") return taken ? `skipped for ${reason}, yet taken` : undefined;
  if (state === "failed" && error_code === "21610") return taken ? "refused, yet taken" : undefined;
  if (!taken) return "lost";
  if (provider_sid !== sids[0]) return `has ${provider_sid}, the carrier ${sids[0]}`;
  if (state === "failed" && !address.endsWith("25")) return `failed with ${error_code}`;
  return undefined;
}
