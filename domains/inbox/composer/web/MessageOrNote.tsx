import { Suspense } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useKeyedState } from "#core/web/useKeyedState.ts";
import type { DraftKind } from "#domains/inbox/drafts/web/useDraft.ts";
import { chatNotes } from "#domains/inbox/notes/contract.ts";
import { Composer, type ComposerProps } from "./Composer.tsx";
import { KindSwitch } from "./KindSwitch.tsx";

const NoteComposer = lazyNamed(() => import("./NoteComposer.tsx"), "NoteComposer");

/** Writes a text to the customer, or a note for the team. What writes a note has no way to send, so a note never becomes a text. */
export function MessageOrNote(props: ComposerProps) {
  const { chatId } = props;
  const [kind, setKind] = useKeyedState<DraftKind>(chatId, "text");
  const mayNote = useCan(chatNotes.add);
  if (!mayNote) return <Composer {...props} />;
  const kinds = <KindSwitch kind={kind} onChange={setKind} />;
  if (kind === "text") return <Composer {...props} kinds={kinds} onMention={() => setKind("note")} />;
  return (
    <Suspense>
      <NoteComposer key={chatId} chatId={chatId} kinds={kinds} />
    </Suspense>
  );
}
