import { Button, Group, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconSend, IconUser } from "@tabler/icons-react";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { inventPerson } from "#simulator/inventedPeople.ts";
import {
  canBeFilledIn,
  canBeJson,
  isWithoutAdf,
  type leadFormats,
  type leadForms,
  type leadStyles,
  type leadWays,
  type SimulatorLeadAddress,
  type SimulatorLeadAddresses,
  type SimulatorLeadKind,
  type SimulatorLeadResult,
  takesForm,
} from "#simulator/leads.ts";
import { SendForm } from "../SendForm.tsx";
import { fieldErrorsOf, usePolledQuery, usePost } from "../simulatorApi.ts";
import { optionsOf, leadTexts as texts } from "./texts.ts";

/** What was sent, and what came of it. */
export interface SimulatedSend {
  readonly kind: SimulatorLeadKind;
  readonly way: (typeof leadWays)[number];
  readonly location: string;
  readonly at: Date;
  readonly result: SimulatorLeadResult;
}

interface SendChoices {
  way: (typeof leadWays)[number];
  kind: SimulatorLeadKind;
  style: (typeof leadStyles)[number];
  form: (typeof leadForms)[number];
  format: (typeof leadFormats)[number];
}

const usualChoices: SendChoices = {
  way: "email",
  kind: "lead",
  style: "marketplace",
  form: "plain",
  format: "adf",
};

const vehicleFields = [
  ["year", texts.year],
  ["make", texts.make],
  ["model", texts.model],
] as const;

const nameOf = ({ business_name, location }: SimulatorLeadAddress) => `${business_name}, ${location}`;

/** Writes a lead as a vendor and sends it to a location. */
export function LeadForm({ onSent }: { onSent: (sent: SimulatedSend) => void }) {
  const { data } = usePolledQuery<SimulatorLeadAddresses>("lead-addresses");
  const [initialValues] = useState(() => ({ ...usualChoices, ...inventPerson() }));
  const form = useForm({ initialValues });
  const [selected, setSelected] = useState<string>();
  const send = usePost("leads", () => {});
  const errors = fieldErrorsOf(send.error);
  const to = data?.addresses.find(({ token }) => token === selected) ?? data?.addresses[0];
  const { kind } = form.values;
  const way = data?.takes_email === false && form.values.way === "email" ? "web" : form.values.way;
  const isJson = way === "web" && form.values.format === "json" && canBeJson(kind);
  const field = (name: keyof typeof form.values) => ({ ...form.getInputProps(name), error: errors[name] });

  const submit = () =>
    send.mutate(
      { ...form.values, way, to: to?.token ?? "" },
      {
        onSuccess: (result) =>
          onSent({ kind, way, location: to ? nameOf(to) : "", at: new Date(), result: result as SimulatorLeadResult }),
      },
    );

  return (
    <SendForm
      sending={send}
      onSubmit={submit}
      action={kind === "lead" ? texts.send : texts.sendBroken}
      icon={<IconSend size={16} aria-hidden />}
    >
      <NativeSelect
        label={texts.location}
        value={to?.token ?? ""}
        error={errors.to ?? (data?.addresses.length === 0 && texts.noLocation)}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
        data={(data?.addresses ?? []).map((address) => ({
          value: address.token,
          label: [nameOf(address), formatPhone(address.number)].filter(Boolean).join(" · "),
        }))}
      />
      <NativeSelect
        label={texts.way}
        description={data?.takes_email === false && texts.webOnly}
        data={optionsOf(texts.ways).filter(({ value }) => value !== "email" || data?.takes_email !== false)}
        {...field("way")}
        value={way}
      />
      <NativeSelect
        label={texts.kind}
        data={optionsOf(texts.kinds).filter(({ value }) => way !== "facebook" || canBeFilledIn(value))}
        {...field("kind")}
      />
      {way === "email" && takesForm(kind) && (
        <NativeSelect label={texts.form} data={optionsOf(texts.forms)} {...field("form")} />
      )}
      {way === "web" && canBeJson(kind) && (
        <NativeSelect label={texts.format} data={optionsOf(texts.formats)} {...field("format")} />
      )}
      {!isWithoutAdf(kind) && !isJson && way !== "facebook" && (
        <NativeSelect label={texts.style} data={optionsOf(texts.styles)} {...field("style")} />
      )}
      <Group justify="space-between">
        <Text fw={600}>{texts.customer}</Text>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => form.setValues(inventPerson())}
        >
          {texts.another}
        </Button>
      </Group>
      <Group grow align="flex-start" gap="xs">
        <TextInput label={texts.firstName} autoComplete="off" {...field("first_name")} />
        <TextInput label={texts.lastName} autoComplete="off" {...field("last_name")} />
      </Group>
      <TextInput label={texts.phone} type="tel" autoComplete="off" {...field("phone")} />
      <TextInput label={texts.email} type="email" autoComplete="off" {...field("email")} />
      <Group grow align="flex-start" gap="xs" wrap="nowrap">
        {vehicleFields.map(([name, label]) => (
          <TextInput key={name} label={label} autoComplete="off" {...field(name)} />
        ))}
      </Group>
      <Textarea label={texts.comments} autosize minRows={2} {...field("comments")} />
    </SendForm>
  );
}
