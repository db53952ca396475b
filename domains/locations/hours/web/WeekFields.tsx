import "@mantine/core/styles/Switch.layer.css";
import { Button, NativeSelect, Switch, Text } from "@mantine/core";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { copyMonday, dayNames, type HoursValues, timeChoices } from "./hoursForm.ts";
import classes from "./WeekFields.module.css";

type HoursForm = CallForm<HoursValues>["form"];

/** Opening hours for each day of the week. */
export function WeekFields({ form }: { form: HoursForm }) {
  return (
    <div>
      <ul className={classes.week}>
        {dayNames.map((name, index) => (
          <Day key={name} form={form} name={name} index={index} />
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

function Day({ form, name, index }: { form: HoursForm; name: string; index: number }) {
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
          Closed
        </Text>
      )}
    </li>
  );
}
