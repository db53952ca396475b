import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { MarketingDecision, SkipReason } from "#domains/marketing/rules/rules.ts";
import type { DailyQuota } from "#domains/quotas/rules.ts";
import type { Deadline } from "#ports/deadline.ts";
import type { AudiencePerson } from "../../audience/server/public.ts";
import type { Channel, RecipientKey, RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import type { DueRecipient, SendingCampaign } from "./ledgerStore.ts";

/** Milliseconds beyond the last possible answer before a hand-over counts as over. */
export const graceMs = 3_000;

/** A recipient who may get the message now. */
export interface ReadyRecipient {
  readonly row: DueRecipient;
  readonly person: AudiencePerson;
}

/** One recipient's message, filled in. `M` is what the carrier or the mail server takes. */
export interface CampaignMessage<M> {
  readonly key: RecipientKey;
  readonly address: string;
  readonly outgoing: M;
  /** Identifies its words within the campaign. */
  readonly hash: string;
  readonly segments: number;
  /** Mail servers have put it off since then; null: none has. */
  readonly delayed_since: Date | null;
}

/** A message with what the ledger keeps of its words: a text's body, an email's subject. */
export interface RenderedMessage<M> extends Omit<CampaignMessage<M>, "hash"> {
  readonly words: string;
}

/** Messages that are handed over together, under one lease. */
export interface CampaignBatch<M> {
  readonly id: number;
  readonly dealer_id: number;
  readonly from: string;
  readonly messages: readonly CampaignMessage<M>[];
}

/** What the carrier or the mail server answered. */
export interface HandOverAnswer<M, R> {
  readonly message: CampaignMessage<M>;
  readonly result: R;
}

/** What an answer means for the recipient's row. */
export type AnswerMeaning =
  /** It has a result. */
  | {
      readonly kind: "done";
      readonly state: Extract<RecipientState, "accepted" | "sent" | "delivered" | "failed" | "unknown">;
      readonly sid: string | null;
      readonly error_code: string;
      readonly error: string;
      readonly bounce?: string;
    }
  /** It certainly didn't leave, and is due again then. `isDelay`: mail servers put it off. */
  | { readonly kind: "later"; readonly due_at: Date; readonly isDelay?: boolean }
  /** Whether it was taken is looked up later. */
  | { readonly kind: "lost" };

/** Decides about a due row of the campaign that it was made for. `isTaken`: another campaign just took the address. */
export type ClaimGate = (row: DueRecipient, person: AudiencePerson, isTaken: boolean) => MarketingDecision;

/** What one claim for a location may take, and how it fills the messages in. */
export interface ChannelClaim<M> {
  readonly limit: number;
  /** Our number or address. */
  readonly from: string;
  gate(campaign: SendingCampaign, people: readonly AudiencePerson[]): Promise<ClaimGate>;
  render(ready: readonly ReadyRecipient[]): Promise<RenderedMessage<M>[]>;
  /** How many of the first of them carriers still take today. */
  fitting?(rendered: readonly RenderedMessage<M>[]): number;
  /** Counts those that leave. */
  take?(leaving: readonly RenderedMessage<M>[]): Promise<void>;
}

/** What differs between texts and emails; the rest of the pipeline is the same. */
export interface SendingChannel<M, R> {
  readonly kind: Channel;
  readonly quota: DailyQuota;
  readonly batchSize: number;
  /** Messages of a batch that are on their way at the same time. */
  readonly parallelSends: number;
  readonly parallelLocations: number;
  /** Milliseconds from the start of a hand-over until each of its requests has left, or never leaves. */
  readonly leavesWithin: number;
  /** Milliseconds after which an answer doesn't come any more. */
  answersWithin(ports: ThreadServer["ports"]): number;
  /** The names of its units of work. */
  readonly reasons: { readonly claim: string; readonly begin: string; readonly save: string };
  /** Undefined while nothing of the location may leave. */
  openClaim(
    server: ThreadServer,
    unit: UnitOfWork,
    location: LocationKey,
    campaigns: readonly SendingCampaign[],
  ): Promise<ChannelClaim<M> | undefined>;
  /** Locks the addresses' consent until the session ends: an opt-out is recorded before, and seen, or waits. */
  holdConsent?(db: Db, dealer_id: number, addresses: readonly string[]): Promise<void>;
  /** Why some of the addresses must not be sent anything by now. */
  suppressed(db: Db, dealer_id: number, addresses: readonly string[]): Promise<ReadonlyMap<string, SkipReason>>;
  send(ports: ThreadServer["ports"], outgoing: M, leaveBy: Deadline): Promise<R>;
  meaningOf(answer: HandOverAnswer<M, R>, now: Date): AnswerMeaning;
  /** Whether a lost answer can be looked up. Then so can one that a crash of Postgres forgets. */
  readonly canLookUp: boolean;
  /** Acts on refusals that concern more than their message. @returns false when nothing more is taken for now. */
  followUp(server: ThreadServer, dealer_id: number, answers: readonly HandOverAnswer<M, R>[]): Promise<boolean>;
  /** Why the campaign pauses by itself; undefined when it goes on. */
  pauseReason(db: Db, key: CampaignKey): Promise<string | undefined>;
}

/** Milliseconds from the start of a hand-over until nothing of it can be under way any more. */
export const attemptMs = (
  channel: Pick<SendingChannel<unknown, unknown>, "leavesWithin" | "answersWithin">,
  ports: ThreadServer["ports"],
) => channel.leavesWithin + channel.answersWithin(ports) + graceMs;
