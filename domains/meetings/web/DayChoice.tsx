import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { dayAfter } from "#domains/appointments/rules.ts";
import classes from "./DayChoice.module.css";
import { meetingTexts as texts } from "./texts.ts";

interface Props {
  /** `2026-11-24` */
  day: string;
  /** Empty: today. */
  onChange: (day: string) => void;
}

/** Chooses a day: the one before or after, today, or any other. */
export function DayChoice({ day, onChange }: Props) {
  return (
    <div className={classes.choice}>
      <Button variant="default" onClick={() => onChange("")}>
        {texts.today}
      </Button>
      <ActionIcon variant="default" size="lg" aria-label={texts.dayBefore} onClick={() => onChange(dayAfter(day, -1))}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={texts.day}
        value={day}
        onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
      />
      <ActionIcon variant="default" size="lg" aria-label={texts.dayAfter} onClick={() => onChange(dayAfter(day))}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
