import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useCall } from "#core/web/call/useCall.ts";
import { team } from "#domains/team/contract.ts";
import { lengthText } from "../rules.ts";
import { appointmentTexts as texts } from "./texts.ts";

interface Props<V extends { duration: string; host_id: string; place: string }> {
  form: UseFormReturnType<V>;
  /** Who receives the customer so far, who may have left the team. */
  former?: { readonly host_id: number | null; readonly host_name: string };
}

const lengths = [15, 30, 45, 60, 90, 120, 180, 240];

/** The choices of an appointment's length; one that has another keeps it. */
export function lengthChoices(now: number) {
  const minutes = [...new Set([...lengths, now])].filter((one) => one > 0).sort((one, other) => one - other);
  return minutes.map((one) => ({ value: String(one), label: lengthText(one) }));
}

/** The choices of who receives the customer. */
export function useHostChoices(former?: Props<never>["former"]) {
  const { data } = useCall(team.chat);
  const people = (data?.teamMembers ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isMissing = former?.host_id && !people.some(({ value }) => value === String(former.host_id));
  const missing = isMissing ? [{ value: String(former.host_id), label: former.host_name }] : [];
  return [{ value: "", label: texts.noHost }, ...missing, ...people];
}

/** How long an appointment takes, who receives the customer, and where. */
export function HostFields<V extends { duration: string; host_id: string; place: string }>({ form, former }: Props<V>) {
  const hosts = useHostChoices(former);
  return (
    <>
      <NativeSelect
        label={texts.length}
        data={lengthChoices(Number(form.values.duration))}
        {...form.getInputProps("duration")}
      />
      <NativeSelect label={texts.host} data={hosts} {...form.getInputProps("host_id")} />
      <TextInput label={texts.place} maxLength={200} {...form.getInputProps("place")} />
    </>
  );
}
