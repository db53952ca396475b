import { NativeSelect, TextInput } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import type { SimulatorCall, SimulatorNumber } from "#simulator/contract.ts";
import { CallCard } from "./CallCard.tsx";
import { FormBesideList, PolledList } from "./FormBesideList.tsx";
import { SendForm } from "./SendForm.tsx";
import { fieldErrorsOf, usePolledQuery, usePost } from "./simulatorApi.ts";

/** Starts calls to dealerships from any phone and plays the people at both ends. */
export function Calls() {
  const calls = usePolledQuery<SimulatorCall[]>("calls");
  return (
    <FormBesideList>
      <CallForm />
      <PolledList title="Calls" rows={calls} newestFirst none="Nobody has called yet.">
        {(call) => <CallCard key={call.id} call={call} />}
      </PolledList>
    </FormBesideList>
  );
}

function CallForm() {
  const [searchParams] = useSearchParams();
  const numbers = usePolledQuery<SimulatorNumber[]>("numbers");
  const [from, setFrom] = useState(searchParams.get("from") ?? "");
  const [selected, setSelected] = useState<string>();
  const start = usePost("calls", () => {});
  const to = selected ?? numbers.data?.[0]?.number ?? "";
  const fields = fieldErrorsOf(start.error);
  return (
    <SendForm
      sending={start}
      onSubmit={() => start.mutate({ from, to })}
      action="Call"
      icon={<IconPhone size={16} aria-hidden />}
    >
      <TextInput
        label="Call from"
        type="tel"
        autoComplete="off"
        placeholder="(909)555-0123"
        value={from}
        error={fields.from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <NativeSelect
        label="Dealership"
        value={to}
        error={fields.to ?? (numbers.data?.length === 0 && "No dealership has a number yet.")}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
        data={(numbers.data ?? []).map((row) => ({
          value: row.number,
          label: `${row.business_name}, ${row.location} · ${formatPhone(row.number)}`,
        }))}
      />
    </SendForm>
  );
}
