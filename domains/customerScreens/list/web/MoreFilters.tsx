import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, Suspense, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { CustomFilterChips } from "#domains/customers/custom/web/public.tsx";
import { leads } from "#domains/leads/contract.ts";
import { team } from "#domains/team/contract.ts";
import { customerTexts, type LeadFilterName } from "./texts.ts";
import type { MoreFiltersState } from "./useMoreFilters.ts";

const { filters: texts } = customerTexts;

/** The filters that were added, each with what takes it away. */
export function MoreFilters({ more }: { more: MoreFiltersState }) {
  return (
    <>
      {more.shown.map((name) => (
        <LeadFilter key={name} name={name} onRemove={() => more.remove(name)} />
      ))}
      {more.custom.chosen.length > 0 && (
        <Suspense>
          <CustomFilterChips custom={more.custom} />
        </Suspense>
      )}
    </>
  );
}

function LeadFilter({ name, onRemove }: { name: LeadFilterName; onRemove: () => void }) {
  const [value, filterBy] = useQueryFilter(name);
  const remove = () => {
    onRemove();
    filterBy("");
  };
  return (
    <Group gap="0.25rem" wrap="nowrap">
      {name === "lead_vehicle" ? (
        <VehicleFilter key={value} value={value} onApply={filterBy} />
      ) : (
        <ChosenFilter name={name} value={value} onChange={filterBy} />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(texts.names[name])} onClick={remove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface ListedFilterProps {
  name: Exclude<LeadFilterName, "lead_vehicle">;
  value: string;
  onChange: (value: string) => void;
}

function ChosenFilter({ name, value, onChange }: ListedFilterProps) {
  const { data } = useCall(leads.options, {}, { enabled: name !== "lead_owner", staleTime: 60_000 });
  const members = useCall(team.chat, {}, { enabled: name === "lead_owner" }).data?.teamMembers;
  const choices = {
    lead_owner: members?.map(({ id, name }) => ({ value: String(id), label: name })),
    lead_stage: data?.stages.map(({ id, name }) => ({ value: String(id), label: name })),
    lead_source: data?.sources.filter((source) => source !== "").map((source) => ({ value: source, label: source })),
  }[name];
  const isListed = value === "" || !choices || choices.some((choice) => choice.value === value);
  // A stage that was removed narrows nothing; leads of who left, and of a source that no lead has, can be asked for.
  const unlisted = name === "lead_owner" ? texts.former : value;
  const isKept = !isListed && name !== "lead_stage";
  return (
    <FilterChip
      label={texts.names[name]}
      value={isListed || isKept ? value : ""}
      options={[
        { value: "", label: texts.any },
        ...(choices ?? (value === "" ? [] : [{ value, label: "…" }])),
        ...(isKept ? [{ value, label: unlisted }] : []),
      ]}
      onChange={onChange}
    />
  );
}

function VehicleFilter({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed.trim());
  };
  return (
    <form onSubmit={apply} noValidate>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          w="9rem"
          maxLength={100}
          aria-label={texts.names.lead_vehicle}
          placeholder={texts.names.lead_vehicle}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {texts.apply}
        </Button>
      </Group>
    </form>
  );
}
