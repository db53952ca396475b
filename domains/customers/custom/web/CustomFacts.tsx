import { Button, Group, Stack } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Can } from "#core/web/session/Can.tsx";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customFields } from "../contract.ts";
import type { CustomField, CustomValues } from "../fields.ts";
import { customText } from "../rules.ts";
import classes from "./CustomFacts.module.css";
import { CustomInputs } from "./CustomInputs.tsx";
import { customTexts as texts } from "./texts.ts";

interface Props {
  customer: Pick<CustomerDetails, "id" | "custom">;
}

/** What a customer's own fields hold, edited in place; nothing for a business that has none. */
export function CustomFacts({ customer }: Props) {
  const { data } = useCall(customFields.all);
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (!data || data.fields.length === 0) return null;
  const done = () => setIsEditing(false);
  if (isEditing) return <CustomForm fields={data.fields} customer={customer} onDone={done} />;
  return (
    <>
      <dl className={classes.facts}>
        {data.fields.map((field) => (
          <Fragment key={field.key}>
            <dt dir="auto">{field.name}</dt>
            <dd dir="auto">{customText(field, customer.custom[field.key] ?? "") || "—"}</dd>
          </Fragment>
        ))}
      </dl>
      <Can use={customers.saveFields}>
        <Button
          ref={edit}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setIsEditing(true)}
        >
          {texts.editValues}
        </Button>
      </Can>
    </>
  );
}

/** The values as a form has them, empty where there is none. */
const valuesOf = (fields: readonly CustomField[], custom: CustomValues): Record<string, string> =>
  Object.fromEntries(fields.map(({ key }) => [key, custom[key] ?? ""]));

/** Sends what was changed here alone, so that nobody else's change is lost. */
function CustomForm({ fields, customer, onDone }: Props & { fields: readonly CustomField[]; onDone: () => void }) {
  const stored = valuesOf(fields, customer.custom);
  const save = useCallForm(customers.saveFields, {
    initialValues: { custom: stored },
    params: { id: customer.id },
    toBody: ({ custom }) => ({
      custom: Object.fromEntries(Object.entries(custom).filter(([key, value]) => value !== stored[key])),
    }),
    invalidates: [customers.details, customers.table],
    onSuccess: onDone,
  });
  const { form } = save;
  return (
    <form noValidate onSubmit={save.submit} onKeyDown={(event) => event.key === "Escape" && onDone()}>
      <Stack gap="sm">
        <CustomInputs fields={fields} form={form} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={save.sending}>
            {texts.save}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
