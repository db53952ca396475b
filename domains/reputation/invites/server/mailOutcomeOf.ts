import type { SkipReason } from "#domains/marketing/gate/rules.ts";
import type { MarketingMailOutcome } from "#domains/marketing/mail/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";

/** What follows for an invite from what became of its mail. */
export type InviteMailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "later"; readonly words: string }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  | { readonly kind: "failed"; readonly words: string };

/** Sends a mail, and says what follows for its invite. A mail whose answer is lost isn't sent again. */
export async function mailOutcomeOf(send: () => Promise<MarketingMailOutcome>): Promise<InviteMailOutcome> {
  try {
    const outcome = await send();
    if (outcome.kind === "skipped") return outcome;
    if (outcome.kind === "unready") return { kind: "failed", words: "The location has no mailing address" };
    if (outcome.kind === "busy") return { kind: "later", words: "The mail server was busy" };
    if (outcome.kind === "lost") return { kind: "failed", words: "The mail server didn't answer" };
    return outcome.kind === "refused" ? { kind: "failed", words: outcome.words } : { kind: "sent" };
  } catch (error) {
    if (error instanceof QuotaReached) return { kind: "later", words: error.message };
    throw error;
  }
}
