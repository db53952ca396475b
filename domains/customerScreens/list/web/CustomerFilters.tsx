import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { type ConsentView, consentViews } from "#domains/customers/consent/contract.ts";
import { viewInWords } from "#domains/customers/consent/rules.ts";
import { CustomFilterChips, type useCustomFilter } from "#domains/customers/custom/web/public.tsx";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { ListFilterSelect } from "#domains/lists/web/public.tsx";
import { tagEvents } from "#domains/tags/contract.ts";
import { customersPath } from "./customersPath.ts";

interface Props {
  list: string;
  onList: (filter: string) => void;
  tag: string;
  onTag: (tag_id: string) => void;
  consent: ConsentFilter;
  onConsent: (filter: ConsentFilter) => void;
  custom: ReturnType<typeof useCustomFilter>;
}

const consentOptions = [
  { value: "", label: "Any" },
  ...consentViews.map((value) => ({ value, label: viewInWords[value] })),
];

/** The filters above the customers table. */
export function CustomerFilters({ list, onList, tag, onTag, consent, onConsent, custom }: Props) {
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
      {custom.fields.length > 0 && (
        <Suspense>
          <CustomFilterChips custom={custom} />
        </Suspense>
      )}
      <Can use={customerDeletion.restore}>
        <Anchor component={Link} to="/customers/deleted" size="sm">
          Deleted customers
        </Anchor>
      </Can>
    </>
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
