import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { MultiSelect, NativeSelect, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeyOf } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { kindChoices, useLeadOptions } from "#domains/leads/web/leadChoices.ts";
import type { RuleTarget } from "../../fields.ts";
import { type LeadAssignment, leadAssignment } from "../contract.ts";
import { valuesToEdit } from "./ruleForm.ts";
import { assignmentTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The rules as they were when it opened: what others save meanwhile is refused. */
  assignment: LeadAssignment;
  /** The rule to change; undefined adds one. */
  id: number | undefined;
}

const { fields } = texts;
const choices = <V extends string>(names: Readonly<Record<V, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));
const kinds = [{ value: "", label: fields.anyKind }, ...kindChoices];
const vehicles = choices(texts.vehicles);
const targets = choices(texts.targets);

/** Adds or changes one rule. It is saved with the others, as they were when it opened. */
export function RuleDialog({ opened, onClose, assignment, id }: Props) {
  const cache = useQueryClient();
  const sources = useLeadOptions()?.sources ?? [];
  const save = useCallForm(leadAssignment.save, {
    initialValues: valuesToEdit(assignment, id),
    onSuccess: (answer) => {
      cache.setQueryData(queryKeyOf(leadAssignment.shown), answer);
      onClose();
    },
    onFailure: ({ status }) => {
      if (status === 409) void cache.invalidateQueries({ queryKey: [leadAssignment.shown.name] });
    },
  });
  const { form } = save;
  // They are saved with their version, so others' changes meanwhile are refused.
  useFilledForm(form, opened, valuesToEdit(assignment, id), { follows: false });
  const { rules } = form.values;
  const at = id === undefined ? rules.length - 1 : rules.findIndex((rule) => rule.id === id);
  const rule = rules[at];
  if (!rule) return null;
  const input = (name: string) => form.getInputProps(`rules.${at}.${name}`);
  const sourcesError = Object.entries(form.errors).find(([field]) => field.startsWith(`rules.${at}.sources`));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={id === undefined ? texts.addTitle : texts.editTitle}
      action={id === undefined ? texts.add : texts.save}
      form={save}
      comparesValues
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label={fields.kind} data={kinds} {...input("kind")} />
        <NativeSelect label={fields.vehicle} data={vehicles} {...input("vehicle_status")} />
      </SimpleGrid>
      <TagsInput
        label={fields.sources}
        description={fields.sourcesHint}
        data={sources}
        maxLength={100}
        acceptValueOnBlur
        {...input("sources")}
        error={sourcesError?.[1]}
      />
      <NativeSelect
        label={fields.target}
        data={targets}
        {...input("target")}
        onChange={({ currentTarget }) => form.setFieldValue(`rules.${at}.target`, currentTarget.value as RuleTarget)}
      />
      {rule.target === "members" && (
        <MultiSelect
          label={fields.members}
          withAsterisk
          data={distinctOptions(assignment.team.map(({ id, name }) => ({ value: String(id), label: name })))}
          searchable
          hidePickedOptions
          {...input("member_ids")}
        />
      )}
      {rule.target !== "nobody" && (
        <>
          <TextInput
            label={fields.mostOpen}
            description={fields.mostOpenHint}
            inputMode="numeric"
            autoComplete="off"
            {...input("most_open")}
          />
          <TextInput
            label={fields.nextAfter}
            description={fields.nextAfterHint}
            inputMode="numeric"
            autoComplete="off"
            {...input("next_after")}
          />
        </>
      )}
    </FormDialog>
  );
}
