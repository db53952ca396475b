import { Alert, List, Skeleton } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { CallError } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import type { MergePlan } from "../contract.ts";

interface Props {
  plan: MergePlan | undefined;
  failure: CallError | null;
}

const pluralize = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** What a merge will do, or why it is not possible. */
export function MergeOutcome({ plan, failure }: Props) {
  const reason = failure?.message ?? plan?.cannot_merge;
  if (reason) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="They can't be merged">
        {reason}
      </Alert>
    );
  }
  if (!plan) return <Skeleton height={96} role="status" aria-label="Looking at what will happen" />;
  const { kept, merged, messages, appointments, lists, becomes_opted_out } = plan;
  const moved = [
    messages > 0 && pluralize(messages, "message"),
    appointments > 0 && pluralize(appointments, "appointment"),
  ].filter(Boolean);
  return (
    <Alert color="blue" title="What will happen" role="status">
      <List size="sm" spacing={4}>
        {moved.length > 0 && (
          <List.Item>
            Moves {moved.join(" and ")} to {kept.customer_name}
          </List.Item>
        )}
        {lists.length > 0 && <List.Item>Adds them to the lists {lists.join(", ")}</List.Item>}
        <List.Item>
          Texts from {formatPhone(merged.phone)} arrive in the same conversation; yours go to {formatPhone(kept.phone)}.
        </List.Item>
        {becomes_opted_out === 1 && (
          <List.Item>One of the two has opted out, so {kept.customer_name} can no longer be texted.</List.Item>
        )}
        <List.Item>This can be undone for 30 days.</List.Item>
      </List>
    </Alert>
  );
}
