import { Modal } from "@mantine/core";
import { IconClock, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Session } from "#core/web/session/session.ts";
import classes from "./JumpDialog.module.css";
import { rememberTarget } from "./recent.ts";
import { step, type Target } from "./targets.ts";
import { useTargets } from "./useTargets.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  person: Session;
}

/** Finds customers, conversations, screens and actions by typing, and opens them by Enter or a click. */
export function JumpDialog({ opened, onClose, person }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title={<span className={classes.unseen}>Search or jump to</span>}
      classNames={{ header: classes.unseen, body: classes.body, content: classes.content }}
      size="36rem"
      yOffset="12vh"
      padding={0}
    >
      <JumpSearch person={person} onClose={onClose} />
    </Modal>
  );
}

function JumpSearch({ person, onClose }: Omit<Props, "opened">) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { targets, isSearching } = useTargets(person, query);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const active = Math.min(at, Math.max(0, targets.length - 1));
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const open = (target: Target | undefined) => {
    if (!target) return;
    rememberTarget(localStorage, person, target);
    onClose();
    if (target.to) navigate(target.to, { state: target.state });
    target.act?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In some input methods these keys only choose the composed characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt(step(active, event.key === "ArrowDown" ? 1 : -1, targets.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      open(targets[active]);
    }
  };
  const nothing = query.trim() !== "" && targets.length === 0 && !isSearching;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={targets.length > 0}
          aria-controls={id}
          aria-activedescendant={targets.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Customers, conversations, screens, actions"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={classes.key}>Esc</kbd>
      </div>
      <div ref={list} id={id} role="listbox" aria-label="Results" className={classes.results} tabIndex={-1}>
        {targets.map((target, index) => (
          <Option
            key={target.key}
            id={optionId(index)}
            target={target}
            heading={targets[index - 1]?.group === target.group ? undefined : target.group}
            isActive={index === active}
            onPoint={() => setAt(index)}
            onOpen={() => open(target)}
          />
        ))}
      </div>
      <p className={classes.status} role="status">
        {nothing && `No results for “${query.trim()}”`}
      </p>
    </>
  );
}

interface OptionProps {
  id: string;
  target: Target;
  heading: string | undefined;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Option({ id, target, heading, isActive, onPoint, onOpen }: OptionProps) {
  const { label, detail, icon: Icon = IconClock } = target;
  return (
    <>
      {heading && (
        <div className={classes.heading} role="presentation">
          {heading}
        </div>
      )}
      <button
        type="button"
        tabIndex={-1}
        id={id}
        role="option"
        aria-selected={isActive}
        className={classes.option}
        onPointerMove={isActive ? undefined : onPoint}
        onClick={onOpen}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </button>
    </>
  );
}
