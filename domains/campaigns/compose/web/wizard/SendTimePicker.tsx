import "@mantine/core/styles/Radio.layer.css";
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import type { FieldErrors } from "#core/failure.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type SendOption, sendOptions } from "../../../rules.ts";
import type { AudienceDraft } from "./audienceDraft.ts";
import { wizardTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";
import { zoneChoices } from "./zoneChoices.ts";

type Timed = Pick<AudienceDraft, "option" | "date" | "time" | "zone">;

interface FieldsProps {
  draft: Timed;
  errors: FieldErrors;
  onChange: (part: Partial<Timed>) => void;
}

interface Props extends FieldsProps {
  /** Each option's label and what it does. */
  options: Readonly<Record<SendOption, readonly [label: string, description: string]>>;
}

/** Now, at a time, or at a time of each recipient's own zone. */
export function SendTimePicker({ options, ...fields }: Props) {
  const { draft, onChange } = fields;
  return (
    <Radio.Group
      label={texts.when}
      value={draft.option}
      onChange={(chosen) => onChange({ option: sendOptions.find((option) => option === chosen) ?? "now" })}
    >
      <Stack gap="sm" mt="xs">
        {sendOptions.map((option) => {
          const [label, description] = options[option];
          const isChosen = draft.option === option;
          return (
            <div key={option} className={classes.card} data-selected={isChosen || undefined}>
              <Radio value={option} label={label} description={description} />
              {isChosen && option !== "now" && <TimeFields {...fields} />}
            </div>
          );
        })}
      </Stack>
    </Radio.Group>
  );
}

function TimeFields({ draft, errors, onChange }: FieldsProps) {
  const zone = useTimeZone() ?? "America/New_York";
  return (
    <div className={classes.fields}>
      <TextInput
        type="date"
        label={texts.date}
        value={draft.date}
        error={errors.campaign_send_date}
        onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={texts.time}
        value={draft.time}
        error={errors.campaign_send_time}
        onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
      />
      {draft.option === "timezone" && (
        <Select
          label={texts.zone}
          searchable
          allowDeselect={false}
          data={zoneChoices(zone, new Date())}
          value={draft.zone}
          error={errors.campaign_send_timezone}
          onChange={(chosen) => onChange({ zone: chosen ?? "" })}
        />
      )}
    </div>
  );
}
