import { Alert, CloseButton, Skeleton } from "@mantine/core";
import { useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { AddButton } from "#core/web/layout/AddButton.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { chatTagEvents, chatTags } from "#domains/inbox/list/contract.ts";
import { type Tag, tagEvents } from "#domains/tags/contract.ts";
import { TagBadge } from "#domains/tags/web/public.tsx";
import classes from "./TagsOfChat.module.css";

const AddTagDialog = lazyDialog(() => import("./AddTagDialog.tsx"), "AddTagDialog");

interface Props {
  chat_id: number;
  /** Runs when a tag is added or removed here. */
  onChange: () => void;
}

/** A chat's tags; updates in realtime. */
export function TagsOfChat({ chat_id, onChange }: Props) {
  const { data, error } = useCall(chatTags.ofChat, { params: { chat_id } });
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  useTagsRefresh(chat_id);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton height={28} aria-hidden />;
  const { my_tags, other_tags } = data;
  const removed = () => {
    onChange();
    // The pressed button disappears, so focus moves here.
    add.current?.focus();
  };
  return (
    <>
      {my_tags.length > 0 ? (
        <ul className={classes.tags}>
          {my_tags.map((tag) => (
            <AppliedTag key={tag.id} chat_id={chat_id} tag={tag} onChange={removed} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>No tags yet</p>
      )}
      <AddButton use={chatTags.add} ref={add} onClick={() => setAdding(true)}>
        Add a tag
      </AddButton>
      <AddTagDialog
        opened={adding}
        onClose={() => setAdding(false)}
        chat_id={chat_id}
        tags={other_tags}
        onAdded={onChange}
      />
    </>
  );
}

function AppliedTag({ chat_id, tag, onChange }: Props & { tag: Tag }) {
  const remove = useSend(chatTags.remove, { invalidates: [chatTags.ofChat, chatTags.all], onSuccess: onChange });
  const mayRemove = useCan(chatTags.remove);
  const removeButton = (
    <CloseButton
      size="sm"
      aria-label={`Remove the tag ${tag.name}`}
      title="Remove"
      onClick={() => !remove.isPending && remove.mutate({ params: { chat_id, tag_id: tag.id } })}
    />
  );
  return (
    <li>
      <TagBadge name={tag.name} action={mayRemove && removeButton} />
    </li>
  );
}

function useTagsRefresh(chat_id: number): void {
  useFreshCalls([chatTags.ofChat], chatTagEvents.changed, {
    isShown: ({ target_id }) => target_id === chat_id,
  });
  useFreshCalls([chatTags.ofChat], tagEvents.listChanged);
}
