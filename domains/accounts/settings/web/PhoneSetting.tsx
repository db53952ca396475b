import { Button, Text } from "@mantine/core";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { waitText } from "../rules.ts";
import classes from "./Settings.module.css";
import type { PhoneVerification } from "./usePhoneVerification.ts";

const PhoneCodeDialog = lazyDialog(() => import("./PhoneCodeDialog.tsx"), "PhoneCodeDialog");

interface Props<V> {
  label: string;
  description?: string;
  field: keyof V & string;
  change: CallForm<V>;
  proof: PhoneVerification;
}

/** A phone field with an Update button; a dialog asks for the verification code. */
export function PhoneSetting<V>({ label, description, field, change, proof }: Props<V>) {
  useUnsavedChanges(change.form.isDirty);
  return (
    <>
      <form noValidate onSubmit={change.submit} className={classes.line} data-described={description && true}>
        <PhoneInput label={label} description={description} {...change.form.getInputProps(field)} />
        <Button type="submit" variant="default" loading={change.sending} aria-label={`Update ${label}`}>
          Update
        </Button>
        {proof.wait > 0 && (
          <Text size="sm" c="dimmed" className={classes.wait}>
            {waitText(proof.wait)}
          </Text>
        )}
      </form>
      <PhoneCodeDialog opened={proof.step !== undefined} proof={proof} />
    </>
  );
}
