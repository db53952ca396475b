import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/List.layer.css";
import { Alert, List, Radio, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { DeletedRow } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { customText } from "#domains/customers/custom/rules.ts";
import { deletedCustomer } from "#domains/customers/deletion/rules.ts";
import { type ChoiceName, type ComparedCustomer, duplicates, type LikelyPair, type MergePlan } from "../contract.ts";
import {
  choiceText,
  choiceValue,
  differences,
  preferredCustomer,
  suggestedChoices,
  suggestedCustom,
} from "../rules.ts";
import { affectedCalls } from "./affectedCalls.ts";

const deletedPlans = (id: number): DeletedRow[] =>
  ["kept_id", "merged_id"].map((field) => ({ id, calls: [[duplicates.plan, field]] }));

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
  const [takeCustom, setTakeCustom] = useState<readonly string[]>(() => suggestedCustom(kept.custom, merged.custom));
  const body = { kept_id: kept.id, merged_id: merged.id };
  const plan = useCall(duplicates.plan, { body }, { enabled: opened });

  const keep = (person: ComparedCustomer) => {
    setKept(person);
    const lost = person.id === one.id ? other : one;
    setTake(suggestedChoices(person, lost));
    setTakeCustom(suggestedCustom(person.custom, lost.custom));
  };
  // Resets on each opening.
  useEffect(() => {
    if (!opened) return;
    const first = preferredCustomer(one, other);
    setKept(first);
    const lost = first.id === one.id ? other : one;
    setTake(suggestedChoices(first, lost));
    setTakeCustom(suggestedCustom(first.custom, lost.custom));
  }, [opened, one, other]);

  const merge = useSend(duplicates.merge, {
    invalidates: affectedCalls,
    updates: (cache) => forgetRows(cache, [...deletedCustomer(merged), ...deletedPlans(merged.id)]),
    onSuccess: ({ data }) => {
      onClose();
      navigate(`/customer/${data.kept_id}`);
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (plan.data?.cannot_merge === "")
      merge.mutate({ body: { ...body, take: [...take], take_custom: [...takeCustom] } });
  };
  const form = { submit, sending: merge.isPending };

  return (
    <FormDialog opened={opened} onClose={onClose} title="Merge two customers" action="Merge" form={form} size="lg">
      <Radio.Group
        label="Keep"
        description="You'll keep texting their phone."
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
      {plan.data?.custom_fields.map((field) => (
        <Radio.Group
          key={field.key}
          label={field.name}
          value={takeCustom.includes(field.key) ? "merged" : "kept"}
          onChange={(from) =>
            setTakeCustom((previous) => [
              ...previous.filter((key) => key !== field.key),
              ...(from === "merged" ? [field.key] : []),
            ])
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="kept" label={customText(field, kept.custom[field.key] ?? "") || "Nothing"} />
            <Radio value="merged" label={customText(field, merged.custom[field.key] ?? "") || "Nothing"} />
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

interface MergeOutcomeProps {
  plan: MergePlan | undefined;
  failure: CallError | null;
}

const pluralize = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** What a merge will do, or why it is not possible. */
function MergeOutcome({ plan, failure }: MergeOutcomeProps) {
  const reason = failure?.message ?? plan?.cannot_merge;
  if (reason) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="They can't be merged">
        {reason}
      </Alert>
    );
  }
  if (!plan) return <Skeleton height={96} role="status" aria-label="Checking what will change" />;
  const { kept, merged, messages, appointments, lists, becomes_opted_out } = plan;
  const moved = [
    messages > 0 && pluralize(messages, "message"),
    appointments > 0 && pluralize(appointments, "appointment"),
  ].filter(Boolean);
  return (
    <Alert color="blue" title="What will change" role="status">
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
        <List.Item>You can undo this for 30 days.</List.Item>
      </List>
    </Alert>
  );
}
