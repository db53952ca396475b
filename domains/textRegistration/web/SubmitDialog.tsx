import { PasswordInput, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { registrationTexts as texts } from "./texts.ts";

interface Props extends Omit<ComponentProps<typeof FormDialog>, "children"> {
  /** What it costs, and that the password is needed. */
  text: string;
  /** The props of the password's input. */
  password: object;
}

/** Asks for the owner's password before something goes to the carriers. */
export function SubmitDialog({ text, password, ...dialog }: Props) {
  return (
    <FormDialog size="sm" {...dialog}>
      <Text>{text}</Text>
      <PasswordInput label={texts.password} autoComplete="current-password" {...password} />
    </FormDialog>
  );
}
