import "@mantine/core/styles/Radio.layer.css";
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { sendOptions } from "../../rules.ts";
import { AudienceSummary } from "./AudienceSummary.tsx";
import classes from "./ComposeWizard.module.css";
import { composeTexts as texts } from "./texts.ts";
import type { Wizard } from "./useWizard.ts";
import { zoneChoices } from "./zoneChoices.ts";

/** When it goes out, and what that comes to. */
export function SendingStep({ wizard }: { wizard: Wizard }) {
  const { draft, change } = wizard;
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <Radio.Group
          label={texts.when}
          value={draft.option}
          onChange={(chosen) => change({ option: sendOptions.find((option) => option === chosen) ?? "now" })}
        >
          <Stack gap="sm" mt="xs">
            {sendOptions.map((option) => {
              const [label, description] = texts.options[option];
              const isChosen = draft.option === option;
              return (
                <div key={option} className={classes.card} data-selected={isChosen || undefined}>
                  <Radio value={option} label={label} description={description} />
                  {isChosen && option !== "now" && <TimeFields wizard={wizard} />}
                </div>
              );
            })}
          </Stack>
        </Radio.Group>
        <p className={classes.note}>{texts.checkAgain}</p>
      </div>
      <AudienceSummary draft={draft} />
    </div>
  );
}

function TimeFields({ wizard: { draft, change, errors } }: { wizard: Wizard }) {
  const zone = useTimeZone() ?? "America/New_York";
  return (
    <div className={classes.fields}>
      <TextInput
        type="date"
        label={texts.date}
        value={draft.date}
        error={errors.campaign_send_date}
        onChange={({ currentTarget }) => change({ date: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={texts.time}
        value={draft.time}
        error={errors.campaign_send_time}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
      />
      {draft.option === "timezone" && (
        <Select
          label={texts.zone}
          searchable
          allowDeselect={false}
          data={zoneChoices(zone, new Date())}
          value={draft.zone}
          error={errors.campaign_send_timezone}
          onChange={(chosen) => change({ zone: chosen ?? "" })}
        />
      )}
    </div>
  );
}
