import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { Alert, Button, NativeSelect, Skeleton, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { maxGreeting, type ShownWidget, sides, widget } from "../contract.ts";
import { textOn, widgetTexts } from "../rules.ts";
import classes from "./public.module.css";
import { widgetSettingsTexts as texts, widgetSettingsTexts } from "./texts.ts";

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
          description={texts.hosted}
          placeholder="https://example.com/privacy"
          {...form.getInputProps("privacy_url")}
        />
        <TextInput
          type="url"
          label={texts.terms}
          description={texts.hosted}
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

const keyTexts = widgetSettingsTexts.key;

/** Replaces the snippet's key, and stops the one from before. */
function SnippetKey({ widget: shown }: { widget: ShownWidget }) {
  const time = useTime();
  const renew = useSend(widget.renewKey, { invalidates: [widget.settings, settings.profile] });
  const end = useSend(widget.endPreviousKey, { invalidates: [widget.settings] });
  const { previous_until, previous_used_at, previous_used_on } = shown;
  if (previous_until === null) {
    const ask = async () => {
      const isSure = await confirm({ title: keyTexts.renewTitle, text: keyTexts.renewText, action: keyTexts.renew });
      if (isSure) renew.mutate({});
    };
    return (
      <div className={classes.form}>
        <Text fz="sm" c="dimmed">
          {keyTexts.about}
        </Text>
        <Button variant="default" onClick={ask} loading={renew.isPending}>
          {keyTexts.renew}
        </Button>
      </div>
    );
  }
  const ask = async () => {
    const isSure = await confirm({
      title: keyTexts.endTitle,
      text: keyTexts.endText,
      action: keyTexts.end,
      danger: true,
    });
    if (isSure) end.mutate({});
  };
  return (
    <div className={classes.form}>
      <Text fz="sm">
        {keyTexts.previous(time.date(previous_until))}{" "}
        {previous_used_at === null ? keyTexts.unused : keyTexts.used(time.dateTime(previous_used_at), previous_used_on)}
      </Text>
      <Button variant="default" onClick={ask} loading={end.isPending}>
        {keyTexts.end}
      </Button>
    </div>
  );
}

interface Props {
  business: string;
  isOn: boolean;
  color: string;
  side: "left" | "right";
  greeting: string;
  closedGreeting: string;
}

/** The widget as visitors see it with what is typed now, saved or not. */
function WidgetPreview({ business, isOn, color, side, greeting, closedGreeting }: Props) {
  const [hours, setHours] = useState<"open" | "closed">("open");
  // While someone types a color it may be none yet.
  const shown = /^#[0-9a-f]{6}$/i.test(color) ? color : "#000000";
  const style = { "--widget": shown, "--on-widget": textOn(shown) } as CSSProperties;
  return (
    <section className={classes.preview} aria-label={texts.preview} data-side={side}>
      <div className={classes.head}>
        <Text fw={500}>{texts.preview}</Text>
        <CountTabs
          label={texts.preview}
          value={hours}
          onChange={setHours}
          choices={[
            { value: "open", label: texts.open },
            { value: "closed", label: texts.closed },
          ]}
        />
      </div>
      {isOn ? (
        <>
          <div className={classes.card} style={style}>
            <div className={classes.title}>
              <p>{widgetTexts.title(business)}</p>
              <p>{hours === "open" ? greeting : closedGreeting}</p>
            </div>
            <div className={classes.fields} aria-hidden>
              <span />
              <span />
              <span />
            </div>
          </div>
          <div className={classes.bubble} style={style}>
            {texts.bubble}
          </div>
        </>
      ) : (
        <Text c="dimmed">{texts.off}</Text>
      )}
    </section>
  );
}

export { widgetSettingsTexts } from "./texts.ts";
