import { TextInput } from "@mantine/core";
import { useId } from "react";
import { useLeadOptions } from "./leadChoices.ts";
import { leadDialogTexts } from "./texts.ts";

/** Where a lead came from, with the known sources as suggestions. Takes `form.getInputProps("source")`. */
export function SourceInput(input: object) {
  const suggestions = useId();
  const sources = useLeadOptions()?.sources ?? [];
  return (
    <>
      <TextInput label={leadDialogTexts.source} autoComplete="off" list={suggestions} maxLength={100} {...input} />
      <datalist id={suggestions}>
        {sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
    </>
  );
}
