import { periodLabels, periods } from "#core/periods.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { statusGroups } from "../text/fields.ts";
import { sharedTexts } from "./texts.ts";

const { filters: texts } = sharedTexts;

/** Which campaigns the list shows, kept in the address. */
export function useCampaignFilter() {
  const [status, setStatus] = useQueryChoice("status", statusGroups, "");
  const [period, setPeriod] = useQueryChoice("created", periods, "");
  return { status, period, isSet: status !== "" || period !== "", setStatus, setPeriod };
}

/** Narrows the list to a status, or to when campaigns were created. */
export function CampaignFilters({ status, period, setStatus, setPeriod }: ReturnType<typeof useCampaignFilter>) {
  const any = { value: "", label: texts.any };
  return (
    <>
      <FilterChip
        label={texts.status}
        value={status}
        onChange={setStatus}
        options={[any, ...statusGroups.map((group) => ({ value: group, label: texts.groups[group] }))]}
      />
      <FilterChip
        label={texts.created}
        value={period}
        onChange={setPeriod}
        options={[any, ...periods.map((one) => ({ value: one, label: periodLabels[one] }))]}
      />
    </>
  );
}
