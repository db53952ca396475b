import { ActionIcon, Button } from "@mantine/core";
import { IconArchive, IconArrowBackUp, IconTag, IconUserPlus, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { listKey, visibleChats } from "#domains/inbox/sync/web/chatListCache.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import type { InboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { chatSelection, chatTags, type SelectionResult } from "../contract.ts";
import { useMembers } from "./AssigneeBadge.tsx";
import { useTags } from "./ChatFilter.tsx";
import classes from "./SelectionBar.module.css";
import { selectionTexts as texts } from "./texts.ts";
import { useConfirmClose } from "./useCloseChat.ts";
import type { Selection } from "./useSelection.ts";

/** What is done with the selected chats: assign, tag, close or reopen. Those that failed stay selected. */
export function SelectionBar({ selection, address }: { selection: Selection; address: InboxAddress }) {
  const { store, chatListLoader } = useInbox();
  const { members, me } = useMembers();
  const tags = useTags().data ?? [];
  const { ids = new Set<number>(), set, end } = selection;
  const chat_ids = [...ids];
  const list = listKey(address.type, address.sort);
  const isClosed = address.tab === "inactive";
  const onDone = (data: SelectionResult, say: (changed: number) => void) => {
    void chatListLoader.first(list);
    if (data.failed.length === 0) end();
    else set(data.failed);
    if (data.changed > 0) say(data.changed);
    if (data.failed.length > 0) toast.error(texts.failed(data.failed.length));
  };
  const options = {
    quiet: "success" as const,
    onSuccess: ({ data }: { data: SelectionResult }) =>
      onDone(data, (changed) => toast.success(texts.changed(changed))),
  };
  const assign = useSend(chatSelection.assign, options);
  const reopen = useSend(chatSelection.close, { quiet: "success", onSuccess: () => void chatListLoader.first(list) });
  const close = useSend(chatSelection.close, {
    quiet: "success",
    onSuccess: ({ data }, { body }) =>
      onDone(data, (changed) => {
        if (body?.is_closed !== 1) return toast.success(texts.changed(changed));
        toast.undo(texts.closed(changed), () =>
          reopen.mutate({ body: { chat_ids: data.changed_ids, is_closed: 0, undo: 1 } }),
        );
      }),
  });
  const tag = useSend(chatSelection.tag, { ...options, invalidates: [chatTags.all] });
  const confirmClose = useConfirmClose();
  const closeOrReopen = async () => {
    const { chats } = store.get().chatLists;
    const chosen = chat_ids.flatMap((id) => chats.get(id)?.value ?? []);
    if (isClosed || (await confirmClose(chosen))) close.mutate({ body: { chat_ids, is_closed: isClosed ? 0 : 1 } });
  };
  const isBusy = assign.isPending || close.isPending || tag.isPending;
  const isOff = ids.size === 0 || isBusy;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inMenu = event.target instanceof Element && event.target.closest('[role="menu"]');
      if (event.key === "Escape" && !event.defaultPrevented && !inMenu) end();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [end]);

  const assignTo = (id: number | null, label: string) => ({
    name: String(id),
    label,
    onClick: () => assign.mutate({ body: { chat_ids, user_id: id ?? "" } }),
  });
  const others = members.filter(({ id }) => id !== me).map(({ id, name }) => assignTo(id, name));
  const assignees = [...(me === undefined ? [] : [assignTo(me, texts.me)]), ...others, assignTo(null, texts.nobody)];
  const tagItems = tags.map(({ id, name }) => ({
    name: String(id),
    label: name,
    onClick: () => tag.mutate({ body: { chat_ids, tag_id: id } }),
  }));
  const CloseIcon = isClosed ? IconArrowBackUp : IconArchive;
  const button = { size: "compact-sm", variant: "transparent", className: classes.action, disabled: isOff } as const;
  return (
    <section className={classes.bar} aria-label={texts.bar}>
      <div className={classes.line}>
        <p role="status">{texts.selected(ids.size)}</p>
        <Button
          {...button}
          disabled={isBusy}
          onClick={() => set((visibleChats(store.get().chatLists, list, address.tab) ?? []).map(({ id }) => id))}
        >
          {texts.all}
        </Button>
        <ActionIcon variant="transparent" className={classes.action} aria-label={texts.done} onClick={end}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.line}>
        <DropMenu
          position="bottom-start"
          items={assignees}
          trigger={
            <Button {...button} leftSection={<IconUserPlus size={16} aria-hidden />}>
              {texts.assign}
            </Button>
          }
        />
        <DropMenu
          position="bottom-start"
          items={tagItems}
          trigger={
            <Button {...button} leftSection={<IconTag size={16} aria-hidden />}>
              {texts.tag}
            </Button>
          }
        />
        <Button {...button} leftSection={<CloseIcon size={16} aria-hidden />} onClick={() => void closeOrReopen()}>
          {isClosed ? texts.reopen : texts.close}
        </Button>
      </div>
    </section>
  );
}
