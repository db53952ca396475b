import { countText } from "#core/count.ts";
import { type Period, periodLabels, periods, rangeOf } from "#core/periods.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { writeTableState } from "#core/web/table/tableState.ts";
import { useQueryChoice, useQueryFilter, useTableQuery } from "#core/web/table/useTableQuery.ts";
import { formatInstant, useTimeZone } from "#core/web/time/useTime.ts";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { type LeadView, leads, leadViews } from "../contract.ts";
import { isDay, leadKinds, leadReaches } from "../fields.ts";
import { kindChoices, type LeadChoice, useLeadOptions, useOwnerChoices } from "./leadChoices.ts";
import { leadTexts as texts } from "./texts.ts";
import type { LeadLayout } from "./useLeadsLayout.ts";

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

/** The sources of the location's leads, and none. */
function useSourceFilter(sources: readonly string[] | undefined) {
  const named = sources?.filter((source) => source !== "").map((source) => ({ value: source, label: source }));
  const { value, chip } = useListedFilter("source", named);
  const [, change] = useTableQuery(false);
  const [none] = useQueryFilter("nosource");
  const isNone = none === "1" && value === "";
  // Both stand in the address, of which one step is one change.
  const choose = (chosen: string) =>
    change(
      (now) => {
        const next = writeTableState(now, { page: 1 });
        next.delete("nosource");
        next.delete("source");
        if (chosen === noSource) next.set("nosource", "1");
        else if (chosen !== "") next.set("source", chosen);
        return next;
      },
      { replace: true },
    );
  const [any, ...others] = chip.options;
  return {
    value,
    isNone: isNone ? (1 as const) : (0 as const),
    chip: {
      ...chip,
      value: isNone ? noSource : value,
      options: [...(any ? [any] : []), { value: noSource, label: texts.noSource }, ...others],
      onChange: choose,
    },
  };
}

/** The choice of leads without a source; sources have no spaces around them. */
const noSource = " ";

/** The days on which leads came in, or reached what the other filter says. */
function useDaysFilter() {
  const [query, change] = useTableQuery(false);
  const zone = useTimeZone() ?? "UTC";
  const dayIn = (name: string) => {
    const asked = query.get(name) ?? "";
    return isDay(asked) ? asked : "";
  };
  const [from_day, to_day] = [dayIn("from"), dayIn("to")];
  const dated = query.get("dated") === "reached" ? ("reached" as const) : ("received" as const);
  const daysOf = (period: Period) => {
    const { from, to } = rangeOf(period, new Date(), zone);
    return { from: wallTimeAt(from, zone).date, to: wallTimeAt(to, zone).date };
  };
  const current = periods.find((period) => daysOf(period).from === from_day && daysOf(period).to === to_day);
  const isSet = from_day !== "" || to_day !== "";
  const value = current ?? (isSet ? "days" : "");
  const shown = (day: string) => (day === "" ? "" : formatInstant(`${day}T12:00:00Z`, "date", "UTC"));
  return {
    body: { from_day, to_day, dated },
    chip: {
      label: dated === "reached" ? texts.filters.reachedOn : texts.filters.received,
      value,
      options: [
        { value: "", label: texts.anyTime },
        ...(value === "days" ? [{ value: "days", label: texts.days(shown(from_day), shown(to_day)) }] : []),
        ...periods.map((period) => ({ value: period, label: periodLabels[period] })),
      ],
      onChange: (chosen: string) =>
        change(
          (now) => {
            const next = writeTableState(now, { page: 1 });
            for (const name of ["from", "to", "dated"]) next.delete(name);
            const period = periods.find((one) => one === chosen);
            if (period) for (const [name, day] of Object.entries(daysOf(period))) next.set(name, day);
            return next;
          },
          { replace: true },
        ),
    },
  };
}

/** Milliseconds between counts of saved views. */
const countAgain = 60_000;

/** How many leads each saved view shows, by its address. What isn't there any more filters nothing, as in the table. */
export function useViewCounts(addresses: readonly string[]): Readonly<Record<string, number>> {
  const options = useLeadOptions();
  const owners = useOwnerChoices();
  const views = addresses.map((address) => {
    const query = new URLSearchParams(address.split("?")[1] ?? "");
    const one = <Value extends string, Other extends string>(name: string, values: readonly Value[], other: Other) =>
      values.find((value) => value === query.get(name)) ?? other;
    const listed = (name: string, values: readonly string[] | undefined) =>
      one(name, values ?? [query.get(name) ?? ""], "");
    const dayIn = (name: string) => (isDay(query.get(name) ?? "") ? (query.get(name) ?? "") : "");
    const source = listed("source", options?.sources);
    return {
      show: one("show", leadViews, "open"),
      kind: one("kind", leadKinds, ""),
      reached: one("reached", leadReaches, ""),
      stage_id: listed(
        "stage",
        options?.stages.map(({ id }) => String(id)),
      ),
      owner_id: listed(
        "owner",
        owners?.map(({ value }) => value),
      ),
      source,
      no_source: query.get("nosource") === "1" && source === "" ? (1 as const) : (0 as const),
      from_day: dayIn("from"),
      to_day: dayIn("to"),
      dated: one("dated", ["reached"] as const, "received"),
    };
  });
  const isKnown = options !== undefined && owners !== undefined && views.length > 0;
  const settings = { enabled: isKnown, refetchInterval: countAgain };
  const { data } = useCall(leads.viewCounts, { body: { views } }, settings);
  const counted = (data?.counts ?? []).flatMap((count, at): [string, number][] => {
    const address = addresses[at];
    return address === undefined ? [] : [[address, count]];
  });
  return Object.fromEntries(counted);
}

/** The filters of list and board, which stand in the address, with their chips. A board's columns are the stages. */
export function useLeadFilters(layout: LeadLayout) {
  const [view, show] = useQueryChoice("show", leadViews, "open");
  const [kind, setKind] = useQueryChoice("kind", leadKinds, "");
  const options = useLeadOptions();
  const stage = useListedFilter(
    "stage",
    options?.stages.map(({ id, name }) => ({ value: String(id), label: name })),
  );
  const source = useSourceFilter(options?.sources);
  const owner = useListedFilter("owner", useOwnerChoices());
  // A stage that closes leads has none among the open ones, and the other way around.
  const chooseStage = (value: string) => {
    stage.chip.onChange(value);
    const chosen = options?.stages.find(({ id }) => String(id) === value)?.kind;
    if (chosen === "open" && view === "closed") show("open");
    if (chosen !== undefined && chosen !== "open" && view !== "all") show("closed");
  };
  const [reached, reach] = useQueryChoice("reached", leadReaches, "");
  const days = useDaysFilter();
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
    body: {
      show: view,
      stage_id: stage.value,
      owner_id: owner.value,
      kind,
      source: source.value,
      no_source: source.isNone,
      reached,
      ...days.body,
    },
    chips: (
      <>
        <FilterChip label={texts.filters.show} value={view} options={views} onChange={show} />
        {(layout === "list" || stage.value !== "") && <FilterChip {...stage.chip} onChange={chooseStage} />}
        <FilterChip {...owner.chip} />
        <FilterChip {...source.chip} />
        <FilterChip
          label={texts.filters.kind}
          value={kind}
          options={[{ value: "", label: texts.any }, ...kindChoices]}
          onChange={setKind}
        />
        <FilterChip
          label={texts.filters.reached}
          value={reached}
          options={[
            { value: "", label: texts.any },
            ...leadReaches.map((value) => ({ value, label: texts.reaches[value] })),
          ]}
          onChange={reach}
        />
        <FilterChip {...days.chip} />
      </>
    ),
  };
}
