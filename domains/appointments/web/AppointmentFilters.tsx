import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { team } from "#domains/team/contract.ts";
import { appointmentStatuses, appointmentTypes } from "../contract.ts";
import { statusNames, typeNames } from "../rules.ts";
import { appointmentTexts as texts } from "./texts.ts";
import type { AppointmentQuery } from "./useAppointmentQuery.ts";

const statuses = [
  { value: "", label: texts.any },
  ...appointmentStatuses.map((value) => option(value, statusNames[value])),
];
const types = [{ value: "", label: texts.any }, ...appointmentTypes.map((value) => option(value, typeNames[value]))];

function option(value: number, label: string) {
  return { value: String(value), label };
}

/** The filters beside the search box: status, type, and who added it. */
export function AppointmentFilters({ query }: { query: AppointmentQuery }) {
  const { data, isSuccess } = useCall(team.chat);
  const people = (data?.teamMembers ?? []).map(({ id, name }) => option(id, name));
  const everyone = [{ value: "", label: texts.everyone }, ...people];
  return (
    <>
      <FilterChip label="Status" value={query.status} options={statuses} onChange={query.setStatus} />
      <FilterChip label="Type" value={query.type} options={types} onChange={query.setType} />
      <FilterChip
        label="Person"
        value={query.person}
        options={everyone}
        onChange={query.setPerson}
        disabled={!isSuccess}
      />
    </>
  );
}
