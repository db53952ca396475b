import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { reviewSettings } from "../../settings/contract.ts";
import { languageNames } from "../../settings/fields.ts";
import { inviteTexts } from "./texts.ts";

const { dialog: texts } = inviteTexts;

/** The language of invites; nothing chosen means the fallback of the location. */
export function LanguageSelect(props: Omit<NativeSelectProps, "label" | "data">) {
  const all = useCall(reviewSettings.get).data?.texts ?? [];
  const fallback = all.find(({ is_fallback }) => is_fallback === 1)?.language ?? "en";
  return (
    <NativeSelect
      label={texts.language}
      data={[
        { value: "", label: texts.automatic(languageNames[fallback]) },
        ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
      ]}
      {...props}
    />
  );
}
