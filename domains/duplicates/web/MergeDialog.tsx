import "@mantine/core/styles/Radio.layer.css";
import { Radio, Stack } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { type ChoiceName, type ComparedCustomer, duplicates, type LikelyPair } from "../contract.ts";
import { choiceText, choiceValue, differences, preferredCustomer, suggestedChoices } from "../rules.ts";
import { affectedCalls } from "./affectedCalls.ts";
import { MergeOutcome } from "./MergeOutcome.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  pair: LikelyPair;
}

/** Merges two customers after choosing whom and which values to keep. */
export function MergeDialog({ opened, onClose, pair: { one, other } }: Props) {
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => preferredCustomer(one, other));
  const merged = kept.id === one.id ? other : one;
  const [take, setTake] = useState<readonly ChoiceName[]>([]);
  const body = { kept_id: kept.id, merged_id: merged.id };
  const plan = useCall(duplicates.plan, { body }, { enabled: opened });

  const keep = (person: ComparedCustomer) => {
    setKept(person);
    setTake(suggestedChoices(person, person.id === one.id ? other : one));
  };
  // Resets on each opening.
  useEffect(() => {
    if (!opened) return;
    const first = preferredCustomer(one, other);
    setKept(first);
    setTake(suggestedChoices(first, first.id === one.id ? other : one));
  }, [opened, one, other]);

  const merge = useSend(duplicates.merge, {
    invalidates: affectedCalls,
    onSuccess: ({ data }) => {
      onClose();
      navigate(`/customer/${data.kept_id}`);
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (plan.data?.cannot_merge === "") merge.mutate({ body: { ...body, take: [...take] } });
  };
  const form = { submit, sending: merge.isPending };

  return (
    <FormDialog opened={opened} onClose={onClose} title="Merge two customers" action="Merge" form={form} size="lg">
      <Radio.Group
        label="Keep"
        description="Their phone stays the one that you text to."
        value={String(kept.id)}
        onChange={(id) => keep(id === String(one.id) ? one : other)}
      >
        <Stack gap="xs" mt="xs">
          {[one, other].map((person) => (
            <Radio key={person.id} value={String(person.id)} label={labelOf(person)} />
          ))}
        </Stack>
      </Radio.Group>
      {differences(one, other).map((choice) => (
        <Radio.Group
          key={choice}
          label={choiceText(choice)}
          value={take.includes(choice) ? "merged" : "kept"}
          onChange={(from) =>
            setTake((previous) => [
              ...previous.filter((name) => name !== choice),
              ...(from === "merged" ? [choice] : []),
            ])
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="kept" label={choiceValue(kept, choice) || "Nothing"} />
            <Radio value="merged" label={choiceValue(merged, choice) || "Nothing"} />
          </Stack>
        </Radio.Group>
      ))}
      <MergeOutcome plan={plan.data} failure={plan.error} />
    </FormDialog>
  );
}

function labelOf({ customer_name, phone }: ComparedCustomer): string {
  const number = formatPhone(phone);
  return customer_name === number ? number : `${customer_name}, ${number}`;
}
