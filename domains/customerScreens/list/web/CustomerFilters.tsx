import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { type ConsentView, consentViews } from "#domains/customers/consent/contract.ts";
import { viewInWords } from "#domains/customers/consent/rules.ts";
import { mostCustomFilters } from "#domains/customers/custom/fields.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { ListFilterSelect } from "#domains/lists/web/public.tsx";
import { tagEvents } from "#domains/tags/contract.ts";
import { customersPath } from "./customersPath.ts";
import { customerTexts, leadFilterNames } from "./texts.ts";
import type { MoreFiltersState } from "./useMoreFilters.ts";

const MoreFilters = lazyNamed(() => import("./MoreFilters.tsx"), "MoreFilters");

interface Props {
  list: string;
  onList: (filter: string) => void;
  tag: string;
  onTag: (tag_id: string) => void;
  consent: ConsentFilter;
  onConsent: (filter: ConsentFilter) => void;
  more: MoreFiltersState;
}

const consentOptions = [
  { value: "", label: "Any" },
  ...consentViews.map((value) => ({ value, label: viewInWords[value] })),
];

/** The filters above the customers table. */
export function CustomerFilters({ list, onList, tag, onTag, consent, onConsent, more }: Props) {
  return (
    <>
      <ListFilterSelect value={list} onChange={onList} />
      <TagFilterSelect value={tag} onChange={onTag} />
      <FilterChip
        label="Opt-in"
        value={consent}
        options={consentOptions}
        onChange={(value) => onConsent(value as ConsentFilter)}
      />
      {(more.shown.length > 0 || more.custom.chosen.length > 0) && (
        <Suspense>
          <MoreFilters more={more} />
        </Suspense>
      )}
      <AddFilter more={more} />
      <Can use={customerDeletion.restore}>
        <Anchor component={Link} to="/customers/deleted" size="sm">
          Deleted customers
        </Anchor>
      </Can>
    </>
  );
}

/** Offers what customers aren't filtered by yet: their leads, and the business's own fields. */
function AddFilter({ more: { custom, shown, add } }: { more: MoreFiltersState }) {
  const { names, ...texts } = customerTexts.filters;
  const ofLeads = leadFilterNames.filter((name) => !shown.includes(name));
  const isFull = custom.chosen.length >= mostCustomFilters;
  const own = isFull ? [] : custom.fields.filter(({ key }) => !custom.chosen.some(({ field }) => field.key === key));
  if (ofLeads.length + own.length === 0) return null;
  const choose = (value: string) => {
    const name = leadFilterNames.find((one) => one === value);
    if (name) add(name);
    else if (value !== "") custom.write(value.slice(1), value.slice(1));
  };
  return (
    <FilterChip
      label={texts.add}
      value=""
      options={[
        { value: "", label: texts.choose },
        ...ofLeads.map((name) => ({ value: name, label: names[name] })),
        // A key may be called like a filter of leads.
        ...own.map(({ key, name }) => ({ value: `.${key}`, label: name })),
      ]}
      onChange={choose}
    />
  );
}

/** Hidden when no tags exist; while they load, it is shown disabled to reserve its space. */
function TagFilterSelect({ value, onChange }: { value: string; onChange: (tag_id: string) => void }) {
  const { data: tags = [], isSuccess } = useCall(chatTags.all);
  const cache = useQueryClient();
  useRealtimeEvent(tagEvents.listChanged, () => void cache.invalidateQueries({ queryKey: queryKeyOf(chatTags.all) }));
  if (isSuccess && tags.length === 0) return null;
  return (
    <FilterChip
      label="Tag"
      disabled={!isSuccess}
      value={value}
      onChange={onChange}
      options={[{ value: "", label: "Any" }, ...tags.map(({ id, tag }) => ({ value: String(id), label: tag }))]}
    />
  );
}

/** Everyone, or the customers of one consent state. */
type ConsentFilter = "" | ConsentView;

/** The consent filter from the URL's `optin` parameter. */
export function useConsentFilter(): [ConsentFilter, (filter: ConsentFilter) => void] {
  const [value, filterBy] = useQueryFilter("optin");
  return [consentViews.find((view) => view === value) ?? "", filterBy];
}

export interface ListFilterState {
  /** `all`, `none`, or a list's id. */
  filter: string;
  /** The list whose customers are shown. */
  list_id: number | undefined;
  filterBy: (filter: string) => void;
  isUploading: boolean;
  openUpload: () => void;
  closeUpload: () => void;
}

/** The list filter and whether the upload dialog is open; both live in the URL's path. */
export function useListFilter(): ListFilterState {
  const { list_id: filter = "all", upload } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    filter,
    list_id: Number(filter) || undefined,
    filterBy: (next) => navigate(customersPath(next, { search, firstPage: true })),
    isUploading: upload === "new",
    openUpload: () => navigate(customersPath(filter, { search, upload: true })),
    closeUpload: () => navigate(customersPath(filter, { search }), { replace: true }),
  };
}

/** The tag filter from the URL's `tag` parameter; empty when not set. */
export function useTagFilter(): [string, (tag_id: string) => void] {
  const [value, filterBy] = useQueryFilter("tag");
  return [/^[1-9]\d{0,14}$/.test(value) ? value : "", filterBy];
}
