import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { type LeadView, leadViews } from "../contract.ts";
import { leadKinds } from "../fields.ts";
import { kindChoices, type LeadChoice, useLeadOptions, useOwnerChoices } from "./leadChoices.ts";
import { leadTexts as texts } from "./texts.ts";

/** A filter in the address whose values come from the server; one that isn't among them filters nothing. */
function useListedFilter(name: string, choices: readonly LeadChoice[] | undefined) {
  const [asked, filterBy] = useQueryFilter(name);
  const isListed = choices === undefined || choices.some(({ value }) => value === asked);
  return {
    value: isListed ? asked : "",
    chip: {
      label: texts.filters[name as "stage" | "source" | "owner"],
      value: isListed ? asked : "",
      options: [{ value: "", label: texts.any }, ...(choices ?? [])],
      onChange: filterBy,
    },
  };
}

/** The table's filters, which stand in the address, with their chips. */
export function useLeadFilters() {
  const [view, show] = useQueryChoice("show", leadViews, "open");
  const [kind, setKind] = useQueryChoice("kind", leadKinds, "");
  const options = useLeadOptions();
  const stage = useListedFilter(
    "stage",
    options?.stages.map(({ id, name }) => ({ value: String(id), label: name })),
  );
  const source = useListedFilter(
    "source",
    options?.sources.filter((source) => source !== "").map((source) => ({ value: source, label: source })),
  );
  const owner = useListedFilter("owner", useOwnerChoices());
  // A stage that closes leads has none among the open ones, and the other way around.
  const chooseStage = (value: string) => {
    stage.chip.onChange(value);
    const chosen = options?.stages.find(({ id }) => String(id) === value)?.kind;
    if (chosen === "open" && view === "closed") show("open");
    if (chosen !== undefined && chosen !== "open" && view !== "all") show("closed");
  };
  const { data } = useCall(leadCounts.views);
  const counts: Partial<Record<LeadView, number>> = data ?? {};
  const views = leadViews.map((value) => ({
    value,
    label: counts[value] === undefined ? texts.views[value] : `${texts.views[value]} (${countText(counts[value])})`,
  }));
  const fixedViews = (["open", "mine", "untouched"] as const).map((view) => ({
    label: texts.views[view],
    address: view === "open" ? "/leads" : `/leads?show=${view}`,
    count: counts[view],
  }));
  return {
    /** The location never had a lead. */
    hasNone: data?.has_any === false,
    fixedViews,
    showStage: chooseStage,
    body: { show: view, stage_id: stage.value, owner_id: owner.value, kind, source: source.value },
    chips: (
      <>
        <FilterChip label={texts.filters.show} value={view} options={views} onChange={show} />
        <FilterChip {...stage.chip} onChange={chooseStage} />
        <FilterChip {...owner.chip} />
        <FilterChip {...source.chip} />
        <FilterChip
          label={texts.filters.kind}
          value={kind}
          options={[{ value: "", label: texts.any }, ...kindChoices]}
          onChange={setKind}
        />
      </>
    ),
  };
}
