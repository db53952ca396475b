import { NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type Lead, leads } from "../contract.ts";
import { ownersOf, useLeadOptions, useOwnerChoices } from "./leadChoices.ts";
import { amountText } from "./leadWords.ts";
import { leadTexts } from "./texts.ts";
import { leadRefreshes, shortNameOf, useLeadActions, wayBack } from "./useLeadActions.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  lead: Lead;
}

interface MoveProps extends Props {
  /** The stage that was chosen before; without it the dialog asks. */
  stage_id?: number | undefined;
}

const { move: texts } = leadTexts;
const outcomes = Object.entries(texts.outcomes).map(([value, label]) => ({ value, label }));

/** Moves a lead to a stage, with a way back; a won one asks what it was sold for, a lost one why. */
export function MoveLeadDialog({ opened, onClose, lead, stage_id }: MoveProps) {
  const stages = useLeadOptions(opened)?.stages ?? [];
  const stageOf = (id: string) => stages.find((stage) => String(stage.id) === id);
  const kindOf = (id: string) => stageOf(id)?.kind;
  const { move: moveBack } = useLeadActions();
  const move = useCallForm(leads.move, {
    initialValues: { stage_id: "", outcome: "lost" as keyof typeof texts.outcomes, lost_reason: "", sale_price: "" },
    params: { id: lead.id },
    toBody: ({ stage_id, outcome, lost_reason, sale_price }) => {
      const kind = kindOf(stage_id);
      return { stage_id, ...(kind === "lost" && { outcome, lost_reason }), ...(kind === "won" && { sale_price }) };
    },
    extraErrors: ({ stage_id, outcome, lost_reason }): Record<string, string> =>
      kindOf(stage_id) === "lost" && outcome === "lost" && lost_reason.trim() === ""
        ? { lost_reason: texts.reasonMissing }
        : {},
    quiet: "success",
    invalidates: leadRefreshes,
    onSuccess: (_, { body }) => {
      const back = wayBack(before.current);
      toast.undo(texts.moved(stageOf(String(body?.stage_id))?.name ?? ""), () => moveBack.mutate(back));
      onClose();
    },
  });
  // A move may be heard of before its answer is here.
  const before = useRef(lead);
  if (!move.sending) before.current = lead;
  const { values, getInputProps } = move.form;
  const first = String(stage_id ?? lead.stage_id);
  const sale_price = lead.value === null ? "" : amountText(lead.value);
  useFilledForm(move.form, opened, { stage_id: first, outcome: "lost", lost_reason: "", sale_price });

  // Known as the dialog opens, when the focus goes to the first field.
  const kind = kindOf(stage_id === undefined ? values.stage_id : first);
  const chosen = stages.find(({ id }) => id === stage_id);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={chosen ? texts.wonTitle(chosen.name) : texts.title}
      action={texts.action}
      form={move}
    >
      {!chosen && (
        <NativeSelect
          label={texts.stage}
          data={stages.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...getInputProps("stage_id")}
        />
      )}
      {kind === "won" && (
        <>
          <Text>{texts.wonText(shortNameOf(lead))}</Text>
          <TextInput
            label={texts.salePrice}
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            data-autofocus={chosen ? true : undefined}
            {...getInputProps("sale_price")}
          />
        </>
      )}
      {kind === "lost" && (
        <>
          <Text>{texts.lostText(shortNameOf(lead))}</Text>
          <NativeSelect label={texts.outcome} data={outcomes} {...getInputProps("outcome")} />
          <Textarea
            label={texts.lostReason}
            withAsterisk={values.outcome === "lost"}
            maxLength={200}
            autosize
            minRows={2}
            maxRows={5}
            {...getInputProps("lost_reason")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Gives a lead to a member of the team, or to no one. */
export function AssignLeadDialog({ opened, onClose, lead }: Props) {
  const choices = useOwnerChoices(opened);
  const assign = useCallForm(leads.assign, {
    initialValues: { owner_id: "" },
    params: { id: lead.id },
    invalidates: leadRefreshes,
    onSuccess: onClose,
  });
  const { getInputProps } = assign.form;
  useFilledForm(assign.form, opened, { owner_id: String(lead.owner_id ?? "") });
  const { title, action, owner } = leadTexts.assign;
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} action={action} form={assign}>
      <NativeSelect label={owner} data={ownersOf(lead, choices)} {...getInputProps("owner_id")} />
    </FormDialog>
  );
}
