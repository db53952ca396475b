import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useSession } from "#core/web/session/session.ts";
import { type Lead, leads } from "#domains/leads/contract.ts";
import type { FollowUpPlan } from "#domains/leads/plans/contract.ts";
import { leadBulk } from "../../bulk/contract.ts";
import { useChangeResult } from "../bulk/useChangeResult.ts";
import { nameOfLead } from "../Cells.tsx";
import { planTexts } from "./texts.ts";
import { planRefreshes } from "./usePlanEditor.ts";

const { start_: texts } = planTexts;

/** Starts a plan for leads that are found by searching. */
export function StartForDialog({
  opened,
  onClose,
  plan,
}: {
  opened: boolean;
  onClose: () => void;
  plan: FollowUpPlan;
}) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  useEffect(() => {
    if (!opened) return;
    setSearch("");
    setChosen([]);
  }, [opened]);
  const [asked] = useDebouncedValue(search, 250);
  const isAgent = useSession()?.user_type === "agent";
  const body = { show: isAgent ? "mine" : "open", length: 25, search: { value: asked } } as const;
  const { data } = useCall(leads.table, { body }, { enabled: opened, keepPrevious: true });
  const { report } = useChangeResult();
  const start = useSend(leadBulk.startPlan, {
    quiet: "success",
    invalidates: [...planRefreshes, leadBulk.current],
    onSuccess: ({ data: { change } }) => {
      onClose();
      report(change);
    },
  });
  const toggle = ({ id }: Lead) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return (
    <Modal opened={opened} onClose={onClose} title={texts.forTitle(plan.name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.length > 0) start.mutate({ body: { lead_ids: [...chosen], plan_id: plan.id } });
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{isAgent ? texts.ownOnly : texts.oneAtATime}</Text>
          <TextInput
            type="search"
            data-autofocus
            aria-label={texts.search}
            placeholder={texts.search}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {!data && <Skeleton h="10rem" aria-hidden />}
          {data?.length === 0 && <Text size="sm">{texts.nothing}</Text>}
          <Stack gap={6} mah="20rem" style={{ overflowY: "auto" }}>
            {data?.map((lead) => (
              <Checkbox
                key={lead.id}
                checked={chosen.includes(lead.id)}
                disabled={lead.plan !== null || lead.is_opted_out}
                label={[
                  nameOfLead(lead),
                  lead.vehicle,
                  lead.plan ? texts.inPlan(lead.plan.name) : lead.is_opted_out ? planTexts.figures.opted_out : "",
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
                onChange={() => toggle(lead)}
              />
            ))}
          </Stack>
          <Group justify="flex-end">
            <Button type="submit" disabled={chosen.length === 0} loading={start.isPending}>
              {texts.chosen(chosen.length)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
