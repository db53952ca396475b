import { Anchor, NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { ListFilterSelect } from "#domains/lists/web/public.tsx";
import { tagEvents } from "#domains/tags/contract.ts";
import type { OptInFilter } from "./useOptInFilter.ts";

interface Props {
  list: string;
  onList: (filter: string) => void;
  tag: string;
  onTag: (tag_id: string) => void;
  optIn: OptInFilter;
  onOptIn: (filter: OptInFilter) => void;
}

const optInOptions: { value: OptInFilter; label: string }[] = [
  { value: "", label: "Opted in or out" },
  { value: "1", label: "Opted in" },
  { value: "0", label: "Opted out" },
];

/** The filters above the customers table. */
export function CustomerFilters({ list, onList, tag, onTag, optIn, onOptIn }: Props) {
  return (
    <>
      <ListFilterSelect value={list} onChange={onList} />
      <TagFilterSelect value={tag} onChange={onTag} />
      <NativeSelect
        aria-label="Opt-In Status"
        value={optIn}
        onChange={(event) => onOptIn(event.currentTarget.value as OptInFilter)}
        data={optInOptions}
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
    <NativeSelect
      aria-label="Tag"
      disabled={!isSuccess}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: "", label: "Any tag" }, ...tags.map(({ id, tag }) => ({ value: String(id), label: tag }))]}
    />
  );
}
