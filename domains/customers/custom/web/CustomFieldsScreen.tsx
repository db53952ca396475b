import { ActionIcon, Button, Group, Skeleton, Text } from "@mantine/core";
import { IconArchive, IconPencil, IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { DataOf } from "#core/call.ts";
import { useCallAfresh } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { MoveButtons, type MoveStep, movedRows, useFocusAfterMove } from "#core/web/form/moveRows.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { customFields } from "../contract.ts";
import { mostCustomFields } from "../fields.ts";
import classes from "./CustomFieldsScreen.module.css";
import { AddFieldDialog, ChangeFieldDialog } from "./FieldDialogs.tsx";
import { kindNames, customTexts as texts } from "./texts.ts";

type CountedField = DataOf<typeof customFields.counted>["fields"][number];

const refreshes = [customFields.counted, customFields.all];

/** The fields that the business declares for its customers. */
export function CustomFieldsScreen() {
  const { data, error, refetch } = useCallAfresh(customFields.counted);
  const [dialog, setDialog] = useState<"add" | "change">();
  // Kept while the dialog closes, so that its content doesn't change during the transition.
  const [field, setField] = useState<CountedField>();
  // The same until the fields change, so that the focus can follow a field that was moved.
  const inUse = useMemo(() => data?.fields.filter(({ is_archived }) => is_archived === 0) ?? [], [data]);
  const archived = data?.fields.filter(({ is_archived }) => is_archived === 1) ?? [];
  const edit = (chosen: CountedField) => {
    setField(chosen);
    setDialog("change");
  };
  return (
    <Screen title={texts.title}>
      <Section title={texts.title}>
        <Text c="dimmed" mb="md">
          {texts.about} <InfoTooltip about={texts.title}>{texts.more}</InfoTooltip>
        </Text>
        {error && !data && <LoadFailure failure={error} retry={refetch} />}
        {!data && !error && <Skeleton h="12rem" aria-hidden />}
        {data && inUse.length === 0 && <Text mb="md">{texts.none}</Text>}
        {inUse.length > 0 && <FieldList fields={inUse} onEdit={edit} />}
        {data && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={inUse.length >= mostCustomFields}
            onClick={() => setDialog("add")}
          >
            {texts.add}
          </Button>
        )}
      </Section>
      {archived.length > 0 && (
        <Section title={texts.archived}>
          <ul className={classes.fields}>
            {archived.map((one) => (
              <ArchivedField key={one.id} field={one} />
            ))}
          </ul>
        </Section>
      )}
      <AddFieldDialog opened={dialog === "add"} onClose={() => setDialog(undefined)} />
      {field && <ChangeFieldDialog opened={dialog === "change"} onClose={() => setDialog(undefined)} field={field} />}
    </Screen>
  );
}

function FieldList({ fields, onEdit }: { fields: readonly CountedField[]; onEdit: (field: CountedField) => void }) {
  const { list, focusAfter } = useFocusAfterMove<HTMLUListElement>(fields);
  const order = useSend(customFields.order, { invalidates: refreshes, quiet: "success" });
  const archive = useSend(customFields.archive, {
    invalidates: refreshes,
    quiet: "success",
    onSuccess: () => toast.success(texts.archivedToast),
  });
  const move = ({ id }: CountedField, place: number, step: MoveStep) => {
    focusAfter(id, step);
    order.mutate({ body: { field_ids: movedRows(fields, place, step).map((field) => field.id) } });
  };
  const askToArchive = async ({ id, name, customers }: CountedField) => {
    const question = {
      title: texts.archiveTitle(name),
      text: texts.archiveText(customers),
      action: texts.archiveAction,
    };
    if (await confirm(question)) archive.mutate({ params: { field_id: id }, body: { archived: 1 } });
  };
  return (
    <ul className={classes.fields} ref={list}>
      {fields.map((field, place) => (
        <li key={field.id} data-row={field.id}>
          <FieldFacts field={field} />
          <Group gap="0.25rem" wrap="nowrap" className={classes.buttons}>
            <MoveButtons
              up={texts.up(field.name)}
              down={texts.down(field.name)}
              isFirst={place === 0}
              isLast={place === fields.length - 1}
              isBusy={order.isPending}
              onMove={(step) => move(field, place, step)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.edit(field.name)}
              onClick={() => onEdit(field)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.archive(field.name)}
              onClick={() => void askToArchive(field)}
            >
              <IconArchive size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </ul>
  );
}

function FieldFacts({ field: { name, kind, options, key, customers } }: { field: CountedField }) {
  return (
    <div className={classes.facts}>
      <strong dir="auto">{name}</strong>
      <span>
        {kindNames[kind]}
        {options.length > 0 && `: ${options.join(", ")}`}
      </span>
      <span>
        {texts.filled(customers)} · <code>{texts.variable(key)}</code>
      </span>
    </div>
  );
}

function ArchivedField({ field }: { field: CountedField }) {
  const restore = useSend(customFields.archive, {
    invalidates: refreshes,
    quiet: "success",
    onSuccess: () => toast.success(texts.restoredToast),
  });
  return (
    <li>
      <FieldFacts field={field} />
      <Button
        size="xs"
        variant="default"
        loading={restore.isPending}
        aria-label={texts.restore(field.name)}
        onClick={() => restore.mutate({ params: { field_id: field.id }, body: { archived: 0 } })}
      >
        {texts.restoreAction}
      </Button>
    </li>
  );
}
