import { useState } from "react";
import type { Upload } from "../fields.ts";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { initialList } from "./chosenList.ts";
import { FinishStep, type ImportOptions } from "./FinishStep.tsx";
import { RowsStep } from "./RowsStep.tsx";
import { isEncodingSure } from "./uploadTexts.ts";

interface Props {
  upload: Upload;
  onRead: (upload: Upload) => void;
  onBack: () => void;
  /** Says which list is made when its import begins. */
  onNewList?: ((list_id: number) => void) | undefined;
}

/** Starts with the choices made when the file was uploaded. */
function initialOptions({ list_id, list_title, known }: Upload): ImportOptions {
  return { list: initialList(list_id, list_title), known, consent: false };
}

/** From the columns of an uploaded file to its import. */
export function PreviewSteps({ upload, onRead, onBack, onNewList }: Props) {
  const [step, setStep] = useState<"columns" | "rows" | "finish">("columns");
  const [mapping, setMapping] = useState(upload.mapping);
  // Once asked it stays, so that a choice can be taken back.
  const [asksEncoding] = useState(!isEncodingSure(upload));
  const [options, setOptions] = useState(() => initialOptions(upload));
  if (step === "columns") {
    return (
      <ColumnsStep
        upload={upload}
        mapping={mapping}
        asksEncoding={asksEncoding}
        onMapping={setMapping}
        onBack={onBack}
        onContinue={() => setStep("rows")}
        onRead={onRead}
      />
    );
  }
  if (step === "rows") {
    return (
      <RowsStep
        upload={upload}
        onBack={() => setStep("columns")}
        onContinue={() => setStep("finish")}
        onRead={onRead}
      />
    );
  }
  return (
    <FinishStep
      upload={upload}
      options={options}
      onChange={setOptions}
      onBack={() => setStep("rows")}
      onNewList={onNewList}
    />
  );
}
