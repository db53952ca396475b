import { Alert, Group } from "@mantine/core";
import { KeepButton, type MovingLead, useMovesOnText } from "./Cells.tsx";
import { useLeadActions } from "./useLeadActions.ts";

/** What happens to a lead if nobody answers, and the button that stops it, for its owner. */
export function MovesOn({ lead, due }: { lead: MovingLead; due: string }) {
  const { keep } = useLeadActions();
  return (
    <Alert color="yellow" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{useMovesOnText(due)}</span>
        <KeepButton lead={lead} onKeep={() => keep.mutate({ params: { id: lead.id } })} />
      </Group>
    </Alert>
  );
}
