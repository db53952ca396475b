import { Button, NativeSelect, Textarea } from "@mantine/core";
import { IconDownload, IconProgress, IconRoute, IconTrash, IconUser } from "@tabler/icons-react";
import { useState } from "react";
import type { BodyInput } from "#core/call.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import type { AllRows } from "#core/web/table/DataTable.tsx";
import { leadBulk } from "../../bulk/contract.ts";
import { type Lead, leads } from "../../contract.ts";
import { useLeadOptions, useOwnerChoices } from "../leadChoices.ts";
import { openStages } from "../StageRing.tsx";
import { leadTexts } from "../texts.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import { CustomerActions } from "./CustomerActions.tsx";
import { bulkTexts as texts } from "./texts.ts";
import { useChangeResult } from "./useChangeResult.ts";

const StartPlanDialog = lazyDialog(() => import("../plans/StartPlanDialog.tsx"), "StartPlanDialog");

type BulkView = Pick<BodyInput<typeof leadBulk.remove>, "show" | "stage_id" | "owner_id" | "kind" | "source">;

interface Props {
  chosen: readonly Lead[];
  clear: () => void;
  all: AllRows;
  /** The filters of the table. */
  view: BulkView;
}

const refreshes = [...leadRefreshes, leadBulk.current];

/** What can be done with the selected leads, or with all that the view shows. */
export function ChosenLeads({ chosen, clear, all, view }: Props) {
  const [dialog, setDialog] = useState<"assign" | "move" | "plan">();
  const which = all.isChosen
    ? { all: 1 as const, ...view, search: all.search }
    : { lead_ids: chosen.map(({ id }) => id) };
  const words = texts.chosen(chosen.length, all.isChosen);
  const { report } = useChangeResult();
  const remove = useSend(leadBulk.remove, {
    quiet: "success",
    invalidates: refreshes,
    onSuccess: ({ data }) => {
      clear();
      report(data.change);
    },
  });
  const exported = useExportCommand(
    leads.export,
    all.isChosen ? { ...view, search: all.search } : { show: "all", lead_ids: chosen.map(({ id }) => id) },
  );
  const askToDelete = async () => {
    const isConfirmed = await confirm({
      title: texts.removeTitle(words),
      text: texts.removeText,
      action: texts.remove,
      danger: true,
    });
    if (isConfirmed) remove.mutate({ body: which });
  };
  const button = { size: "xs", variant: "default" } as const;
  const common = { which, words, onClose: () => setDialog(undefined), onDone: clear };
  return (
    <>
      <Button {...button} leftSection={<IconUser size={16} aria-hidden />} onClick={() => setDialog("assign")}>
        {texts.assign}
      </Button>
      <Button {...button} leftSection={<IconProgress size={16} aria-hidden />} onClick={() => setDialog("move")}>
        {texts.stage}
      </Button>
      <CustomerActions chosen={chosen} isAll={all.isChosen} which={which} words={words} clear={clear} />
      <Button {...button} leftSection={<IconRoute size={16} aria-hidden />} onClick={() => setDialog("plan")}>
        {leadTexts.actions.startPlan}
      </Button>
      <Can use={leads.export}>
        <Button
          {...button}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exported.loading ?? false}
          onClick={exported.onClick}
        >
          {texts.export}
        </Button>
      </Can>
      <Can use={leadBulk.remove}>
        <Button
          {...button}
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isPending}
          onClick={() => void askToDelete()}
        >
          {texts.remove}
        </Button>
      </Can>
      <AssignManyDialog opened={dialog === "assign"} {...common} />
      <MoveManyDialog opened={dialog === "move"} {...common} />
      <StartPlanDialog opened={dialog === "plan"} {...common} />
    </>
  );
}

interface ManyLeadsProps {
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
  which: object;
  /** What is chosen: `5 leads`. */
  words: string;
}

/** Gives the chosen leads to a member of the team, or to no one. */
function AssignManyDialog({ opened, onClose, onDone, which, words }: ManyLeadsProps) {
  const choices = useOwnerChoices(opened) ?? [];
  const { report } = useChangeResult();
  const assign = useCallForm(leadBulk.assign, {
    initialValues: { to_owner_id: "" },
    toBody: (values) => ({ ...which, ...values }),
    invalidates: refreshes,
    quiet: "success",
    onSuccess: ({ data }) => {
      onClose();
      onDone();
      report(data.change);
    },
  });
  const { getInputProps } = assign.form;
  useFilledForm(assign.form, opened, { to_owner_id: "" });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.assignTitle(words)} action={texts.assign} form={assign}>
      <NativeSelect
        label={leadTexts.assign.owner}
        data={[{ value: "", label: leadTexts.unassigned }, ...choices]}
        {...getInputProps("to_owner_id")}
      />
    </FormDialog>
  );
}

const { move: moveTexts } = leadTexts;
const outcomes = Object.entries(moveTexts.outcomes).map(([value, label]) => ({ value, label }));

/** Moves the chosen leads to a stage; a lost one asks why, once. */
function MoveManyDialog({ opened, onClose, onDone, which, words }: ManyLeadsProps) {
  const known = useLeadOptions(opened)?.stages ?? [];
  const stages = [...openStages(known), ...known.filter(({ kind }) => kind !== "open")];
  const first = String(stages[0]?.id ?? "");
  const kindOf = (id: string) => stages.find((stage) => String(stage.id) === id)?.kind;
  const { report } = useChangeResult();
  const move = useCallForm(leadBulk.move, {
    initialValues: { to_stage_id: "", outcome: "lost" as keyof typeof moveTexts.outcomes, lost_reason: "" },
    toBody: (values) => ({
      ...which,
      ...(kindOf(values.to_stage_id) === "lost" ? values : { to_stage_id: values.to_stage_id }),
    }),
    extraErrors: ({ to_stage_id, outcome, lost_reason }): Record<string, string> =>
      kindOf(to_stage_id) === "lost" && outcome === "lost" && lost_reason.trim() === ""
        ? { lost_reason: moveTexts.reasonMissing }
        : {},
    invalidates: refreshes,
    quiet: "success",
    onSuccess: ({ data }) => {
      onClose();
      onDone();
      report(data.change);
    },
  });
  const { values, getInputProps } = move.form;
  useFilledForm(move.form, opened, { to_stage_id: first, outcome: "lost", lost_reason: "" });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.moveTitle(words)} action={moveTexts.action} form={move}>
      <NativeSelect
        label={moveTexts.stage}
        data={stages.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...getInputProps("to_stage_id")}
      />
      {kindOf(values.to_stage_id) === "lost" && (
        <>
          <NativeSelect label={moveTexts.outcome} data={outcomes} {...getInputProps("outcome")} />
          <Textarea
            label={moveTexts.lostReason}
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
