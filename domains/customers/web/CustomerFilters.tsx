import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { consentViews } from "#domains/customers/consent/contract.ts";
import { viewInWords } from "#domains/customers/consent/rules.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { ListFilterSelect } from "#domains/lists/web/public.tsx";
import { tagEvents } from "#domains/tags/contract.ts";
import type { ConsentFilter } from "./useConsentFilter.ts";

interface Props {
  list: string;
  onList: (filter: string) => void;
  tag: string;
  onTag: (tag_id: string) => void;
  consent: ConsentFilter;
  onConsent: (filter: ConsentFilter) => void;
}

const consentOptions = [
  { value: "", label: "Any" },
  ...consentViews.map((value) => ({ value, label: viewInWords[value] })),
];

/** The filters above the customers table. */
export function CustomerFilters({ list, onList, tag, onTag, consent, onConsent }: Props) {
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
