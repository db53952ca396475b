import { ActionIcon, Button, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import classes from "./ClosedDays.module.css";
import { addClosedDay, type HoursValues } from "./hoursForm.ts";

const nameOf = (day: string) => formatInstant(`${day}T12:00:00Z`, "date", "UTC");

/** Days on which the location is closed, such as holidays. */
export function ClosedDays({ form }: { form: CallForm<HoursValues>["form"] }) {
  const { closed, another } = form.values;
  const input = useRef<HTMLInputElement>(null);
  const closedError = Object.entries(form.errors).find(([field]) => field === "closed" || field.startsWith("closed."));
  const add = () => form.setValues({ closed: addClosedDay(closed, another), another: "" });
  const remove = (day: string) => {
    form.setFieldValue(
      "closed",
      closed.filter((other) => other !== day),
    );
    // The pressed button disappears, so keep the keyboard focus in the field.
    input.current?.focus();
  };
  return (
    <div className={classes.section}>
      <div className={classes.line}>
        <TextInput
          ref={input}
          type="date"
          label="Add a closed day"
          description="For example, a holiday"
          {...form.getInputProps("another")}
          error={closedError?.[1]}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || another === "") return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" disabled={another === ""} onClick={add}>
          Add day
        </Button>
      </div>
      {closed.length > 0 && (
        <ul className={classes.days} aria-label="Closed days">
          {closed.map((day) => (
            <li key={day}>
              <Text size="sm">{nameOf(day)}</Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Open on ${nameOf(day)}`}
                onClick={() => remove(day)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
