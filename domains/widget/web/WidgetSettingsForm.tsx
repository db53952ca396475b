import "@mantine/core/styles/Switch.layer.css";
import { Alert, Button, NativeSelect, Skeleton, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { maxGreeting, type ShownWidget, sides, widget } from "../contract.ts";
import { SnippetKey } from "./SnippetKey.tsx";
import { widgetSettingsTexts as texts } from "./texts.ts";
import { WidgetPreview } from "./WidgetPreview.tsx";
import classes from "./WidgetSettings.module.css";

/** How the location's widget looks and where it may be shown. */
export function WidgetSettingsForm({ business }: { business: string }) {
  const { data, error } = useCall(widget.settings);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="24rem" aria-hidden />;
  return (
    <>
      <SnippetKey widget={data} />
      <SettingsForm settings={data} business={business} />
    </>
  );
}

const lines = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function SettingsForm({ settings, business }: { settings: ShownWidget; business: string }) {
  const { default_greeting, default_closed_greeting, seen_on, sites, ...rest } = settings;
  const { previous_until, previous_used_at, previous_used_on, ...values } = rest;
  const change = useCallForm(widget.change, {
    initialValues: { ...values, sites: sites.join("\n") },
    toBody: (typed) => ({ ...typed, sites: lines(typed.sites) }),
    invalidates: [widget.settings],
    onSuccess: ({ data }) => change.form.setFieldValue("sites", data.sites.join("\n")),
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  const isOn = form.values.is_on === 1;
  const canLock = seen_on.length > 0 && form.values.sites.trim() === "";
  return (
    <div className={classes.sides}>
      <form noValidate onSubmit={submit} className={classes.form}>
        <Switch
          label={texts.isOn}
          checked={isOn}
          onChange={({ currentTarget }) => form.setFieldValue("is_on", currentTarget.checked ? 1 : 0)}
        />
        <Textarea
          label={texts.greeting}
          placeholder={default_greeting}
          maxLength={maxGreeting}
          autosize
          minRows={2}
          {...form.getInputProps("greeting")}
        />
        <Textarea
          label={texts.closedGreeting}
          placeholder={default_closed_greeting}
          maxLength={maxGreeting}
          autosize
          minRows={2}
          {...form.getInputProps("closed_greeting")}
        />
        <div className={classes.pair}>
          <TextInput type="color" label={texts.color} {...form.getInputProps("color")} />
          <NativeSelect
            label={texts.side}
            data={sides.map((side) => ({ value: side, label: texts.sides[side] }))}
            {...form.getInputProps("side")}
          />
        </div>
        <Textarea
          label={texts.sites}
          description={texts.sitesHint}
          autosize
          minRows={2}
          {...form.getInputProps("sites")}
          error={sitesError(form.errors)}
        />
        {canLock && (
          <Text fz="sm" c="dimmed">
            {texts.seen(seen_on)}{" "}
            <Button
              variant="transparent"
              size="compact-sm"
              px={0}
              onClick={() => form.setFieldValue("sites", seen_on.join("\n"))}
            >
              {texts.lock}
            </Button>
          </Text>
        )}
        <TextInput
          type="url"
          label={texts.privacy}
          placeholder="https://example.com/privacy"
          {...form.getInputProps("privacy_url")}
        />
        <TextInput
          type="url"
          label={texts.terms}
          placeholder="https://example.com/terms"
          {...form.getInputProps("terms_url")}
        />
        <Button type="submit" variant="default" loading={sending} aria-label={texts.save}>
          Save
        </Button>
      </form>
      <WidgetPreview
        business={business}
        isOn={isOn}
        color={form.values.color}
        side={form.values.side}
        greeting={form.values.greeting || default_greeting}
        closedGreeting={form.values.closed_greeting || default_closed_greeting}
      />
    </div>
  );
}

/** The list's error, or that of its first wrong line. */
function sitesError(errors: Record<string, ReactNode>): ReactNode {
  const [name] = Object.keys(errors).filter((field) => /^sites(\.|$)/.test(field));
  return name === undefined ? undefined : errors[name];
}
