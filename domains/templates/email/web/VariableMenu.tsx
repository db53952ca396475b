import { Button } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { companyValuesOf, type VariableName, variableNames } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { accounts } from "#domains/accounts/contract.ts";
import { mailEditorTexts as texts } from "./texts.ts";
import { useMenuFocus } from "./useMenuFocus.ts";

/** A last name alone greets nobody. */
const offered = (Object.keys(variableNames) as VariableName[]).filter((name) => name !== "last_name");

/** Inserts who reads the email as a variable, and the business as it is called now. */
export function VariableMenu({ editor }: { editor: Editor }) {
  const { choose, onFocus } = useMenuFocus(editor);
  const company: Partial<Record<VariableName, string>> = companyValuesOf(useCall(accounts.profile).data);
  const insert = (name: VariableName) => {
    const text = company[name]?.trim() ?? "";
    const content = text === "" ? { type: "variable", attrs: { token: name } } : { type: "text", text };
    editor.chain().insertContent(content).run();
  };
  return (
    <DropMenu
      trigger={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={14} aria-hidden />}
          onFocus={onFocus}
        >
          {texts.variables}
        </Button>
      }
      items={offered.map((name) => ({ label: variableNames[name], onClick: () => choose(() => insert(name)) }))}
    />
  );
}
