import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Alert } from "../contract.ts";
import { alertTexts } from "./texts.ts";

/** Dims ended alerts. */
export function Faded({ of, children }: { of: Alert; children: string }) {
  return (
    <Text span size="sm" c={of.resolved_at ? "dimmed" : undefined}>
      {children}
    </Text>
  );
}

/** Up to three names and the number of others. */
export function namesOf(agents: readonly string[]): string {
  const [shown, more] = [agents.slice(0, 3).join(", "), agents.length - 3];
  return more > 0 ? alertTexts.andMore(shown, more) : shown;
}

/** The reviews that need a reply. */
export const waitingReviews = "/reviews?show=open";

/** Links to the customer's conversation; of a review its author, and a dash when the alert is not about one person. */
export function Leadsheet(row: Alert) {
  if (row.chat_id === null) return <Faded of={row}>{row.customer_name || "–"}</Faded>;
  return (
    <Anchor component={Link} size="sm" to={`/inbox/all/${row.chat_id}`}>
      {row.customer_name}
    </Anchor>
  );
}
