import { useEffect, useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { lists } from "#domains/lists/contract.ts";
import { listLabel } from "#domains/lists/rules.ts";
import { RecipientChip } from "./RecipientChip.tsx";

interface Props {
  id: number;
  onRemove: () => void;
  /** An import into the list is over: who is in it changed. */
  onImported: (() => void) | undefined;
}

/** A selected list with its count; one in upload says so. */
export function ListChip({ id, onRemove, onImported }: Props) {
  const { data } = useCall(lists.search, { body: { list_id: id } });
  const list = data?.allCustomersLists[0];
  const isUploading = list?.status === 0;
  const wasUploading = useRef(false);
  useEffect(() => {
    if (wasUploading.current && !isUploading) onImported?.();
    wasUploading.current = isUploading;
  }, [isUploading, onImported]);
  if (!list) return null;
  const count = list.status === 1 ? list.customers_count : undefined;
  return <RecipientChip name={listLabel(list)} count={count} onRemove={onRemove} />;
}
