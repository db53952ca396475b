import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useRef } from "react";
import { useCan } from "#core/web/session/useCan.ts";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";

/** The team's marks on a chat: pinned, and unreplied. */
export function ChatMarks({ chat }: { chat: Chat }) {
  const pin = useOptimisticUpdate(inbox.pin, chat.id);
  const unreplied = useOptimisticUpdate(chatTags.clearUnreplied, chat.id);
  const [mayPin, mayClear] = [useCan(inbox.pin), useCan(chatTags.clearUnreplied)];
  const favorite = useRef<HTMLInputElement>(null);
  const is_pinned = chat.is_pinned === 1 ? 0 : 1;
  const clear = () => {
    unreplied.update({ params: { chat_id: chat.id } }, { is_replied: 1, waiting_since: null });
    // The button disappears, so focus moves to its neighbor.
    favorite.current?.focus();
  };
  return (
    <>
      <Switch
        label="Favorite"
        checked={chat.is_pinned === 1}
        ref={favorite}
        disabled={!mayPin}
        onChange={() => pin.update({ body: { chat_id: chat.id, is_pinned } }, { is_pinned })}
      />
      {chat.is_replied === 0 && mayClear && (
        <Button variant="subtle" size="compact-sm" leftSection={<IconCheck size={16} aria-hidden />} onClick={clear}>
          Clear Unreplied Tag
        </Button>
      )}
    </>
  );
}
