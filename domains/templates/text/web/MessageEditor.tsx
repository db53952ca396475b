import { Button, Textarea } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { counterText, cutToLimit, segmentsOf } from "#core/smsCounter.ts";
import { unknownVariables, variableNames } from "#core/variables.ts";
import { useCustomVariables } from "#domains/customers/custom/web/public.tsx";
import { inPlainSigns } from "#domains/marketing/sender/rules.ts";
import { insertVariable, offeredVariables } from "../rules.ts";
import classes from "./MessageEditor.module.css";
import { templateTexts } from "./texts.ts";

const { editor } = templateTexts;

interface Props {
  /** With variables between percent signs. */
  value: string;
  onChange: (text: string) => void;
  label: string;
  error?: ReactNode;
  placeholder?: string;
  readOnly?: boolean;
  /** Called when the field is pressed, to clear its error. */
  onPointerDown?: () => void;
  rows?: number;
  /** Those of this text alone, with their labels; default: those of every text. */
  variables?: Readonly<Record<string, string>>;
  /** Whether the business's own fields of customers stand for something; they do in every text that has the usual variables. */
  withOwnFields?: boolean;
}

/** Writes a text: cut at 320 as its counter says, with variables inserted at the caret. */
export function MessageEditor({
  value,
  onChange,
  label,
  error,
  placeholder,
  readOnly,
  onPointerDown,
  rows = 6,
  variables,
  withOwnFields = variables === undefined,
}: Props) {
  const ownFields = useCustomVariables();
  const own = withOwnFields ? ownFields : {};
  const names: Readonly<Record<string, string>> = { ...(variables ?? variableNames), ...own };
  const counterId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const [cut, setCut] = useState(0);

  useLayoutEffect(() => {
    if (caret.current === undefined || caret.current > value.length) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);

  const type = (typed: string) => {
    const text = cutToLimit(typed);
    // One more character at the limit is a key, not a pasted text.
    setCut(typed.length > text.length + 1 ? typed.length - text.length : 0);
    onChange(text);
  };
  const insert = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    const inserted = insertVariable(value, selectionStart, selectionEnd, name);
    if (!inserted) return field.current?.focus();
    caret.current = inserted.caret;
    onChange(inserted.text);
  };

  return (
    <div className={classes.editor}>
      <Textarea
        ref={field}
        label={label}
        aria-describedby={counterId}
        autosize
        minRows={rows}
        maxRows={14}
        dir="auto"
        value={value}
        error={error}
        placeholder={placeholder}
        readOnly={readOnly}
        onPointerDown={onPointerDown}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <div className={classes.below}>
        {!readOnly && (
          <fieldset className={classes.insert} aria-label={editor.insert}>
            <span aria-hidden>{editor.insert}</span>
            {[...(variables ? Object.keys(variables) : offeredVariables), ...Object.keys(own)].map((name) => (
              <Button
                key={name}
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={12} stroke={2} aria-hidden />}
                aria-label={editor.insertOne(names[name] ?? name)}
                onClick={() => insert(name)}
              >
                {names[name]}
              </Button>
            ))}
          </fieldset>
        )}
        <span id={counterId} className={classes.counter}>
          {counterText(value)}
        </span>
      </div>
      <p className={classes.notice} role="status">
        {cut > 0 && editor.cut(cut)}
      </p>
      <Warnings value={value} names={names} onPlain={readOnly ? undefined : onChange} />
    </div>
  );
}

interface WarningsProps {
  value: string;
  names: Readonly<Record<string, string>>;
  onPlain: ((text: string) => void) | undefined;
}

/** What the text would cost or break, with one click to mend it. */
function Warnings({ value, names, onPlain }: WarningsProps) {
  const own = Object.keys(names).filter((name) => name.startsWith("custom."));
  const unknown = unknownVariables(
    value,
    names,
    own.map((name) => name.slice("custom.".length)),
  );
  const plain = inPlainSigns(value);
  const [from, to] = [segmentsOf(value).count, segmentsOf(plain).count];
  return (
    <>
      {unknown.length > 0 && <p className={classes.warning}>{editor.unknown(unknown.join(", "))}</p>}
      {onPlain && to < from && (
        <p className={classes.warning}>
          {editor.plainHint(from, to)}{" "}
          <Button variant="subtle" size="compact-xs" onClick={() => onPlain(plain)}>
            {editor.plain}
          </Button>
        </p>
      )}
    </>
  );
}
