import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, NativeSelect, Switch, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import classes from "./BusinessHours.module.css";
import { addClosedDay, copyMonday, dayNames, type HoursValues, timeChoices } from "./hoursForm.ts";

type HoursForm = CallForm<HoursValues>["form"];
/** Whatever else the form has. */
type WeekForm = Pick<CallForm<Pick<HoursValues, "week">>["form"], "getInputProps" | "setFieldValue"> & {
  readonly values: Pick<HoursValues, "week">;
};

/** The week and the closed days of a location. */
export function HoursFields({ form }: { form: HoursForm }) {
  return (
    <>
      <WeekFields form={form} />
      <ClosedDays form={form} />
    </>
  );
}

/** From when to when on each day of the week. `off` names the days without. */
export function WeekFields({ form, off = "Closed" }: { form: WeekForm; off?: string }) {
  return (
    <div>
      <ul className={classes.week}>
        {dayNames.map((name, index) => (
          <Day key={name} form={form} name={name} index={index} off={off} />
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        onClick={() => form.setFieldValue("week", copyMonday(form.values.week))}
      >
        Copy Monday to all weekdays
      </Button>
    </div>
  );
}

function Day({ form, name, index, off }: { form: WeekForm; name: string; index: number; off: string }) {
  const day = form.values.week[index];
  const time = (kind: "opens" | "closes") => (
    <NativeSelect
      aria-label={`${name} ${kind} at`}
      className={classes.time}
      data={timeChoices(kind, day?.[kind] ?? "")}
      {...form.getInputProps(`week.${index}.${kind}`)}
    />
  );
  return (
    <li className={classes.day}>
      <Switch
        label={name}
        className={classes.name}
        {...form.getInputProps(`week.${index}.isOpen`, { type: "checkbox" })}
      />
      {day?.isOpen ? (
        <>
          {time("opens")}
          <Text size="sm" c="dimmed" mt={7} aria-hidden>
            to
          </Text>
          {time("closes")}
        </>
      ) : (
        <Text size="sm" c="dimmed" mt={7}>
          {off}
        </Text>
      )}
    </li>
  );
}

const nameOf = (day: string) => formatInstant(`${day}T12:00:00Z`, "date", "UTC");

/** Days on which the location is closed, such as holidays. */
function ClosedDays({ form }: { form: HoursForm }) {
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
