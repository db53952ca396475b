import { Button, TextInput } from "@mantine/core";
import { IconPhoto, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { TextTemplate } from "../contract.ts";
import classes from "./TemplateList.module.css";
import { templateTexts as texts } from "./texts.ts";

interface Props {
  templates: readonly TextTemplate[];
  isLoading: boolean;
  chosen: number | undefined;
  onOpen: (id: number) => void;
  /** Left out for those who may not. */
  onCreate?: (() => void) | undefined;
}

/** The saved templates, by title, with a search in title and message. */
export function TemplateList({ templates, isLoading, chosen, onOpen, onCreate }: Props) {
  const [term, setTerm] = useState("");
  const sought = term.trim().toLowerCase();
  const found = templates.filter((one) => `${one.title}\n${one.template}`.toLowerCase().includes(sought));
  return (
    <nav className={classes.list} aria-label={texts.list}>
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
        onChange={({ currentTarget }) => setTerm(currentTarget.value)}
      />
      {!isLoading && found.length === 0 && (
        <p className={classes.none}>{templates.length === 0 ? texts.none : texts.notFound}</p>
      )}
      <ul className={classes.rows}>
        {found.map(({ id, title, template, image }) => (
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
                {image && <IconPhoto size={14} role="img" aria-label={texts.withPicture} />}
              </span>
              <span className={classes.message} dir="auto">
                {template}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
