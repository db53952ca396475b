import { IconPhoto } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { isFound } from "#core/searchWords.ts";
import { companyValuesOf, fillVariables } from "#core/variables.ts";
import { api } from "#core/web/call/api.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { useCustomValues } from "#domains/customers/custom/web/public.tsx";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { attachCopy } from "#domains/inbox/attachments/web/attachCopy.ts";
import type { TextEdit } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import { useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { type TextTemplate, textTemplates } from "#domains/templates/text/contract.ts";
import { placeTemplate } from "./placeTemplate.ts";
import classes from "./TemplatePanel.module.css";
import { composerTexts } from "./texts.ts";

const { templates: texts } = composerTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  chatId: number;
  handle: DraftHandle;
  field: RefObject<HTMLTextAreaElement | null>;
  write: (edit: TextEdit) => void;
  /** Offers to keep what didn't fit. */
  onCut: (cut: string) => void;
}

/** The location's text templates, filled for this chat's customer. Typing searches, arrow keys move, Enter inserts. */
export function TemplatePanel({ opened, onClose, chatId, handle, field, write, onCut }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState("");
  const [active, setActive] = useState(0);
  const { data, error } = useCall(textTemplates.list, {}, { enabled: opened, staleTime: 30_000 });
  const fill = useTemplateFilling(chatId);
  const found = (data?.allTemplates ?? []).filter((one) => isFound(term, `${one.title}\n${one.template}`));
  const shown = Math.min(active, found.length - 1);
  const optionId = (template: TextTemplate | undefined) => template && `${id}-${template.id}`;

  useEffect(() => {
    if (!opened) return;
    setTerm("");
    setActive(0);
    panel.current?.querySelector("input")?.focus({ preventScroll: true });
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && !panel.current?.contains(target);
      // The button that opened the panel closes it itself.
      if (isOutside && !target.closest("[data-opens=templates]")) onClose();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [opened, onClose]);
  useEffect(() => {
    panel.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  if (!opened) return null;
  const choose = (template: TextTemplate | undefined) => {
    if (!template) return;
    const { text } = handle.current();
    const placed = placeTemplate(text, field.current?.selectionEnd ?? text.length, fill(template.template));
    if (!placed) return toast.warning(texts.tooLong);
    write(placed);
    onCut(placed.cut);
    const { id, title, image } = template;
    if (image !== null) {
      const picture = { name: title, kind: "image", preview: image, failed: texts.pictureFailed } as const;
      const attaching = () => api(chatAttachments.addFromTemplate, { params: { id }, body: { chat_id: chatId } });
      void attachCopy(handle, picture, attaching);
    }
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key === "Escape") onClose();
    else if (step && found.length > 0) setActive((shown + step + found.length) % found.length);
    else if (event.key === "Enter" && isInField && !event.nativeEvent.isComposing) choose(found[shown]);
    else return;
    event.preventDefault();
    // Keeps the surrounding pane from handling it.
    event.stopPropagation();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !panel.current?.contains(relatedTarget)) onClose();
  };
  return (
    <div
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-label={texts.title}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <input
        className={classes.search}
        type="search"
        role="combobox"
        aria-label={texts.search}
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={optionId(found[shown])}
        aria-autocomplete="list"
        placeholder={texts.search}
        value={term}
        onChange={({ currentTarget }) => {
          setTerm(currentTarget.value);
          setActive(0);
        }}
      />
      {found.length > 0 && (
        <div id={`${id}-list`} className={classes.list} role="listbox" aria-label={texts.title}>
          {found.map((template, index) => (
            <div
              key={template.id}
              id={optionId(template)}
              className={classes.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === shown}
              // Keeps focus in the field and the keyboard open on phones.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(template)}
              onKeyDown={({ key }) => key === "Enter" && choose(template)}
            >
              <strong dir="auto">
                {template.title}
                {template.image !== null && <IconPhoto size={14} role="img" aria-label={texts.withPicture} />}
              </strong>
              <span dir="auto">{fill(template.template)}</span>
            </div>
          ))}
        </div>
      )}
      {found.length === 0 && (
        <div className={classes.none} role="status">
          {error ? error.message : data && (term.trim() === "" ? <NoTemplates /> : texts.notFound)}
        </div>
      )}
    </div>
  );
}

function NoTemplates() {
  const mayAdd = useCan(textTemplates.add);
  if (!mayAdd) return texts.noneForAgents;
  return (
    <>
      {texts.none} <Link to="/text-templates">{texts.create}</Link>
    </>
  );
}

/** Fills a template's variables with a chat's customer and the business. */
export function useTemplateFilling(chatId: number): (template: string) => string {
  const { data: profile } = useProfile();
  const row = useInboxState(({ chatLists }) => chatLists.chats.get(chatId))?.value;
  const opened = useInboxState(({ conversations }) => conversations.get(chatId))?.chat?.value;
  const { id = 0, first_name = "", last_name = "" } = (row ?? opened)?.customer ?? {};
  const custom = useCustomValues(id);
  const values = {
    first_name,
    last_name,
    customer_name: `${first_name} ${last_name}`.trim(),
    ...companyValuesOf(profile),
    custom,
  };
  return (template) => fillVariables(template, values);
}
