import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { receiveMailEvent, suppressedAddresses } from "#domains/marketing/mailConsent/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { MailResult } from "#ports/email/email.ts";
import { nextMailTry } from "../../email/rules.ts";
import { saveResults, skipRows } from "../../ledger/server/public.ts";
import { type CampaignKey, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { type ClaimedMail, mailLeaseMs, mailLeavesWithin, mailRoundSize, parallelRounds } from "./claimMails.ts";
import { type DelayedMail, delayMails, stampBounce, unknownText } from "./mailLedgerStore.ts";
import { stillToSend } from "./stillToSend.ts";

interface MailAnswer {
  readonly claimed: ClaimedMail;
  readonly result: MailResult;
}

/**
 * Hands a claimed batch to the mail server in small rounds, and saves the answers after each.
 *
 * @returns false when the server takes nothing at all for now.
 */
export async function handOverMails(server: ThreadServer, batch: readonly ClaimedMail[]): Promise<boolean> {
  const starts = Array.from({ length: Math.ceil(batch.length / mailRoundSize) }, (_, round) => round * mailRoundSize);
  let isTaken = true;
  const next = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const answers = await handOverRound(server, batch.slice(start, start + mailRoundSize));
      if (answers.some(({ result }) => result.kind === "busy" && result.retryAfter !== undefined)) isTaken = false;
    }
  };
  await Promise.all(Array.from({ length: parallelRounds }, next));
  return isTaken;
}

async function handOverRound(server: ThreadServer, round: readonly ClaimedMail[]): Promise<readonly MailAnswer[]> {
  const [first] = round;
  if (!first) return [];
  const { dealer_id } = first.key;
  const leaveBy = deadlineIn(server.ports.clock, mailLeavesWithin);
  const own = await stillToSend(server, dealer_id, round, mailLeaseMs(server.ports.email));
  const wanted = await withoutSuppressed(server, dealer_id, own);
  const answers = await Promise.all(
    wanted.map(async (claimed) => ({ claimed, result: await server.ports.email.send(claimed.mail, leaveBy) })),
  );
  await server.within.business({ dealer_id }, "answers to campaign emails", (unit) =>
    saveAnswers(unit, dealer_id, answers),
  );
  await followUp(server, answers);
  return answers;
}

/** Who unsubscribed since the claim gets nothing more. */
async function withoutSuppressed({ within }: ThreadServer, dealer_id: number, own: readonly ClaimedMail[]) {
  if (own.length === 0) return [];
  return within.business({ dealer_id }, "unsubscribed since", async ({ db }) => {
    const addresses = own.map(({ mail }) => mail.to);
    const suppressed = await suppressedAddresses(db, dealer_id, addresses);
    const skipped = own.flatMap(({ key, mail }) => {
      const reason = suppressed.get(mail.to);
      return reason ? [{ ...key, reason }] : [];
    });
    await skipRows(db, dealer_id, skipped);
    return own.filter(({ mail }) => !suppressed.has(mail.to));
  });
}

async function saveAnswers({ db, now }: UnitOfWork, dealer_id: number, answers: readonly MailAnswer[]): Promise<void> {
  const delayed: DelayedMail[] = [];
  const results: Parameters<typeof saveResults>[2][number][] = [];
  for (const { claimed, result } of answers) {
    const { key } = claimed;
    if (result.kind === "accepted") {
      results.push({ ...key, state: "accepted", sid: result.id, error_code: "", error: "" });
    } else if (result.kind === "lost") {
      results.push({ ...key, state: "unknown", sid: null, error_code: "", error: unknownText });
    } else if (result.kind === "refused") {
      const error_code = result.bounce ?? "refused";
      results.push({ ...key, state: "failed", sid: null, error_code, error: result.words });
    } else {
      const due_at = nextTry(claimed, result.retryAfter, now());
      if (due_at) delayed.push({ ...key, due_at });
      else results.push({ ...key, state: "failed", sid: null, error_code: "delayed", error: givenUp });
    }
  }
  await saveResults(db, dealer_id, results, now());
  await delayMails(db, dealer_id, delayed, now());
  for (const { claimed, result } of answers) {
    if (result.kind === "refused" && result.bounce) await stampBounce(db, claimed.key, result.bounce);
  }
}

const givenUp = "Mail servers put this email off for a whole day, so we stopped trying.";

/** A server that takes nothing says for how long; a mail that is put off waits longer each time. */
function nextTry({ delayed_since }: ClaimedMail, retryAfter: number | undefined, now: Date): Date | undefined {
  const next = nextMailTry(delayed_since ?? now, now);
  return next && retryAfter !== undefined ? new Date(now.getTime() + 1000 * retryAfter) : next;
}

/** What refusals mean beyond their mail: nobody has the address, or nobody wants the campaign. */
async function followUp(server: ThreadServer, answers: readonly MailAnswer[]): Promise<void> {
  for (const { claimed, result } of answers) {
    if (result.kind !== "refused" || !result.bounce) continue;
    const { reference } = claimed.mail;
    const { bounce, words } = result;
    await receiveMailEvent(server, {
      kind: "bounced",
      bounce,
      words,
      event_id: `send:${reference}`,
      references: [reference],
    });
    if (bounce === "policy") await pauseForPolicy(server, claimed.key, words);
  }
}

/** The next mails would fare the same. What the server says of us says nothing about the person. */
async function pauseForPolicy({ within, log }: ThreadServer, key: CampaignKey, words: string): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "pause a campaign", async (unit) => {
    const campaign = await lockCampaignForWork(unit.db, key);
    if (campaign?.state !== "sending") return;
    log.warn({ ...key, words }, "a mail server refuses a campaign");
    const why = `a mail server refused it: ${words.slice(0, 300)}`;
    await updateCampaign(unit.db, key, { state: "paused", paused_from: "sending", why });
    publishCampaign(unit, campaign, campaign.id);
  });
}
