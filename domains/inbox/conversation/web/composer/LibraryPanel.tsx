import { maxFilesPerMessage } from "#domains/inbox/attachments/contract.ts";
import { attachFromLibrary } from "#domains/inbox/attachments/web/attachCopy.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import { useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { LibraryPicker } from "#domains/library/web/public.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  chatId: number;
  handle: DraftHandle;
}

/** Attaches files of the location's library, as many as the message can still carry. */
export function LibraryPanel({ opened, onClose, chatId, handle }: Props) {
  const { files } = useDraft(chatId).draft;
  return (
    <LibraryPicker
      opened={opened}
      onClose={onClose}
      room={maxFilesPerMessage - files.length}
      onChoose={(chosen) => void attachFromLibrary(chatId, handle, chosen)}
    />
  );
}
