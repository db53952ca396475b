import { ActionIcon, TextInput } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { type VariableName, variableNames } from "#core/variables.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { maxSubject } from "../fields.ts";
import { composeEmailTexts as texts } from "./texts.ts";

interface Props {
  label: string;
  description?: string;
  value: string;
  error: ReactNode;
  onChange: (text: string) => void;
}

const offered = Object.keys(variableNames) as VariableName[];

/** One line of an email, such as its subject, with variables inserted at the caret. */
export function VariableInput({ label, description, value, error, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined || caret.current > value.length) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  const insert = (name: VariableName) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const text = `${value.slice(0, from)}%${name}%${value.slice(to)}`;
    if (text.length > maxSubject) return;
    caret.current = from + name.length + 2;
    onChange(text);
  };
  return (
    <TextInput
      ref={field}
      label={label}
      description={description}
      dir="auto"
      value={value}
      maxLength={maxSubject}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <DropMenu
          trigger={
            <ActionIcon variant="subtle" color="gray" aria-label={texts.insertInto(label)}>
              <IconBraces size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
          items={offered.map((name) => ({ label: variableNames[name], onClick: () => insert(name) }))}
        />
      }
    />
  );
}
