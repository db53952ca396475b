import { Button, Text } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { type ShownWidget, widget } from "../contract.ts";
import { widgetSettingsTexts } from "./texts.ts";
import classes from "./WidgetSettings.module.css";

const texts = widgetSettingsTexts.key;

/** Replaces the snippet's key, and stops the one from before. */
export function SnippetKey({ widget: shown }: { widget: ShownWidget }) {
  const time = useTime();
  const renew = useSend(widget.renewKey, { invalidates: [widget.settings, settings.profile] });
  const end = useSend(widget.endPreviousKey, { invalidates: [widget.settings] });
  const { previous_until, previous_used_at, previous_used_on } = shown;
  if (previous_until === null) {
    const ask = async () => {
      const isSure = await confirm({ title: texts.renewTitle, text: texts.renewText, action: texts.renew });
      if (isSure) renew.mutate({});
    };
    return (
      <div className={classes.form}>
        <Text fz="sm" c="dimmed">
          {texts.about}
        </Text>
        <Button variant="default" onClick={ask} loading={renew.isPending}>
          {texts.renew}
        </Button>
      </div>
    );
  }
  const ask = async () => {
    const isSure = await confirm({ title: texts.endTitle, text: texts.endText, action: texts.end, danger: true });
    if (isSure) end.mutate({});
  };
  return (
    <div className={classes.form}>
      <Text fz="sm">
        {texts.previous(time.date(previous_until))}{" "}
        {previous_used_at === null ? texts.unused : texts.used(time.dateTime(previous_used_at), previous_used_on)}
      </Text>
      <Button variant="default" onClick={ask} loading={end.isPending}>
        {texts.end}
      </Button>
    </div>
  );
}
