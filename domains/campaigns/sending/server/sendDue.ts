import type { LocationKey } from "#core/people.ts";
import type { IntervalWork } from "#core/server/domainManifest.ts";
import type { ThreadServer, ThreadWork } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Channel } from "../../rules.ts";
import {
  type CampaignKey,
  type CampaignRow,
  lockCampaignForWork,
  sendingUnheld,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { progressThrottle, publishCampaign } from "../../server/publishCampaign.ts";
import { deleteBatches } from "./batchStore.ts";
import type { CampaignBatch, SendingChannel } from "./channel.ts";
import { claimBatches, parallelBatches } from "./claim.ts";
import { emailChannel } from "./emailChannel.ts";
import { handOver } from "./handOver.ts";
import { hasOpenRows } from "./ledgerStore.ts";
import { textChannel } from "./textChannel.ts";

/** Milliseconds after which a poll ends, so that other processes have their turn. */
const pollMs = 15_000;

/** Hands over what is due of every location's text campaigns, as fast as the carrier takes it. */
export const sendTexts = (server: ThreadServer): Promise<void> => sendDue(server, textChannel);

/** The same of email campaigns, as fast as the mail server takes it. */
export const sendEmails = (server: ThreadServer): Promise<void> => sendDue(server, emailChannel);

/** Sends campaigns of a channel, while there are any, apart from the thread that answers people. */
export const sendApart =
  (channel: Channel, work: ThreadWork): IntervalWork["work"] =>
  async (server) => {
    const sending = await campaignsThatSend(server, channel);
    if (sending.length === 0) return "at rest";
    await server.apart(server, new URL(import.meta.url), work);
    return "soon";
  };

const campaignsThatSend = async ({ within }: Pick<ThreadServer, "within">, channel: Channel) =>
  (await within.eachCell("campaigns that send", ({ db }) => sendingUnheld(db, channel))).flat();

async function sendDue<M, R>(server: ThreadServer, channel: SendingChannel<M, R>): Promise<void> {
  const sending = await campaignsThatSend(server, channel.kind);
  const locations = new Map(sending.map(({ dealer_id, location_id }) => [location_id, { dealer_id, location_id }]));
  const poll = new Poll(server, channel, performance.now() + pollMs);
  const waiting = locations.values();
  const sendNext = async () => {
    for (const location of waiting) if (poll.isOpen) await poll.sendOf(location);
  };
  await allSettled(Array.from({ length: channel.parallelLocations }, sendNext));
  for (const key of sending) await evaluate(server, channel, key);
}

/** Sends until nothing is due, nothing more is taken, or its time is over. */
class Poll<M, R> {
  readonly #server: ThreadServer;
  readonly #channel: SendingChannel<M, R>;
  readonly #endsAt: number;
  #isTaken = true;

  constructor(server: ThreadServer, channel: SendingChannel<M, R>, endsAt: number) {
    this.#server = server;
    this.#channel = channel;
    this.#endsAt = endsAt;
  }

  /** False once nothing is taken for now, whatever location it is from. */
  get isOpen(): boolean {
    return this.#isTaken;
  }

  /** Hands over a location's due messages, some batches at a time. */
  async sendOf(location: LocationKey): Promise<void> {
    const started = new Set<number>();
    const batches = this.#claimed(location);
    const sendNext = async () => {
      for await (const batch of batches) {
        const campaign_ids = [...new Set(batch.messages.map(({ key }) => key.campaign_id))];
        await markStarted(
          this.#server,
          location.dealer_id,
          campaign_ids.filter((id) => !started.has(id)),
        );
        for (const id of campaign_ids) started.add(id);
        if (!(await handOver(this.#server, this.#channel, batch))) this.#isTaken = false;
        await publishProgress(this.#server, this.#channel, location, campaign_ids);
      }
    };
    // A batch that is under way ends, whatever becomes of the other.
    await allSettled(Array.from({ length: parallelBatches }, sendNext));
  }

  /** What is due at a location, batch by batch. While the last one is handed over, the next messages are claimed. */
  async *#claimed(location: LocationKey): AsyncGenerator<CampaignBatch<M>> {
    const claim = () => claimBatches(this.#server, this.#channel, location);
    const nothing = Promise.resolve<CampaignBatch<M>[]>([]);
    let batches: CampaignBatch<M>[] = [];
    let next = claim();
    try {
      for (;;) {
        batches = await next;
        next = nothing;
        if (batches.length === 0) return;
        for (let batch = batches.shift(); batch; batch = batches.shift()) {
          if (batches.length === 0 && this.#isTaken && performance.now() < this.#endsAt) {
            next = claim();
            // Awaited above or below, whatever becomes of this batch.
            next.catch(() => {});
          }
          yield batch;
        }
      }
    } finally {
      // A batch has failed. Nothing of those after it has left, so they are due at once.
      const left = [...batches, ...(await next.catch(() => []))].map(({ id }) => id);
      if (left.length > 0) {
        await this.#server.within.business(location, "give campaign messages back", ({ db }) =>
          deleteBatches(db, location.dealer_id, left),
        );
      }
    }
  }
}

/** Waits for all of it, and only then rejects if some of it did. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(work);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Notes when the first message of these campaigns left. */
async function markStarted({ within }: ThreadServer, dealer_id: number, campaign_ids: readonly number[]) {
  if (campaign_ids.length === 0) return;
  await within.business({ dealer_id }, "a campaign's first message", async ({ db, now }) => {
    await db
      .updateTable("campaigns")
      .set({ sent_at: now() })
      .where("dealer_id", "=", dealer_id)
      .where("id", "in", campaign_ids)
      .where("sent_at", "is", null)
      .execute();
  });
}

/** Evaluates these campaigns and tells the location's browsers how far they are, unless that was lately. */
async function publishProgress<M, R>(
  server: ThreadServer,
  channel: SendingChannel<M, R>,
  location: LocationKey,
  campaign_ids: readonly number[],
): Promise<void> {
  const due = campaign_ids.filter((id) => progressThrottle.isDue(id, performance.now()));
  for (const campaign_id of due) {
    await server.within.business(location, "a campaign's progress", async (unit) => {
      publishCampaign(unit, location, campaign_id);
    });
    await evaluate(server, channel, { dealer_id: location.dealer_id, campaign_id });
  }
}

/** Ends a locked campaign in which everybody has a result, also when somebody paused it. One that paused itself says why. */
export async function endIfDone(unit: UnitOfWork, campaign: CampaignRow): Promise<boolean> {
  const { id, dealer_id, state, paused_from, why } = campaign;
  const key = { dealer_id, campaign_id: id };
  const hasBegun = state === "sending" || (state === "paused" && paused_from === "sending" && why === "");
  if (!hasBegun || (await hasOpenRows(unit.db, key))) return false;
  publishCampaign(unit, campaign, id);
  progressThrottle.forget(id);
  const ended = { state: "sent", paused_from: null, why: "", held_for: "", finished_at: unit.now() } as const;
  await updateCampaign(unit.db, key, ended);
  return true;
}

/** Ends a campaign in which everybody has a result, and pauses one that goes wrong. */
async function evaluate<M, R>(
  { within, log }: ThreadServer,
  channel: SendingChannel<M, R>,
  key: CampaignKey,
): Promise<void> {
  const { dealer_id, campaign_id } = key;
  await within.business({ dealer_id }, "evaluate a campaign", async (unit) => {
    const { db } = unit;
    const campaign = await lockCampaignForWork(db, key);
    if (!campaign || (await endIfDone(unit, campaign)) || campaign.state !== "sending") return;
    const why = await channel.pauseReason(db, key);
    if (why === undefined) return;
    log.warn({ dealer_id, campaign_id, why }, "a campaign paused itself");
    publishCampaign(unit, campaign, campaign_id);
    await updateCampaign(db, key, { state: "paused", paused_from: "sending", why });
  });
}
