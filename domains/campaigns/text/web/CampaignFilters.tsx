import { type Period, periodLabels, periods } from "#core/periods.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type StatusGroup, statusGroups } from "../fields.ts";
import { campaignTexts } from "./texts.ts";

const { filters: texts } = campaignTexts;

/** Which campaigns the list shows, kept in the address. */
export function useCampaignFilter() {
  const [asked, setStatus] = useQueryFilter("status");
  const [created, setPeriod] = useQueryFilter("created");
  const status: StatusGroup | "" = statusGroups.find((group) => group === asked) ?? "";
  const period: Period | "" = periods.find((one) => one === created) ?? "";
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
