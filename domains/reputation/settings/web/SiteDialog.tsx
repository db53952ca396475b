import "@mantine/core/styles/Switch.layer.css";
import { NativeSelect, Switch, Text, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type ReviewSite, reviewSites } from "../../sites/contract.ts";
import { type SiteKind, siteKinds, siteNames } from "../../sites/fields.ts";
import { reviewSettingsTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The site to change; undefined adds one. */
  site: ReviewSite | undefined;
}

interface SiteForm extends Record<string, unknown> {
  kind: SiteKind;
  title: string;
  write_url: string;
  is_shown: 0 | 1;
}

const empty: SiteForm = { kind: "google", title: "", write_url: "", is_shown: 1 };

const { sites: texts } = reviewSettingsTexts;

/** Adds or changes a review site by its link. */
export function SiteDialog({ opened, onClose, site }: Props) {
  const options = { initialValues: empty, invalidates: [reviewSites.all], onSuccess: onClose };
  const add = useCallForm(reviewSites.add, options);
  const update = useCallForm(reviewSites.update, { ...options, params: { id: site?.id ?? 0 } });
  const active = site ? update : add;
  const { form } = active;
  const { setValues, clearErrors } = form;
  useEffect(() => {
    if (!opened) return;
    setValues(
      site ? { kind: site.kind, title: site.title, write_url: site.write_url, is_shown: site.is_shown } : empty,
    );
    clearErrors();
  }, [opened, site, setValues, clearErrors]);
  const { kind, is_shown } = form.values;
  // Yelp asks not to ask, so it is offered only by somebody's own decision.
  const choose = (chosen: SiteKind) =>
    form.setValues({ kind: chosen, ...(!site && { is_shown: chosen === "yelp" ? 0 : 1 }) });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={site ? texts.editTitle : texts.addTitle}
      action={site ? texts.save : texts.add}
      form={active}
    >
      <NativeSelect
        label={texts.kind}
        data={siteKinds.map((value) => ({ value, label: siteNames[value] }))}
        {...form.getInputProps("kind")}
        onChange={({ currentTarget }) => choose(currentTarget.value as SiteKind)}
      />
      {kind === "other" && <TextInput label={texts.name} withAsterisk {...form.getInputProps("title")} />}
      <TextInput
        type="url"
        label={texts.link}
        description={kind === "google" ? texts.linkHints.google : kind === "other" ? texts.linkHints.other : undefined}
        placeholder="https://"
        withAsterisk
        {...form.getInputProps("write_url")}
      />
      <Switch
        label={texts.isShown}
        checked={is_shown === 1}
        onChange={({ currentTarget }) => form.setFieldValue("is_shown", currentTarget.checked ? 1 : 0)}
      />
      {kind === "yelp" && (
        <Text size="sm" c="dimmed">
          {texts.yelp}
        </Text>
      )}
    </FormDialog>
  );
}
