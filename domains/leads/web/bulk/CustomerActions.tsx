import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconListCheck, IconMessage, IconTag } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { recipientsPath } from "#domains/campaigns/compose/web/public.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import { leadBulk } from "../../bulk/contract.ts";
import type { Lead } from "../../contract.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import { bulkTexts as texts } from "./texts.ts";
import { useChangeResult } from "./useChangeResult.ts";

interface ChosenProps {
  chosen: readonly Lead[];
  /** All leads of the view are meant. */
  isAll: boolean;
  which: object;
  /** What is chosen: `5 leads`. */
  words: string;
  clear: () => void;
}

/** More people than this are texted as a list. */
const mostPicked = 50;

/** What can be done with the customers of the chosen leads: tag, list and text them. */
export function CustomerActions({ chosen, isAll, which, words, clear }: ChosenProps) {
  const [dialog, setDialog] = useState<"tag" | "list" | "text">();
  const navigate = useNavigate();
  const button = { size: "xs", variant: "default" } as const;
  const common = { which, words, onClose: () => setDialog(undefined), onDone: clear };
  const text = () => {
    const ids = [...new Set(chosen.flatMap(({ customer_id }) => customer_id ?? []))];
    if (isAll || ids.length > mostPicked) return setDialog("text");
    if (ids.length === 0) return toast.info(texts.noneToText);
    const without = chosen.filter(({ customer_id }) => customer_id === null).length;
    if (without > 0) toast.info(texts.leftOut(without));
    navigate(recipientsPath({ customers: ids }));
  };
  return (
    <>
      <Can use={leadBulk.tag}>
        <Button {...button} leftSection={<IconTag size={16} aria-hidden />} onClick={() => setDialog("tag")}>
          {texts.tag}
        </Button>
        <TagManyDialog opened={dialog === "tag"} {...common} />
      </Can>
      <Can use={leadBulk.list}>
        <Button {...button} leftSection={<IconListCheck size={16} aria-hidden />} onClick={() => setDialog("list")}>
          {texts.list}
        </Button>
        <ListManyDialog opened={dialog === "list"} {...common} />
        <Can use={textCampaigns.add}>
          <Button {...button} leftSection={<IconMessage size={16} aria-hidden />} onClick={text}>
            {texts.text}
          </Button>
          <TextManyDialog opened={dialog === "text"} {...common} />
        </Can>
      </Can>
    </>
  );
}

interface ManyProps {
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
  which: object;
  words: string;
}

const refreshes = [...leadRefreshes, leadBulk.current];

/** Tags the customers of the chosen leads. */
function TagManyDialog({ opened, onClose, onDone, which, words }: ManyProps) {
  const { data: tags = [] } = useCall(chatTags.all, {}, { enabled: opened });
  const first = String(tags[0]?.id ?? "");
  const { report } = useChangeResult();
  const tag = useCallForm(leadBulk.tag, {
    initialValues: { tag_id: "" },
    toBody: (values) => ({ ...which, ...values }),
    invalidates: [...refreshes, chatTags.all, customers.table],
    quiet: "success",
    onSuccess: ({ data }) => {
      onClose();
      onDone();
      report(data.change);
    },
  });
  const { getInputProps } = tag.form;
  useFilledForm(tag.form, opened, { tag_id: first });
  const choices = tags.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.tagTitle(words)} action={texts.tag} form={tag}>
      <NativeSelect
        label={texts.tag}
        description={texts.tagHint}
        data={choices.length > 0 ? choices : [{ value: "", label: texts.noTags }]}
        {...getInputProps("tag_id")}
      />
    </FormDialog>
  );
}

const listRefreshes = [...refreshes, lists.search, lists.table, customers.table];

/** Adds the customers of the chosen leads to a list, or to a new one. */
function ListManyDialog({ opened, onClose, onDone, which, words }: ManyProps) {
  const [isNew, setNew] = useState(false);
  const { report } = useChangeResult();
  const list = useCallForm(leadBulk.list, {
    initialValues: { list_id: null as number | null, title: "" },
    toBody: ({ list_id, title }) => ({ ...which, ...(isNew ? { title } : { list_id: list_id ?? "" }) }),
    extraErrors: ({ list_id, title }): Record<string, string> => {
      if (isNew) return title.trim() === "" ? { title: texts.listNameMissing } : {};
      return list_id === null ? { list_id: texts.listMissing } : {};
    },
    invalidates: listRefreshes,
    quiet: "success",
    onSuccess: ({ data }) => {
      onClose();
      onDone();
      report(data.change);
    },
  });
  const { getInputProps } = list.form;
  useFilledForm(list.form, opened, { list_id: null, title: "" }, { onOpen: () => setNew(false) });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.listTitle(words)} action={texts.listAction} form={list}>
      {isNew ? (
        <TextInput label={texts.listName} withAsterisk maxLength={100} autoComplete="off" {...getInputProps("title")} />
      ) : (
        <ListPicker withAsterisk data-autofocus {...getInputProps("list_id")} />
      )}
      <Button variant="subtle" size="xs" mr="auto" onClick={() => setNew(!isNew)}>
        {isNew ? texts.existingList : texts.newList}
      </Button>
    </FormDialog>
  );
}

/** Makes a list of the customers of many leads, and opens a text campaign on it. */
function TextManyDialog({ opened, onClose, onDone, which, words }: ManyProps) {
  const time = useTime();
  const navigate = useNavigate();
  const { report } = useChangeResult();
  const list = useCallForm(leadBulk.list, {
    initialValues: { title: "" },
    toBody: (values) => ({ ...which, ...values }),
    invalidates: listRefreshes,
    quiet: "success",
    onSuccess: ({ data: { change } }) => {
      onClose();
      onDone();
      if (change.state === "done" && change.changed === 0) toast.info(texts.noneToText);
      else report(change);
      if (change.state === "done" && change.changed > 0 && change.list_id !== null)
        navigate(recipientsPath({ list: change.list_id }));
    },
  });
  const { getInputProps } = list.form;
  useFilledForm(list.form, opened, (openedAt) => ({ title: texts.textList(time.dateTime(openedAt)) }));
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.textTitle(words)} action={texts.textAction} form={list}>
      <Text size="sm">{texts.textHint}</Text>
      <TextInput label={texts.listName} withAsterisk maxLength={100} autoComplete="off" {...getInputProps("title")} />
    </FormDialog>
  );
}
