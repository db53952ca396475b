import { Button, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconPhoto, IconPlus, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { isFound } from "#core/searchWords.ts";
import classes from "./TemplateList.module.css";
import { templateListTexts as texts } from "./texts.ts";

/** A template as the list shows it. */
export interface ListedTemplate {
  readonly id: number;
  readonly title: string;
  /** Its words, without markup. */
  readonly words: string;
  readonly hasPicture?: boolean;
}

interface Props {
  templates: readonly ListedTemplate[];
  isLoading: boolean;
  chosen: number | undefined;
  /** What the list says while there is none. */
  none: string;
  /** Says that not all of them are loaded. */
  note?: string | undefined;
  /** What is looked for, once typing pauses; for a list that isn't loaded whole. */
  onSearch?: (term: string) => void;
  onOpen: (id: number) => void;
  /** Omitted for those who may not. */
  onCreate?: (() => void) | undefined;
  /** Below the templates. */
  children?: ReactNode;
}

/** The saved templates, by title, with a search in title and message. */
export function TemplateList({
  templates,
  isLoading,
  chosen,
  none,
  note,
  onSearch,
  onOpen,
  onCreate,
  children,
}: Props) {
  const [term, setTerm] = useState("");
  const searchSoon = useDebouncedCallback((typed: string) => onSearch?.(typed.trim()), 250);
  const found = templates.filter(({ title, words }) => isFound(term, `${title}\n${words}`));
  return (
    <nav className={classes.list} aria-label={texts.label}>
      {onCreate && (
        <Button variant="default" fullWidth leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          {texts.create}
        </Button>
      )}
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={({ currentTarget }) => {
          setTerm(currentTarget.value);
          searchSoon(currentTarget.value);
        }}
      />
      {!isLoading && found.length === 0 && (
        <p className={classes.none}>{templates.length === 0 ? none : texts.notFound}</p>
      )}
      <ul className={classes.rows}>
        {found.map(({ id, title, words, hasPicture }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.row}
              aria-current={id === chosen || undefined}
              title={title}
              onClick={() => onOpen(id)}
            >
              <span className={classes.title}>
                {title}
                {hasPicture && <IconPhoto size={14} role="img" aria-label={texts.withPicture} />}
              </span>
              <span className={classes.message} dir="auto">
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {note && <p className={classes.none}>{note}</p>}
      {children}
    </nav>
  );
}
