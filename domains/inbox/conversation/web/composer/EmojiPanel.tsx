import { EmojiPicker } from "frimousse";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import classes from "./EmojiPanel.module.css";

interface Props {
  opened: boolean;
  onClose: () => void;
  onChoose: (emoji: string) => void;
}

const storageKey = "recent_emoji";
const maxRecent = 9;

function recentlyUsed(): string[] {
  return (localStorage.getItem(storageKey) ?? "").split(" ").filter((emoji) => emoji !== "");
}

interface GridPosition {
  "aria-rowindex"?: number | undefined;
  "aria-colindex"?: number | undefined;
}

/** The library's row and column indices are zero-based; ARIA's are one-based. */
function oneBased<P extends GridPosition>(props: P): P {
  const { "aria-rowindex": row, "aria-colindex": column } = props;
  return {
    ...props,
    ...(row !== undefined && { "aria-rowindex": row + 1 }),
    ...(column !== undefined && { "aria-colindex": column + 1 }),
  };
}

/** All emoji, recently used first. Typing searches, arrow keys move, Enter picks. */
export function EmojiPanel({ opened, onClose, onChoose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [recent, setRecent] = useState(recentlyUsed);

  useEffect(() => {
    if (opened) panel.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [opened]);

  useEffect(() => {
    if (!opened) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && !panel.current?.contains(target);
      // The button that opened the panel closes it itself.
      if (isOutside && !target.closest("[data-opens=emoji]")) onClose();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [opened, onClose]);

  if (!opened) return null;
  const choose = (emoji: string) => {
    const next = [emoji, ...recent.filter((other) => other !== emoji)].slice(0, maxRecent);
    localStorage.setItem(storageKey, next.join(" "));
    setRecent(next);
    onChoose(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Keeps the surrounding pane from handling it.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !panel.current?.contains(relatedTarget)) onClose();
  };
  return (
    <div ref={panel} className={classes.panel} role="dialog" aria-label="Emoji" onKeyDown={onKeyDown} onBlur={onBlur}>
      <EmojiPicker.Root
        className={classes.picker}
        emojibaseUrl="/emoji"
        columns={9}
        onEmojiSelect={({ emoji }) => choose(emoji)}
      >
        <div className={classes.top}>
          <EmojiPicker.Search className={classes.search} placeholder="Search emoji" aria-label="Search emoji" />
          <EmojiPicker.SkinToneSelector className={classes.button} aria-label="Change the skin tone" />
        </div>
        {recent.length > 0 && (
          <fieldset className={classes.recent} aria-label="Recently used">
            {recent.map((emoji) => (
              <button key={emoji} type="button" className={classes.button} onClick={() => choose(emoji)}>
                {emoji}
              </button>
            ))}
          </fieldset>
        )}
        <EmojiPicker.Viewport className={classes.viewport} tabIndex={0}>
          <EmojiPicker.Loading className={classes.note}>Loading…</EmojiPicker.Loading>
          <EmojiPicker.Empty className={classes.note}>No emoji found.</EmojiPicker.Empty>
          <EmojiPicker.List
            className={classes.list}
            components={{
              CategoryHeader: ({ category, ...props }) => (
                <div {...props} className={classes.category}>
                  {category.label}
                </div>
              ),
              Row: (props) => <div {...oneBased(props)} />,
              Emoji: ({ emoji, ...props }) => (
                <button
                  {...oneBased(props)}
                  type="button"
                  className={classes.emoji}
                  data-active={emoji.isActive || undefined}
                >
                  {emoji.emoji}
                </button>
              ),
            }}
          />
        </EmojiPicker.Viewport>
        <p className={classes.chosen} aria-live="polite">
          <EmojiPicker.ActiveEmoji>
            {({ emoji }) => (emoji ? `${emoji.emoji} ${emoji.label}` : "Arrow keys to move, Enter to insert")}
          </EmojiPicker.ActiveEmoji>
        </p>
      </EmojiPicker.Root>
    </div>
  );
}
