import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Button, Checkbox, Group, NativeSelect, Skeleton, Switch, Text, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { AnswerPreviews } from "#domains/inbox/autoReplies/web/public.tsx";
import { leadKinds } from "#domains/leads/fields.ts";
import { kindNames } from "#domains/leads/rules.ts";
import { useLeadOptions } from "#domains/leads/web/leadChoices.ts";
import { MessageEditor } from "#domains/templates/text/web/public.tsx";
import { answerVariables, type FirstAnswerSettings, firstAnswers, mostSources } from "../contract.ts";
import { answerTo, filledAnswer, wordsOfSource } from "../rules.ts";
import classes from "./public.module.css";
import { firstAnswerTexts as texts } from "./texts.ts";

/** Whether the location texts new leads at once, which of them, and what they get. */
export function FirstAnswerForm() {
  const { data, error, refetch } = useCall(firstAnswers.settings);
  if (error && !data) return <LoadFailure failure={error} retry={refetch} />;
  if (!data) return <Skeleton h="4rem" aria-hidden />;
  return <SettingsForm settings={data} />;
}

type AnswerForm = CallForm<FirstAnswerSettings>["form"];

function SettingsForm({ settings }: { settings: FirstAnswerSettings }) {
  const change = useCallForm(firstAnswers.changeSettings, {
    initialValues: settings,
    invalidates: [firstAnswers.settings],
    onSuccess: ({ data }) => {
      change.form.setInitialValues(data);
      change.form.setValues(data);
    },
    // A field that isn't shown couldn't say what is wrong with it.
    onFailure: ({ fields }) => setShown((source) => placeOfError(fields) ?? source),
  });
  const [shown, setShown] = useState(-1);
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  const { is_on, listed_only, sources } = form.values;
  const at = sources[shown] ? shown : -1;
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Switch
          label={texts.isOn}
          description={texts.isOnHint}
          checked={is_on === 1}
          onChange={({ currentTarget }) => form.setFieldValue("is_on", currentTarget.checked ? 1 : 0)}
        />
        <InfoTooltip about={texts.who}>{texts.whoHint}</InfoTooltip>
      </Group>
      {is_on === 1 && (
        <>
          <Checkbox.Group label={texts.kinds} {...form.getInputProps("kinds")}>
            <Group gap="md" mt="xs">
              {leadKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={kindNames[kind]} />
              ))}
            </Group>
          </Checkbox.Group>
          <NativeSelect
            label={texts.sources}
            data={[
              { value: "0", label: texts.allSources },
              { value: "1", label: texts.listedOnly },
            ]}
            value={String(listed_only)}
            onChange={({ currentTarget }) => form.setFieldValue("listed_only", currentTarget.value === "1" ? 1 : 0)}
          />
          <Sources form={form} at={at} onShow={setShown} />
          <Words form={form} at={at} />
        </>
      )}
      <Button type="submit" variant="default" loading={sending} aria-label={texts.save}>
        Save
      </Button>
    </form>
  );
}

/** The listed source whose words have an error; -1: those of every source. */
function placeOfError(fields: Readonly<Record<string, string | undefined>>): number | undefined {
  const [field] = Object.keys(fields);
  const [, place] = /^sources\.(\d+)\./.exec(field ?? "") ?? [];
  if (place !== undefined) return Number(place);
  return field?.endsWith("_words") ? -1 : undefined;
}

interface ShownWordsProps {
  form: AnswerForm;
  /** The place of the source whose words are shown; -1: those of every other. */
  at: number;
}

/** Chooses whose words are shown, and lists further sources. */
function Sources({ form, at, onShow }: ShownWordsProps & { onShow: (at: number) => void }) {
  const suggestions = useId();
  const known = useLeadOptions()?.sources ?? [];
  const [typed, setTyped] = useState("");
  const { sources } = form.values;
  const shown = sources[at];
  const add = () => {
    const source = typed.trim();
    if (source === "") return;
    setTyped("");
    const listed = wordsOfSource(sources, source);
    if (listed) return onShow(sources.indexOf(listed));
    form.setFieldValue("sources", [...sources, { source, open_words: "", closed_words: "", holiday_words: "" }]);
    onShow(sources.length);
  };
  const remove = () => {
    form.setFieldValue(
      "sources",
      sources.filter((_, place) => place !== at),
    );
    onShow(-1);
  };
  return (
    <div className={classes.sources}>
      <NativeSelect
        label={texts.wordsFor}
        data={[
          { value: "-1", label: sources.length === 0 ? texts.noSources : texts.everySource },
          ...sources.map(({ source }, place) => ({ value: String(place), label: source })),
        ]}
        value={String(at)}
        error={form.errors.sources}
        onChange={({ currentTarget }) => onShow(Number(currentTarget.value))}
      />
      {shown ? (
        <Button variant="default" onClick={remove}>
          {texts.remove(shown.source)}
        </Button>
      ) : (
        sources.length < mostSources && (
          <>
            <TextInput
              label={texts.newSource}
              autoComplete="off"
              list={suggestions}
              maxLength={100}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add();
              }}
            />
            <datalist id={suggestions}>
              {known.map((source) => (
                <option key={source} value={source} />
              ))}
            </datalist>
            <Button variant="default" onClick={add} disabled={typed.trim() === ""}>
              {texts.add}
            </Button>
          </>
        )
      )}
    </div>
  );
}

const hours = ["open", "closed", "holiday"] as const;

/** The words of a source, or of every other, with what somebody would get. */
function Words({ form, at }: ShownWordsProps) {
  const settings = form.values;
  const own = settings.sources[at];
  const source = own?.source ?? "";
  const editing = (hour: (typeof hours)[number]) => {
    const name = `${hour}_words` as const;
    const path = own ? `sources.${at}.${name}` : name;
    return {
      value: own ? own[name] : settings[name],
      error: form.errors[path],
      onChange: (text: string) => form.setFieldValue(path, text),
    };
  };
  if (!own && settings.listed_only === 1) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <>
      {own && <Text c="dimmed">{texts.ownHint}</Text>}
      {hours.map((hour) => (
        <MessageEditor
          key={`${at} ${hour}`}
          label={texts[hour]}
          rows={3}
          variables={answerVariables}
          {...editing(hour)}
        />
      ))}
      <AnswerPreviews
        textAt={(opening, values) => {
          const kind = settings.kinds[0] ?? "sales";
          const words = answerTo({ ...settings, kinds: [kind] }, { kind, source }, opening);
          return words && filledAnswer(words, { ...values, vehicle: texts.shownVehicle });
        }}
      />
    </>
  );
}

export { firstAnswerTexts } from "./texts.ts";
