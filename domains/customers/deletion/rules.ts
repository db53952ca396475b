import type { DeletedRow } from "#core/call.ts";
import { countText } from "#core/count.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { type OpenWork, restoreDays } from "./contract.ts";

const aDay = 24 * 3_600_000;
/** Who was deleted before can't be restored any more. */
export const oldestRestorable = (now: Date) => new Date(now.getTime() - restoreDays * aDay);

/** What shows a customer who was deleted or merged, and their conversation. */
export const deletedCustomer = ({
  id,
  chat_id,
}: {
  readonly id: number;
  readonly chat_id?: number | null;
}): DeletedRow[] => [
  {
    id,
    calls: [
      [customers.details, "id"],
      [consent.history, "id"],
    ],
    param: "customer_id",
  },
  ...(chat_id ? [{ id: chat_id, calls: [], param: "chat_id" }] : []),
];

/** `2 coming appointments, 1 open task and 3 scheduled texts`; empty without any. */
export function workText(work: readonly OpenWork[]): string {
  const parts = work.flatMap(({ what, count }) => (count > 0 ? [countOf(count, what)] : []));
  const last = parts.pop();
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : (last ?? "");
}

const countOf = (count: number, noun: string) => `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** What restoring did, as one sentence or two. */
export function restoredText({ restored, refused }: { restored: number; refused: number }): string {
  const sentences = [
    restored > 0 && `${countOf(restored, "customer")} restored`,
    refused > 0 && `${countOf(refused, "customer")} couldn't be restored: the phone belongs to another customer now`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(". ") : "Nothing to restore";
}
