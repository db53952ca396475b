import { Button, FileButton, Input, Text } from "@mantine/core";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { type DragEvent, type Ref, useId, useState } from "react";
import classes from "./FileDrop.module.css";
import { sizeText } from "./uploadTexts.ts";

interface Props {
  file: File | undefined;
  onFile: (file: File) => void;
  error: string | undefined;
  disabled: boolean;
  /** The button, to focus when there is an error. */
  buttonRef: Ref<HTMLButtonElement>;
}

/** Picks one file, by drop or dialog. */
export function FileDrop({ file, onFile, error, disabled, buttonRef }: Props) {
  const [isDragOver, setIsDragOver] = useState(false);
  const errorId = useId();
  const onDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(isOver);
  };
  const onDropFile = (event: DragEvent) => {
    onDrag(false)(event);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onFile(dropped);
  };
  return (
    <div>
      {/* Dropping is a shortcut; the button inside does the same with the keyboard. */}
      <section
        aria-label="Customer CSV file"
        className={classes.zone}
        data-over={isDragOver || undefined}
        data-wrong={error ? true : undefined}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={onDropFile}
      >
        <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
        {file ? (
          <Text size="sm" className={classes.name}>
            <b>{file.name}</b>, {sizeText(file.size)}
          </Text>
        ) : (
          <Text size="sm" c="dimmed" className={classes.hint}>
            Drop a .csv file here, or
          </Text>
        )}
        <FileButton accept=".csv,text/csv" onChange={(chosen) => chosen && onFile(chosen)} disabled={disabled}>
          {(props) => (
            <Button {...props} ref={buttonRef} variant="default" aria-describedby={error ? errorId : undefined}>
              {file ? "Choose another file" : "Choose file"}
            </Button>
          )}
        </FileButton>
      </section>
      {error && (
        <Input.Error id={errorId} mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
